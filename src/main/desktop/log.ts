import { constants } from 'node:fs'
import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogLevel } from './engine-wire'
import { redact } from './redact'

export interface LogOptions {
  readonly folder: string
  readonly home: string
  /** A file is turned over once it is longer than this, in bytes; half a megabyte when left out. */
  readonly limit?: number
  readonly now?: () => Date
}

/** Lines for whoever looks for a fault. */
export interface Log {
  /** Never throws and never waits. */
  write(level: LogLevel, text: string): void
  /** Settles once everything so far is in the file. */
  flushed(): Promise<void>
}

/** Older files that are kept: `clearhold.1.log` is the youngest of them. */
const kept = 3
/** Never waits for a reader, should a pipe stand there. */
const appending = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)

/** A log of our own in `clearhold.log`, only the owner's to read, turned over by size (F10). */
export function openLog({ folder, home, limit = 512 * 1024, now = () => new Date() }: LogOptions): Log {
  const file = (turn: number) => join(folder, turn === 0 ? 'clearhold.log' : `clearhold.${turn}.log`)
  let queue: Promise<void> = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => undefined)
  const turnOver = async () => {
    const { size } = await stat(file(0)).catch(() => ({ size: 0 }))
    if (size < limit) return
    for (let turn = kept; turn > 0; turn -= 1) await rename(file(turn - 1), file(turn)).catch(() => undefined)
  }
  const append = async (line: string) => {
    await turnOver()
    await appendFile(file(0), line, { mode: 0o600, flag: appending })
  }
  return {
    write: (level, text) => {
      const line = `${now().toISOString()} ${level} ${redact(text.trimEnd(), home).replace(/\n/g, '\n  ')}\n`
      // A log that cannot be written has nowhere left to say so but here.
      queue = queue.then(() => append(line)).catch((error: Error) => console.error(error.message, line))
    },
    flushed: () => queue
  }
}
