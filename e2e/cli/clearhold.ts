import { spawn } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The command of this checkout. */
export const bin = join(root, 'bin', 'clearhold.mjs')

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

export interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
  /** The command to run in place of this checkout's own. */
  readonly bin?: string
}

/** Builds when something changed, so that the tests speak of this source. */
export async function build(): Promise<void> {
  const ended = await run(process.execPath, [join(root, 'scripts', 'build.mjs')], {})
  if (ended.code !== 0) throw new Error(ended.err)
}

/** `clearhold …` in an environment of its own: nothing of the real machine but PATH unless given. */
export const clearhold = (args: readonly string[], options: Options = {}): Promise<Ended> =>
  run(process.execPath, [options.bin ?? bin, ...args], options)

/** One shell line, in which `$clearhold` is the command; for pipes and for bytes that are not UTF-8. */
export const shell = (line: string, options: Options = {}): Promise<Ended> =>
  run('bash', ['-c', line], {
    ...options,
    env: { ...options.env, clearhold: `${process.execPath} ${options.bin ?? bin}` }
  })

/** Runs a program to its end and keeps what it prints. */
export function run(program: string, args: readonly string[], options: Options): Promise<Ended> {
  const { env, cwd, uid, gid } = options
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...env },
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid })
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString('utf8')
    })
    child.stderr.on('data', (part: Buffer) => {
      err += part.toString('utf8')
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, out, err }))
  })
}

/** A copy of the built command where any user may read it; the path of its script. */
export async function copyForAnyone(folder: string): Promise<string> {
  const app = join(folder, 'app')
  await mkdir(app, { recursive: true })
  for (const part of ['bin', 'package.json', 'out/cli', 'out/renderer'])
    await cp(join(root, part), join(app, part), { recursive: true })
  return join(app, 'bin', 'clearhold.mjs')
}
