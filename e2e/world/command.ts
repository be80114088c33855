import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { World } from './world'

const execute = promisify(execFile)
const checkout = resolve(import.meta.dirname, '../..')

/** How a command ended. */
export interface Ended {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

export interface Who {
  readonly uid?: number
  readonly gid?: number
}

/**
 * Runs a program in a world's environment, from its home, and waits for it, a minute at most. `input` is all it gets on
 * its standard input, which ends then.
 */
export async function runIn(
  world: World,
  program: string,
  args: readonly string[],
  who: Who = {},
  input = ''
): Promise<Ended> {
  const options = { cwd: world.home, env: world.env, timeout: 60_000, maxBuffer: 64 * 1024 * 1024, ...who }
  return new Promise((done) => {
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error?.code
      done({ exit: error === null ? 0 : typeof code === 'number' ? code : -1, stdout, stderr })
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** Runs `clearhold` with these words. */
export type Command = (args: readonly string[], who?: Who, input?: string) => Promise<Ended>

/**
 * Builds the command line if needed and puts a copy into the world, where the ordinary user can reach it. What it
 * answers runs `clearhold` there.
 */
export async function installClearhold(world: World): Promise<Command> {
  await execute(process.execPath, [join(checkout, 'scripts', 'build.mjs')], { timeout: 300_000 })
  const folder = join(world.base, 'checkout')
  await mkdir(join(folder, 'bin'), { recursive: true })
  await copyFile(join(checkout, 'package.json'), join(folder, 'package.json'))
  await copyFile(join(checkout, 'bin', 'clearhold.mjs'), join(folder, 'bin', 'clearhold.mjs'))
  await cp(join(checkout, 'out', 'cli'), join(folder, 'out', 'cli'), { recursive: true })
  const script = join(folder, 'bin', 'clearhold.mjs')
  return (args, who, input) => runIn(world, process.execPath, [script, ...args], who, input)
}

/** The real `dl` 0.64, copied into the world; or why it cannot be had. */
export async function installDl(world: World): Promise<{ readonly program: string } | { readonly missing: string }> {
  try {
    const { stdout } = await execute(process.execPath, [join(checkout, 'scripts', 'dl.mjs')], { timeout: 240_000 })
    const program = join(world.base, 'bin', 'dl')
    await copyFile(stdout.trim(), program)
    return { program }
  } catch (error) {
    return { missing: String((error as { stderr?: string }).stderr ?? error).trim() }
  }
}
