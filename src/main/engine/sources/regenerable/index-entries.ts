import { createHash } from 'node:crypto'

/** What an index says of a folder of its checkout. */
export type Tracks =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'tracks'; readonly first: string }
  | { readonly kind: 'unknown'; readonly said: string }

const header = 12
/** The two kinds of names that git has for objects, each with its length. */
const kinds = [
  { hash: 'sha1', id: 20 },
  { hash: 'sha256', id: 32 }
] as const
/** Bytes of an entry before its object's name. */
const beforeName = 40
const modeAt = 24
const extended = 0x4000
const sparseFolder = 0o040000
/** Extensions that take no entry away and add none; a split index and a sparse one are understood by git alone. */
const harmless = new Set(['TREE', 'REUC', 'UNTR', 'FSMN', 'EOIE', 'IEOT'])

/**
 * Whether an index of git (versions 2, 3 and 4; both kinds of object names) has an entry at or below `folder`, a path in
 * its checkout, in bytes. What is not understood to the last byte is unknown. Pure.
 */
export function tracksBelow(bytes: Buffer, folder: string): Tracks {
  const unknown: Tracks = { kind: 'unknown', said: 'git’s index is of a form that is not understood' }
  if (bytes.length < header || bytes.toString('latin1', 0, 4) !== 'DIRC') return unknown
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return unknown
  const whole = kinds.filter((kind) => isWhole(bytes, kind))
  const names = whole.map(({ id }) => namesIn(bytes, version, id)).find((one) => one !== null) ?? null
  if (names === null) return unknown
  const first = names.find((name) => name === folder || name.startsWith(`${folder}/`))
  return first === undefined ? { kind: 'nothing' } : { kind: 'tracks', first }
}

/** An index ends in its own hash, or in zeros where git was told to leave that out. */
function isWhole(bytes: Buffer, { hash, id }: (typeof kinds)[number]): boolean {
  const end = bytes.subarray(bytes.length - id)
  if (end.every((byte) => byte === 0)) return true
  return createHash(hash)
    .update(bytes.subarray(0, bytes.length - id))
    .digest()
    .equals(end)
}

function namesIn(bytes: Buffer, version: number, id: number): string[] | null {
  const end = bytes.length - id
  const names: string[] = []
  let at = header
  let before = ''
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const entry = version === 4 ? packed(bytes, at, id, end, before) : whole(bytes, at, id, end)
    if (entry === null) return null
    names.push(entry.name)
    before = entry.name
    at = entry.next
  }
  while (at + 8 <= end) {
    if (!harmless.has(bytes.toString('latin1', at, at + 4))) return null
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === end ? names : null
}

interface Entry {
  readonly name: string
  readonly next: number
}

/** Where an entry's name begins; null when it is no entry of a file. */
function nameAt(bytes: Buffer, at: number, id: number, end: number): number | null {
  const flags = at + beforeName + id
  if (flags + 4 > end || (bytes.readUInt32BE(at + modeAt) & 0o170000) === sparseFolder) return null
  return flags + ((bytes.readUInt16BE(flags) & extended) === 0 ? 2 : 4)
}

function whole(bytes: Buffer, at: number, id: number, end: number): Entry | null {
  const from = nameAt(bytes, at, id, end)
  const zero = from === null ? -1 : bytes.indexOf(0, from)
  if (from === null || zero <= from || zero >= end) return null
  return { name: bytes.toString('latin1', from, zero), next: at + ((zero - at + 8) & ~7) }
}

/** Version 4 cuts from each name what it has in common with the one before it. */
function packed(bytes: Buffer, at: number, id: number, end: number, before: string): Entry | null {
  const from = nameAt(bytes, at, id, end)
  if (from === null) return null
  let cursor = from
  let byte = bytes[cursor] ?? 0
  let cut = byte & 0x7f
  while ((byte & 0x80) !== 0 && cursor < end) {
    cursor += 1
    byte = bytes[cursor] ?? 0
    cut = ((cut + 1) << 7) | (byte & 0x7f)
  }
  const zero = bytes.indexOf(0, cursor + 1)
  if (zero < 0 || zero >= end || cut > before.length) return null
  return { name: before.slice(0, before.length - cut) + bytes.toString('latin1', cursor + 1, zero), next: zero + 1 }
}
