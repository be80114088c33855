import { type ChildProcess, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isAbsence, words } from '../words'
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
    if ('kind' in child) return child
    const ender = endGroup(child.pid)
    let cut: Cut | null = null
    const stop = (why: Cut) => {
      cut ??= why
      ender.begin()
    }
    const limit = options.maxBytes ?? usualLimit
    const keeping = (stream: Readable | null) => keep(stream, limit, () => stop({ kind: 'too-much', limit }))
    const [stdout, stderr] = [keeping(child.stdout), keeping(child.stderr)]
    const timer = setTimeout(() => stop({ kind: 'timed-out', afterMs: options.timeoutMs }), options.timeoutMs)
    const cancel = () => stop({ kind: 'cancelled' })
    options.signal?.addEventListener('abort', cancel, { once: true })
    try {
      const ending = await Promise.race([endOf(child), ender.left])
      if (ending === undefined) for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      if (cut !== null) return cut
      if (ending === undefined) return { kind: 'killed', signal: 'SIGKILL' }
      if (ending.kind === 'refused') return await notStarted(program, options.cwd, ending.error)
      const broken = stdout.broken() ?? stderr.broken()
      if (broken !== undefined) return { kind: 'failed', said: words(broken) }
      if (ending.signal !== null) return { kind: 'killed', signal: ending.signal }
      const printed = { stdout: stdout.bytes().toString('latin1'), stderr: stderr.bytes().toString('utf8') }
      return { kind: 'exited', exit: ending.exit, ...printed }
    } finally {
      clearTimeout(timer)
      ender.finish()
      options.signal?.removeEventListener('abort', cancel)
    }
  }
}

/** Why a program was ended from here; the first reason counts. */
type Cut = Extract<Ran, { kind: 'timed-out' | 'cancelled' | 'too-much' }>

/** Starts it; what the system refuses at once is an answer like any other. */
function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { cwd, input, descriptor }: RunOptions
): ChildProcess | Ran {
  try {
    const child = spawn(program, args, {
      cwd: cwd ?? '/',
      env,
      detached: true,
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        'pipe',
        'pipe',
        ...(descriptor === undefined ? [] : [descriptor])
      ]
    })
    // A program that ends before it has read everything is judged by how it ended.
    child.stdin?.on('error', () => undefined).end(input, 'latin1')
    return child
  } catch (error) {
    return { kind: 'failed', said: words(error) }
  }
}

type Ending =
  | { readonly kind: 'ended'; readonly exit: number; readonly signal: string | null }
  | { readonly kind: 'refused'; readonly error: Error }

/** When it ended and nobody holds its pipes any more, or when it could not be started. */
const endOf = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve) => {
    child.on('error', (error) => resolve({ kind: 'refused', error }))
    child.on('close', (code, signal) => resolve({ kind: 'ended', exit: code ?? -1, signal }))
  })

/** The system says the same of a program that is absent and of a folder to start it in. */
async function notStarted(program: string, cwd: string | undefined, error: Error): Promise<Ran> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return { kind: 'failed', said: words(error) }
  const gone =
    cwd === undefined
      ? null
      : await stat(cwd).then(
          () => null,
          (refusal: unknown) => refusal
        )
  return gone !== null && isAbsence(gone) ? { kind: 'failed', said: `${cwd} is gone` } : { kind: 'missing', program }
}

interface Kept {
  bytes(): Buffer
  /** Why the stream could not be read to its end. */
  broken(): Error | undefined
}

/** Keeps what a stream brings, up to a limit; says once that there is more, and lets go of the rest. */
function keep(stream: Readable | null, limit: number, tooMuch: () => void): Kept {
  let chunks: Buffer[] = []
  let size = 0
  let error: Error | undefined
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else {
      chunks = []
      tooMuch()
    }
  })
  stream?.on('error', (broken) => {
    error = broken
  })
  return { bytes: () => Buffer.concat(chunks), broken: () => error }
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
