import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** A fresh clone of this repository in an empty folder, with this checkout's packages and a home of its own. */
export interface Fresh {
  readonly folder: string
  readonly env: Record<string, string>
  dispose(): Promise<void>
}

export async function freshClone(): Promise<Fresh> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'clearhold-start-')))
  const folder = join(base, 'code', 'clearhold')
  await mkdir(join(base, 'home'))
  await execute('git', ['-c', 'safe.directory=*', 'clone', '-q', '--no-hardlinks', root, folder])
  const modules = [join(root, 'node_modules'), join(folder, 'node_modules')] as const
  await execute('cp', ['-al', ...modules]).catch(() => execute('cp', ['-a', ...modules]))
  return {
    folder,
    env: environment(join(base, 'home')),
    dispose: () => rm(base, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The machine's environment with another home and without a display; the certificates and proxies of npm stay. */
function environment(home: string): Record<string, string> {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _w, ELECTRON_OVERRIDE_DIST_PATH: _e, ...rest } = process.env
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !/^(XDG_|npm_|DEVPOD)/.test(name)))
  return { ...(own as Record<string, string>), HOME: home }
}

/** A command that goes on until it is stopped. */
export interface Started {
  readonly child: ChildProcess
  output(): string
  /** Waits until the output shows it; rejects with the output when the command ends first. */
  shows(pattern: RegExp, withinMs?: number): Promise<RegExpMatchArray>
  /** Ends the whole process group and answers once it is gone. */
  stop(): Promise<void>
}

export function start(words: readonly [string, ...string[]], fresh: Fresh, env: Record<string, string> = {}): Started {
  const [program, ...args] = words
  const options = { cwd: fresh.folder, env: { ...fresh.env, ...env }, detached: true }
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let ended = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  const gone = new Promise<void>((done) => {
    child.on('close', () => {
      ended = true
      done()
    })
  })
  const end = () => {
    if (!ended && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  }
  process.once('exit', end)
  return {
    child,
    output: () => text,
    shows: async (pattern, withinMs = 120_000) => {
      for (let waited = 0; waited < withinMs; waited += 50) {
        const found = text.match(pattern)
        if (found !== null) return found
        if (ended) break
        await new Promise((done) => setTimeout(done, 50))
      }
      throw new Error(`${words.join(' ')} did not show ${pattern}:\n${text}`)
    },
    stop: async () => {
      end()
      await gone
      process.off('exit', end)
    }
  }
}

export const address = /Clearhold is at (http:\/\/127\.0\.0\.1:\d+\/#\S{40,})/

/** What `clearhold size` says a folder frees, in bytes. */
export async function sizeOf(fresh: Fresh, folder: string): Promise<number> {
  const words = [join(fresh.folder, 'bin', 'clearhold.mjs'), 'size', '--json', folder]
  const { stdout } = await execute(process.execPath, words, { env: fresh.env })
  return JSON.parse(stdout).together.exclusiveBytes
}
