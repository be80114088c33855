import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { words } from '../words'
import { textIn } from './document'
import { makeStateFolder } from './folder'

const longest = 256 * 1024 * 1024

export interface LinesRead<Value> {
  readonly lines: readonly Value[]
  /** Lines that were cut or not ours; they stay in the file. */
  readonly damaged: number
  readonly notice: string | null
}

/** An append-only file of JSON lines, safe with several writers: each line is one write to a file opened for appending. */
export interface Lines<Value> {
  read(): Promise<LinesRead<Value>>
  /** Appends and flushes. Rejects with a sentence that names the file. */
  append(value: Value): Promise<void>
}

/** Lines at `file` that each hold what `schema` takes. */
export function createLines<Value>(file: string, schema: z.ZodType<Value>): Lines<Value> {
  return {
    read: async () => {
      try {
        const text = await textIn(file, longest)
        if (text === null) return { lines: [], damaged: 0, notice: `${file} is too long to be read.` }
        return sift(text.split('\n'), schema)
      } catch (error) {
        const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
        return { lines: [], damaged: 0, notice: missing ? null : `${file} could not be read: ${words(error)}.` }
      }
    },
    append: async (value) => {
      try {
        await makeStateFolder(dirname(file))
        const handle = await open(file, 'a+', 0o600)
        try {
          await handle.write(`${(await endsCut(handle)) ? '\n' : ''}${JSON.stringify(value)}\n`)
          await handle.sync()
        } finally {
          await handle.close()
        }
      } catch (error) {
        throw new Error(`${file} could not be written: ${words(error)}.`)
      }
    }
  }
}

/** A line that a crash cut short must not swallow the next one. */
async function endsCut(handle: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return false
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== 0x0a
}

function sift<Value>(texts: readonly string[], schema: z.ZodType<Value>): LinesRead<Value> {
  const lines: Value[] = []
  let damaged = 0
  for (const text of texts) {
    if (text.trim() === '') continue
    try {
      lines.push(schema.parse(JSON.parse(text)))
    } catch {
      damaged += 1
    }
  }
  return { lines, damaged, notice: null }
}
