import { constants } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeStateFolder } from '../state/folder'
import { words } from '../words'
import { type ActLine, blank, type Line, read, type Step, type Unfinished, written } from './journal-lines'

/** Room for some two hundred steps; made once and kept, so that an act on a full disk can be written down (CS-63). */
const room = 256 * 1024
/** Where the disk has no more: a few steps. */
const leastRoom = 8 * 1024
const growth = 64 * 1024
const longest = 256 * 1024 * 1024

/** What stood in the journal, with a sentence for what could not be read. */
export interface JournalRead {
  readonly unfinished: Unfinished | null
  readonly notice: string | null
}

/** An act that is being written down; each line is on the disk when its promise is kept. */
export interface OpenJournal {
  /** The line before a step (CS-60). The step's number; rejects with a `NotWritten`, and then it must not be begun. */
  before(step: Step): Promise<number>
  /** The line after it. Rejects with a `NotWritten`; what was done stays done. */
  after(step: number, end: string): Promise<void>
  /** The act is over: its lines are cleared and their room is kept. Never rejects. */
  end(): Promise<void>
}

export interface Journal {
  /** Never rejects, changes nothing. Meaningful under the act lock only: an act that runs looks unfinished. */
  read(): Promise<JournalRead>
  /** Makes the file with its room. Rejects with a `NotWritten`. */
  prepare(): Promise<void>
  /** Rejects with a `NotWritten`, also while an unfinished act stands in it: that has to be settled first. */
  begin(of: ActLine): Promise<OpenJournal>
  /** Forgets an unfinished act that was dealt with. A journal that is damaged is set aside. Rejects with a `NotWritten`. */
  settle(): Promise<void>
}

/** A sentence that says why nothing was written down, and so nothing may be done. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

/** The journal of all acts in one file of ours; null where no home is known, and then nothing can be begun. */
export function createJournal(file: string | null, now: () => Date = () => new Date()): Journal {
  if (file === null) {
    const nowhere = async () => {
      throw new NotWritten('HOME is not set, so nothing can be written down before it goes.')
    }
    return { read: async () => ({ unfinished: null, notice: null }), prepare: nowhere, begin: nowhere, settle: nowhere }
  }
  const failed = (error: unknown) =>
    error instanceof NotWritten ? error : new NotWritten(`${file} could not be written: ${words(error)}.`)
  const guarded = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work()
    } catch (error) {
      throw failed(error)
    }
  }
  return {
    read: () => readFrom(file),
    prepare: () => guarded(async () => (await opened(file)).close()),
    begin: (of) => guarded(() => begin(file, of, now, failed)),
    settle: () => guarded(() => settle(file, now))
  }
}

async function readFrom(file: string): Promise<JournalRead> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const { unfinished, damaged } = read(await textIn(handle))
      const notice = damaged ? `${file} was cut short or damaged. What was written before that counts.` : null
      return { unfinished, notice }
    } finally {
      await handle.close()
    }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { unfinished: null, notice: missing ? null : `${file} could not be read: ${words(error)}.` }
  }
}

async function textIn(handle: FileHandle): Promise<string> {
  const stats = await handle.stat()
  if (!stats.isFile() || stats.size > longest) throw new Error('It is no file of ours')
  const bytes = Buffer.alloc(stats.size)
  await handle.read(bytes, 0, stats.size, 0)
  return bytes.toString('utf8')
}

/** Opens the file with at least some room in it, made where there is none. */
async function opened(file: string): Promise<FileHandle> {
  await makeStateFolder(dirname(file))
  const handle = await open(
    file,
    constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    0o600
  )
  try {
    const { size } = await handle.stat()
    if (size < room) await grow(handle, room - size).catch((error) => enough(handle, error))
    await syncFolder(dirname(file))
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function enough(handle: FileHandle, error: unknown): Promise<void> {
  const { size, blocks } = await handle.stat()
  if (size < leastRoom || blocks * 512 < leastRoom) throw error
}

/** Adds room that is the disk's already when this answers. */
async function grow(handle: FileHandle, bytes: number): Promise<void> {
  const block = Buffer.alloc(Math.min(growth, bytes), blank)
  for (let added = 0; added < bytes; added += block.length) {
    const { size } = await handle.stat()
    await whole(handle, block, size)
  }
  await handle.sync()
}

async function whole(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  const { bytesWritten } = await handle.write(bytes, 0, bytes.length, at)
  if (bytesWritten < bytes.length) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
}

async function begin(
  file: string,
  of: ActLine,
  now: () => Date,
  failed: (error: unknown) => NotWritten
): Promise<OpenJournal> {
  const handle = await opened(file)
  try {
    const before = read(await textIn(handle))
    if (before.unfinished !== null || before.damaged)
      throw new NotWritten(
        `${file} still holds an act that did not end. Start Clearhold again to see what became of it.`
      )
    await blanked(handle)
    const writing = new Writing(handle, now, failed)
    await writing.add({ line: 'act', of })
    return writing
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Over from the first byte on, so that a clearing that is cut short leaves no first line. */
async function blanked(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat()
  const text = await textIn(handle)
  const used = Math.min(size, Buffer.byteLength(text.trimEnd()) + 1)
  if (used > 1) await whole(handle, Buffer.alloc(used, blank), 0)
  await handle.datasync()
}

type Said =
  | Omit<Extract<Line, { line: 'act' }>, 'number' | 'at'>
  | Omit<Extract<Line, { line: 'begun' }>, 'number' | 'at'>
  | Omit<Extract<Line, { line: 'done' }>, 'number' | 'at'>
  | Omit<Extract<Line, { line: 'end' }>, 'number' | 'at'>

class Writing implements OpenJournal {
  private number = 0
  private at = 0
  private broken: NotWritten | null = null
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly handle: FileHandle,
    private readonly now: () => Date,
    private readonly failed: (error: unknown) => NotWritten
  ) {}

  /** The number of the line, once it is on the disk. One after the other. */
  add(line: Said): Promise<number> {
    const written = this.last.then(() => this.write(line))
    this.last = written.catch(() => undefined)
    return written
  }

  before(step: Step): Promise<number> {
    return this.add({ line: 'begun', step })
  }

  async after(step: number, end: string): Promise<void> {
    await this.add({ line: 'done', of: step, end })
  }

  async end(): Promise<void> {
    try {
      // Where no line can be added, clearing what stands there may still be possible.
      await this.add({ line: 'end' }).catch(() => undefined)
      await blanked(this.handle)
    } catch {
      // The next start finds an act without its end, looks at each of its steps, and finds nothing left to do.
    } finally {
      await this.handle.close()
    }
  }

  private async write(line: Said): Promise<number> {
    if (this.broken !== null) throw this.broken
    const number = this.number
    const bytes = Buffer.from(written({ ...line, number, at: this.now().toISOString() } as Line), 'utf8')
    try {
      const { size } = await this.handle.stat()
      if (this.at + bytes.length + 1 > size) await grow(this.handle, bytes.length + growth)
      await whole(this.handle, bytes, this.at)
      await this.handle.datasync()
    } catch (error) {
      this.broken = this.failed(error)
      throw this.broken
    }
    this.number += 1
    this.at += bytes.length
    return number
  }
}

async function settle(file: string, now: () => Date): Promise<void> {
  const handle = await opened(file)
  try {
    if (!read(await textIn(handle)).damaged) return await blanked(handle)
  } finally {
    await handle.close()
  }
  await rename(file, `${file}.damaged-${now().toISOString().replace(/[:.]/g, '-')}`)
  await (await opened(file)).close()
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
