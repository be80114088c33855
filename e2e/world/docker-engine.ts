import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isRoot, mayMount } from './scanning'

const execute = promisify(execFile)

/** A Docker engine of our own: everything it keeps lies in one temporary folder, and nobody else's engine is reached. */
export interface DockerEngine {
  /** What leads the docker client to it. */
  readonly env: { readonly DOCKER_HOST: string; readonly DOCKER_CONFIG: string }
  /** Runs the real docker client; rejects when that ends with another status than 0. */
  docker(...args: string[]): Promise<string>
  /** The volumes there are, sorted. */
  volumes(): Promise<string[]>
  /** A container that exists, and so uses the volume, without running. */
  use(volume: string): Promise<string>
  /** Ends the engine without removing anything, as a crash does. */
  stop(): Promise<void>
  dispose(): Promise<void>
}

/** Why there is no engine; `fatal` where one was to be expected: as root on Debian. */
export interface NoEngine {
  readonly missing: string
  readonly fatal: boolean
}

const debianRoot = isRoot && existsSync('/etc/debian_version')
const patienceMs = 30_000

const onPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Starts a real engine without networks. It needs root, and a right to mount that some containers do not have. */
export async function startDockerEngine(): Promise<DockerEngine | NoEngine> {
  for (const program of ['dockerd', 'docker'])
    if (!onPath(program)) return { missing: `${program} is not on PATH: install docker.io`, fatal: debianRoot }
  if (!isRoot) return { missing: 'a Docker engine of our own can be started by root only', fatal: false }
  const base = await mkdtemp(join(tmpdir(), 'clearhold-docker-'))
  const at = (name: string) => join(base, name)
  const env = { DOCKER_HOST: `unix://${at('engine.sock')}`, DOCKER_CONFIG: at('config') }
  const where = ['--data-root', at('data'), '--exec-root', at('exec'), '--pidfile', at('pid'), '-H', env.DOCKER_HOST]
  const plain = ['--iptables=false', '--bridge=none', '--storage-driver=vfs']
  const child = spawn('sh', ['-c', 'exec dockerd "$@" >"$0" 2>&1', at('log'), ...plain, ...where], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const docker = async (...args: string[]) =>
    (await execute('docker', args, { env: { ...process.env, ...env }, timeout: patienceMs })).stdout
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const dispose = async () => {
    await stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
  if (!(await answers(docker, () => child.exitCode !== null))) {
    const [last = ''] = (await readFile(at('log'), 'utf8').catch(() => '')).trim().split('\n').slice(-1)
    await dispose()
    return { missing: `dockerd could not be started: ${last}`, fatal: debianRoot && mayMount }
  }
  return {
    env,
    docker,
    volumes: async () => (await docker('volume', 'ls', '--quiet')).split('\n').filter(Boolean).sort(),
    use: async (volume) => {
      const tar = `tar -c --files-from /dev/null | docker import - empty:1`
      await execute('sh', ['-c', tar], { env: { ...process.env, ...env } })
      return (await docker('create', '--volume', `${volume}:/v`, 'empty:1', '/none')).trim()
    },
    stop,
    dispose
  }
}

async function answers(docker: DockerEngine['docker'], over: () => boolean): Promise<boolean> {
  const until = Date.now() + patienceMs
  while (Date.now() < until && !over()) {
    try {
      await docker('version', '--format', '{{.Server.Version}}')
      return true
    } catch {
      // Not yet.
      await pause(200)
    }
  }
  return false
}
