import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { bytesOf, type Place } from './place'
import { isAbsence, words } from './words'

/** What reading a whole file gave. `absent` is established; everything else that failed is `unreadable`. */
export type SmallFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'unreadable'; readonly said: string }

const looking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * A regular file of at most `limit` bytes, whole. Never rejects and never waits: a FIFO or a device is said to be no
 * regular file. A file that grows past the limit while it is read is `too-large`.
 */
export async function readSmallFile(place: Place, limit: number): Promise<SmallFile> {
  let handle: FileHandle | undefined
  try {
    handle = await open(bytesOf(place), looking)
    const stats = await handle.stat()
    if (!stats.isFile()) return { kind: 'unreadable', said: 'Not a regular file' }
    if (stats.size > limit) return { kind: 'too-large', size: stats.size }
    const bytes = await handle.readFile()
    return bytes.length > limit ? { kind: 'too-large', size: bytes.length } : { kind: 'read', bytes }
  } catch (error) {
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'unreadable', said: words(error) }
  } finally {
    await handle?.close()
  }
}

/** The text of bytes that are valid UTF-8, else null. */
export function utf8(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') && !Buffer.from(text, 'utf8').equals(bytes) ? null : text
}
