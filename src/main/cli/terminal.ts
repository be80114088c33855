import { fstatSync } from 'node:fs'
import type { Place } from '../engine/place'
import { type Paint, painter } from './columns'
import { exactArguments, workingFolder } from './exact-argv'
import { printable } from './printable'

/** All that a command may touch of the process it runs in. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly words: readonly string[]
  readonly cwd: Place
  /** Writes a line of the answer. */
  answer(line: string): void
  /** Writes a line of everything that is not the answer. */
  say(line: string): void
  /** Says something of the engine's or a name's once, however often it comes, made printable. */
  notice(text: string): void
  /** Writes over the last line of standard error; only for terminals. */
  rewrite(text: string): void
  readonly columns: number
  readonly showsProgress: boolean
  readonly paint: Paint
  readonly input: NodeJS.ReadStream
  readonly inputTakesLines: boolean
  /** Aborted at Ctrl-C, when the terminal closes, and when the reader of the answer goes away. */
  readonly signal: AbortSignal
  /** Waits until all that was written has been taken. */
  flush(): Promise<void>
}

/** Colours only for a terminal that wants them (https://no-color.org). */
const wantsColour = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv) =>
  stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'

/** A terminal, a pipe or a socket may still bring a line; a file or nothing will not. */
function takesLines(): boolean {
  if (process.stdin.isTTY === true) return true
  const input = fstatSync(0)
  return input.isFIFO() || input.isSocket()
}

/** Where one stands may have been removed; then relative names still mean that place, and everything else works from `/`. */
function standOnGround(cwd: Place): Place {
  try {
    process.cwd()
  } catch {
    process.chdir('/')
  }
  return cwd
}

/** The real one. A reader that goes away (`| head`) ends the command without a word. */
export function openTerminal(ended: AbortController): Terminal {
  const { stdout, stderr, env } = process
  const streams = [stdout, stderr]
  const gone = new Set<NodeJS.WriteStream>()
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      gone.add(stream)
      if (stream === stdout) ended.abort(error.code === 'EPIPE' ? readerGone : error)
    })
  const write = (stream: NodeJS.WriteStream, text: string) => {
    if (!gone.has(stream)) stream.write(text)
  }
  let rewritten = false
  const clear = () => {
    if (rewritten) write(stderr, '\r\u001b[2K')
    rewritten = false
  }
  const noticed = new Set<string>()
  const say = (line: string) => {
    clear()
    write(stderr, `${line}\n`)
  }
  return {
    env,
    words: exactArguments(process.argv),
    cwd: standOnGround(workingFolder()),
    answer: (line) => {
      if (stdout.isTTY) clear()
      write(stdout, `${line}\n`)
    },
    say,
    notice: (text) => {
      if (!noticed.has(text)) say(printable(text))
      noticed.add(text)
    },
    rewrite: (text) => {
      clear()
      write(stderr, text)
      rewritten = text !== ''
    },
    // A terminal of unknown size says 0.
    columns: stderr.columns || 80,
    showsProgress: stderr.isTTY === true && env['TERM'] !== 'dumb',
    paint: painter(wantsColour(stdout, env)),
    // Opened only when it is asked for.
    get input() {
      return process.stdin
    },
    get inputTakesLines() {
      return takesLines()
    },
    signal: ended.signal,
    flush: async () => {
      clear()
      for (const stream of streams) await drained(stream, gone)
    }
  }
}

/** Why the signal of a terminal was aborted when nobody reads the answer any more. */
export const readerGone = Symbol('the reader of the answer went away')

/** A write's callback comes after all that was written before it, also when the stream has failed. */
function drained(stream: NodeJS.WriteStream, gone: ReadonlySet<NodeJS.WriteStream>): Promise<void> {
  return gone.has(stream) ? Promise.resolve() : new Promise((done) => stream.write('', () => done()))
}
