import { randomBytes } from 'node:crypto'
import { open, readFile, rename, unlink } from 'node:fs/promises'
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
      let text: string
      try {
        text = await readFile(file, 'utf8')
      } catch (error) {
        const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
        return {
          value: fallback,
          notice: missing ? null : `${file} could not be read: ${words(error)}. Defaults are used.`
        }
      }
      const value = parse(text, schema)
      if (value !== null) return { value: value.parsed, notice: null }
      return { value: fallback, notice: await setAside(file) }
    },
    write: (value) => replace(file, `${JSON.stringify(value, null, 2)}\n`)
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

/** Puts `text` in the place of `file` at once or not at all; the old file is whole whatever fails. */
export async function replace(file: string, text: string): Promise<void> {
  const temporary = join(dirname(file), `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await makeStateFolder(dirname(file))
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await unlink(temporary).catch(() => undefined)
    throw new Error(`${file} could not be written: ${words(error)}. The old one was kept.`)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
