import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { words } from '../words'
import { makeStateFolder } from './folder'

/** What reading gave: the value, and a sentence when something had to be set aside or could not be read. */
export interface Reading<Value> {
  readonly value: Value
  readonly notice: string | null
}

/** One small JSON file of ours. */
export interface Document<Value> {
  /** Never rejects. A damaged file is renamed to `<name>.damaged-<time>` and said; the fallback is used. */
  read(): Promise<Reading<Value>>
  /** Temp file, fsync, rename; mode 0600. Rejects with a sentence that names the file; the old one stays whole. */
  write(value: Value): Promise<void>
}

/** A document at `file` that holds what `schema` takes. */
export function createDocument<Value>(file: string, schema: z.ZodType<Value>, fallback: Value): Document<Value> {
  return {
    read: async () => {
      let text: string | null
      try {
        text = await textIn(file, longest)
      } catch (error) {
        const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
        return {
          value: fallback,
          notice: missing ? null : `${file} could not be read: ${words(error)}. Defaults are used.`
        }
      }
      const value = text === null ? null : parse(text, schema)
      if (value !== null) return { value: value.parsed, notice: null }
      return { value: fallback, notice: await setAside(file) }
    },
    write: (value) => replace(file, `${JSON.stringify(value, null, 2)}\n`)
  }
}

const longest = 16 * 1024 * 1024

/**
 * The whole text of a regular file of ours, `null` when it is longer than `most` bytes. Rejects in the system's words;
 * never waits, whatever stands there.
 */
export async function textIn(file: string, most: number): Promise<string | null> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = await handle.stat()
    if (!stats.isFile()) throw new Error('Not a regular file')
    return stats.size > most ? null : await handle.readFile('utf8')
  } finally {
    await handle?.close()
  }
}

function parse<Value>(text: string, schema: z.ZodType<Value>): { parsed: Value } | null {
  try {
    const result = schema.safeParse(JSON.parse(text))
    return result.success ? { parsed: result.data } : null
  } catch {
    return null
  }
}

async function setAside(file: string): Promise<string> {
  const aside = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  try {
    await rename(file, aside)
    return `${file} was damaged. It was set aside as ${aside}, and defaults are used.`
  } catch (error) {
    return `${file} is damaged and could not be set aside: ${words(error)}. Defaults are used.`
  }
}

/** Who owns a file and who may read it. */
export interface FileOwner {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/**
 * Puts `text` in the place of `file` at once or not at all; the old file is whole whatever fails. The new one is ours and
 * closed to others (0600), or belongs to whom `like` says.
 */
export async function replace(file: string, text: string, like?: FileOwner): Promise<void> {
  const temporary = join(dirname(file), `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await makeStateFolder(dirname(file))
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      if (like !== undefined) await giveTo(handle, like)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await unlink(temporary).catch(() => undefined)
    throw new Error(`${file} could not be written: ${words(error)}. The old one was kept.`)
  }
  // The new one is in place and whole. A folder that cannot be flushed, say because it may not be listed, changes only
  // which of two whole files a power cut leaves.
  await syncFolder(dirname(file)).catch(() => undefined)
}

/** A group that it may not be given gets no rights in it; an owner that it may not be given is a refusal. */
async function giveTo(handle: FileHandle, { mode, uid, gid }: FileOwner): Promise<void> {
  const now = await handle.stat()
  if (now.uid !== uid) await handle.chown(uid, gid)
  const inGroup =
    now.gid === gid ||
    (await handle.chown(uid, gid).then(
      () => true,
      () => false
    ))
  await handle.chmod(inGroup ? mode & 0o7777 : mode & 0o7707)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A value that is kept in a document, and for this run where it cannot be. */
export interface Kept<Value> {
  get(): Value
  /**
   * One change after the other, each to what stands in the file by then, since another Clearhold may have changed it.
   * The change counts for this run in any case; rejects with a sentence when it could not be written.
   */
  change(edit: (value: Value) => Value): Promise<void>
}

/** `fallback` is what the document reads when there is nothing; `now` is what holds until the first change. */
export function createKept<Value>(document: Document<Value> | null, fallback: Value, now: Value): Kept<Value> {
  let current = now
  let written = true
  let last: Promise<unknown> = Promise.resolve()
  const changeNow = async (edit: (value: Value) => Value) => {
    if (document === null) {
      current = edit(current)
      return
    }
    const { value } = written ? await document.read() : { value: fallback }
    current = edit(value === fallback ? current : value)
    written = false
    await document.write(current)
    written = true
  }
  return {
    get: () => current,
    change: (edit) => {
      const done = last.then(() => changeNow(edit))
      last = done.catch(() => undefined)
      return done
    }
  }
}
