import { stat } from 'node:fs/promises'
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
    const limit = options.maxBytes ?? 64 * 1024 * 1024
    if ([program, ...args, options.cwd ?? ''].some((word) => word.includes('\0')))
      return { kind: 'failed', said: 'An argument holds a NUL character' }
    const child = execa(program, [...args], {
      cwd: options.cwd ?? '/',
      env: { ...base, ...options.env },
      extendEnv: false,
      detached: true,
      reject: false,
      cleanup: true,
      encoding: 'latin1',
      stripFinalNewline: false,
      maxBuffer: limit,
      ...(options.input === undefined ? {} : { input: Buffer.from(options.input, 'latin1') }),
      // execa passes a descriptor on in any position; its types know numbers only in the first three.
      stdio: [
        options.input === undefined ? 'ignore' : 'pipe',
        'pipe',
        'pipe',
        ...(options.descriptor === undefined ? [] : [options.descriptor as unknown as 'pipe'])
      ]
    })
    const ender = endGroup(child.pid)
    let ended: 'timed-out' | 'cancelled' | null = null
    const stop = (why: 'timed-out' | 'cancelled') => {
      ended ??= why
      ender.begin()
    }
    const timer = setTimeout(() => stop('timed-out'), options.timeoutMs)
    const cancel = () => stop('cancelled')
    options.signal?.addEventListener('abort', cancel, { once: true })
    try {
      const result = await Promise.race([child, ender.left])
      if (result === undefined) for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      if (ended === 'timed-out') return { kind: 'timed-out', afterMs: options.timeoutMs }
      if (ended === 'cancelled') return { kind: 'cancelled' }
      if (result === undefined) return { kind: 'killed', signal: 'SIGKILL' }
      const ending = endingOf(program, result, limit)
      if (ending.kind === 'too-much') ender.begin()
      return ending.kind === 'missing' ? await notStarted(program, options.cwd) : ending
    } finally {
      clearTimeout(timer)
      ender.finish()
      options.signal?.removeEventListener('abort', cancel)
    }
  }
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

interface Result {
  readonly stdout?: unknown
  readonly stderr?: unknown
  readonly exitCode?: number | undefined
  readonly signal?: string | undefined
}

function endingOf(program: string, result: Result, limit: number): Ran {
  const stdout = String(result.stdout ?? '')
  const stderr = Buffer.from(String(result.stderr ?? ''), 'latin1').toString('utf8')
  if (result instanceof ExecaError) {
    if (result.isMaxBuffer) return { kind: 'too-much', limit }
    if (result.code === 'ENOENT') return { kind: 'missing', program }
    if (result.exitCode === undefined && result.signal === undefined)
      return { kind: 'failed', said: result.originalMessage ?? result.shortMessage }
  }
  if (result.signal !== undefined) return { kind: 'killed', signal: result.signal }
  return { kind: 'exited', exit: result.exitCode ?? -1, stdout, stderr }
}

/** The system says the same of a program that is absent and of a folder to start it in. */
async function notStarted(program: string, cwd: string | undefined): Promise<Ran> {
  const gone =
    cwd !== undefined &&
    (await stat(cwd).then(
      () => false,
      (error: unknown) => isAbsence(error)
    ))
  return gone ? { kind: 'failed', said: `${cwd} is gone` } : { kind: 'missing', program }
}
