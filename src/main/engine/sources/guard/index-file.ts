import type { Dirent } from 'node:fs'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { isAbsence, words } from '../../words'

/** What a look at an index, without git, can rule out. */
export type IndexLook =
  | { readonly kind: 'looked'; readonly mayHoldSubmodules: boolean }
  | { readonly kind: 'refused'; readonly said: string }

/** The mode of a submodule's entry, as every version of the index holds it, and the byte of it that is rare. */
const gitlinkMode = Buffer.from([0, 0, 0xe0, 0])
const rareByte = 2
/** The name of the extension that makes an index lean on a shared one. */
const link = Buffer.from('link')

/**
 * Searches an administrative folder and its index for what decides whether and how git may be asked. git would wait for
 * ever for somebody to write into a pipe that stands in the place of one of its files. Where the four bytes of a
 * submodule's mode do not occur there is none. A split index is refused: git gives its shared part a new time whenever it
 * reads it, and reading writes nothing (CS-46, CS-47, CS-53).
 */
export async function lookAtIndex(gitDir: Place): Promise<IndexLook> {
  const listed = await withoutPipes(gitDir)
  if (listed.kind === 'refused') return listed
  const shared = listed.names.some((name) => name.startsWith('sharedindex.'))
  let file: FileHandle | undefined
  try {
    file = await open(bytesOf(childOf(gitDir, 'index')), constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = await file.stat()
    if (!stats.isFile()) return refused('its index is no regular file')
    if (stats.size > limit) return refused('its index is too large to read')
    const found = await search(file, stats.size, shared)
    if (found.link) return refused('its index is split, and git cannot read it untouched')
    return { kind: 'looked', mayHoldSubmodules: found.gitlink }
  } catch (error) {
    return isAbsence(error) ? { kind: 'looked', mayHoldSubmodules: false } : refused(words(error))
  } finally {
    await file?.close()
  }
}

const refused = (said: string) => ({ kind: 'refused' as const, said })

/** The names in a folder of git's; refused when a pipe or a device is among them, or a link that leads to a pipe. */
export async function withoutPipes(
  folder: Place
): Promise<{ readonly kind: 'listed'; readonly names: readonly string[] } | ReturnType<typeof refused>> {
  let entries: Dirent[]
  try {
    entries = await readdir(bytesOf(folder), { encoding: 'latin1', withFileTypes: true })
  } catch (error) {
    return refused(words(error))
  }
  for (const entry of entries) {
    const odd = entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()
    if (odd || (entry.isSymbolicLink() && (await leadsToPipe(childOf(folder, entry.name)))))
      return refused(`${shown(childOf(folder, entry.name))} is no regular file`)
  }
  return { kind: 'listed', names: entries.map(({ name }) => name) }
}

const leadsToPipe = (link: Place): Promise<boolean> =>
  stat(bytesOf(link)).then(
    (stats) => stats.isFIFO(),
    () => false
  )

const limit = 512 * 1024 * 1024
const pieceBytes = 512 * 1024

/** Reads piece by piece, so that an index of a huge checkout costs no memory; `link` is looked for only where asked. */
async function search(file: FileHandle, size: number, forLink: boolean) {
  const found = { gitlink: false, link: false }
  const overlap = gitlinkMode.length - 1
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size) + overlap + 1)
  let kept = 0
  for (let read = 0; read <= limit; ) {
    const { bytesRead } = await file.read(piece, kept, piece.length - kept, null)
    if (bytesRead === 0) return found
    read += bytesRead
    const held = piece.subarray(0, kept + bytesRead)
    found.gitlink ||= holdsGitlink(held)
    found.link ||= forLink && held.includes(link)
    if (found.gitlink && (found.link || !forLink)) return found
    const rest = held.subarray(Math.max(0, held.length - overlap))
    rest.copy(piece)
    kept = rest.length
  }
  throw new Error('its index grows while it is read')
}

/** Goes from one rare byte to the next, many times faster than to search for the zeros around it. */
function holdsGitlink(bytes: Buffer): boolean {
  const byte = gitlinkMode[rareByte] ?? 0
  for (let at = bytes.indexOf(byte, rareByte); at !== -1; at = bytes.indexOf(byte, at + 1))
    if (gitlinkMode.every((one, offset) => bytes[at - rareByte + offset] === one)) return true
  return false
}
