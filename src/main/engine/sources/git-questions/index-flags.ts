import { childOf, type Place } from '../../place'
import { readSmallFile } from '../../small-file'

const largest = 64 * 1024 * 1024
const header = 12
/** Bytes of an entry before its flags, with names of 20 bytes, and where the mode stands in it. */
const beforeFlags = 60
const modeAt = 24
const trailer = 20

const assumeValid = 0x8000
const extended = 0x4000
const nameMask = 0x0fff
const skipWorktree = 0x4000
const gitlink = 0o160000
const sparseFolder = 0o040000

/**
 * True when an index, read without git, proves that no entry of it is marked for git not to look at. Everything it does
 * not understand to the last byte is no proof: another version, another hash, a split or a sparse index.
 */
export async function indexHidesNothing(gitDir: Place): Promise<boolean> {
  const read = await readSmallFile(childOf(gitDir, 'index'), largest)
  return read.kind === 'read' && hidesNothing(read.bytes)
}

/** Pure, over the bytes of an index of version 2 or 3. */
export function hidesNothing(bytes: Buffer): boolean {
  if (bytes.length < header + trailer || bytes.toString('latin1', 0, 4) !== 'DIRC') return false
  const version = bytes.readUInt32BE(4)
  if (version !== 2 && version !== 3) return false
  let at = header
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const next = afterPlainEntry(bytes, at, version)
    if (next === null) return false
    at = next
  }
  return endsInKnownExtensions(bytes, at)
}

/** Where the entry after this one begins; null when it is marked, or is not what an entry looks like. */
function afterPlainEntry(bytes: Buffer, at: number, version: number): number | null {
  const end = bytes.length - trailer
  if (at + beforeFlags + 2 > end) return null
  const flags = bytes.readUInt16BE(at + beforeFlags)
  const mode = bytes.readUInt32BE(at + modeAt)
  if ((flags & assumeValid) !== 0 || mode === sparseFolder || (mode & 0o170000) === 0) return null
  let name = at + beforeFlags + 2
  if ((flags & extended) !== 0) {
    if (version < 3 || (bytes.readUInt16BE(name) & skipWorktree) !== 0) return null
    name += 2
  }
  const zero = bytes.indexOf(0, name)
  const length = zero - name
  if (zero === -1 || zero >= end || length === 0 || Math.min(length, nameMask) !== (flags & nameMask)) return null
  if (mode !== gitlink && (mode & 0o170000) !== 0o100000 && (mode & 0o170000) !== 0o120000) return null
  return at + ((name - at + length + 8) & ~7)
}

/** Extensions that say nothing of flags, one after the other, up to the hash at the end. */
const harmless = new Set(['TREE', 'REUC', 'UNTR', 'FSMN', 'EOIE', 'IEOT'])

function endsInKnownExtensions(bytes: Buffer, from: number): boolean {
  const end = bytes.length - trailer
  let at = from
  while (at + 8 <= end) {
    if (!harmless.has(bytes.toString('latin1', at, at + 4))) return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === end
}
