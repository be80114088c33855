import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ExecaError, execa } from 'execa'
import { isAbsence } from '../words'
import { cleanEnvironment } from './environment'

/** How a program ended. Nothing here throws: a program that is absent or hangs is an answer like any other. */
export type Ran =
  | { readonly kind: 'exited'; readonly exit: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'missing'; readonly program: string }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'too-much'; readonly limit: number }
  | { readonly kind: 'failed'; readonly said: string }

export interface RunOptions {
  readonly cwd?: string
  /** Added to, or with `undefined` taken from, the cleaned environment. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Milliseconds until the whole process group is killed. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Most bytes kept of either stream. */
  readonly maxBytes?: number
  /** A descriptor that the program finds as number 3. */
  readonly descriptor?: number
  /** What the program reads on its standard input, a character a byte; without it there is none. */
  readonly input?: string
}

/** Starts one program by its argument list, never through a shell, and waits for its whole process group. */
export type Run = (program: string, args: readonly string[], options: RunOptions) => Promise<Ran>

const usualLimit = 64 * 1024 * 1024
const killAfterMs = 2_000
/** A process that left the group may keep our end of a pipe open for ever; nobody waits for it longer than this. */
const leaveAfterMs = 1_000

/** The groups that run now; none outlives this process, except when it is killed itself. */
const groups = new Set<number>()
process.on('exit', () => {
  for (const pid of groups) signalGroup(pid, 'SIGTERM')
})

/**
 * A runner over a host's environment. `stdout` is a string of bytes (latin1), `stderr` is text. On time-out and cancel
 * the process group gets SIGTERM, two seconds later SIGKILL, and is awaited (CS-40, CS-41, CS-47).
 */
export const createRun = (environment: NodeJS.ProcessEnv): Run => {
  const base = cleanEnvironment(environment)
  return async (program, args, options) => {
    if (options.signal?.aborted) return { kind: 'cancelled' }
    if ([program, ...args, options.cwd ?? ''].some((word) => word.includes('\0')))
      return { kind: 'failed', said: 'An argument holds a NUL character' }
    const child = start(program, args, { ...base, ...options.env }, options)
    const ender = endGroup(child.pid)
    let cut: Cut | null = null
    const stop = (why: Cut) => {
      cut ??= why
      ender.begin()
    }
    const limit = options.maxBytes ?? usualLimit
    const keeping = (stream: Readable) => keep(stream, limit, () => stop({ kind: 'too-much', limit }))
    const [stdout, stderr] = [keeping(child.stdout), keeping(child.stderr)]
    const timer = setTimeout(() => stop({ kind: 'timed-out', afterMs: options.timeoutMs }), options.timeoutMs)
    const cancel = () => stop({ kind: 'cancelled' })
    options.signal?.addEventListener('abort', cancel, { once: true })
    try {
      const result = await Promise.race([child, ender.left])
      if (result === undefined) for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      if (cut !== null) return cut
      if (result === undefined) return { kind: 'killed', signal: 'SIGKILL' }
      if (result.signal !== undefined) return { kind: 'killed', signal: result.signal }
      if (result.exitCode === undefined) return await notStarted(program, options.cwd, result)
      // It ended well, and yet what it printed did not all arrive.
      if (result.failed && result.exitCode === 0) return { kind: 'failed', said: `the answer of ${program} broke off` }
      const printed = { stdout: stdout().toString('latin1'), stderr: stderr().toString('utf8') }
      return { kind: 'exited', exit: result.exitCode, ...printed }
    } finally {
      clearTimeout(timer)
      ender.finish()
      options.signal?.removeEventListener('abort', cancel)
    }
  }
}

/** Why a program was ended from here; the first reason counts. */
type Cut = Extract<Ran, { kind: 'timed-out' | 'cancelled' | 'too-much' }>

/** What it prints is kept here and what outlives us is ended here, which costs half as much as execa's own ways. */
const start = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { cwd, input, descriptor }: RunOptions
) =>
  execa(program, [...args], {
    cwd: cwd ?? '/',
    env,
    extendEnv: false,
    detached: true,
    reject: false,
    cleanup: false,
    buffer: false,
    ...(input === undefined ? {} : { input: Buffer.from(input, 'latin1') }),
    // execa passes a descriptor on in any position; its types know numbers only in the first three.
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(descriptor === undefined ? [] : [descriptor as unknown as 'pipe'])
    ]
  })

/** Keeps what a stream brings, up to a limit; says once that there is more, and lets go of the rest. */
function keep(stream: Readable, limit: number, tooMuch: () => void): () => Buffer {
  let chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else {
      chunks = []
      tooMuch()
    }
  })
  return () => Buffer.concat(chunks)
}

/** Why there is neither an exit code nor a signal. The system says the same of an absent program and an absent folder. */
async function notStarted(program: string, cwd: string | undefined, result: object): Promise<Ran> {
  if (!(result instanceof ExecaError) || result.code !== 'ENOENT')
    return { kind: 'failed', said: result instanceof ExecaError ? result.originalMessage : 'it ended without a word' }
  const gone =
    cwd !== undefined &&
    (await stat(cwd).then(
      () => false,
      (error: unknown) => isAbsence(error)
    ))
  return gone ? { kind: 'failed', said: `${cwd} is gone` } : { kind: 'missing', program }
}

interface Ender {
  begin(): void
  finish(): void
  /** Resolves when the group was killed and its pipes are still open: what holds them is no part of it any more. */
  readonly left: Promise<undefined>
}

/** Ends a process group: politely, then for good. What is left of the group when its leader ended goes too. */
function endGroup(pid: number | undefined): Ender {
  let timer: NodeJS.Timeout | undefined
  let begun = false
  let leave: (nothing: undefined) => void = () => undefined
  const left = new Promise<undefined>((resolve) => {
    leave = resolve
  })
  if (pid !== undefined) groups.add(pid)
  const kill = () => {
    signalGroup(pid, 'SIGKILL')
    timer = setTimeout(() => leave(undefined), leaveAfterMs)
  }
  return {
    left,
    begin: () => {
      if (begun) return
      begun = true
      signalGroup(pid, 'SIGTERM')
      timer = setTimeout(kill, killAfterMs)
    },
    finish: () => {
      clearTimeout(timer)
      if (begun) signalGroup(pid, 'SIGKILL')
      if (pid !== undefined) groups.delete(pid)
    }
  }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is gone, which is what was wanted.
  }
}
