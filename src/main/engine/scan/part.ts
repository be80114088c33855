import { Doors, Folders, Links, Names } from './tables'
import type { Graft, Rooted, Walk } from './walk'

/** Tables of one worker as they travel; a worker may hand over several, each under its own slot number. Row numbers in them count from `first`. */
export interface Part {
  readonly slot: number
  readonly first: number
  readonly folders: Folders
  readonly links: Links
  readonly doors: Doors
  readonly devices: readonly number[]
  readonly roots: readonly Rooted[]
  readonly grafts: readonly Graft[]
}

/** How far a worker's tables were filled at some moment. */
export interface Mark {
  readonly folders: number
  readonly links: number
  readonly doors: number
  readonly roots: number
}

export const markOf = (walk: Walk): Mark => ({
  folders: walk.folders.count,
  links: walk.links.count,
  doors: walk.doors.count,
  roots: walk.roots.length
})

/** Everything a walk has found. */
export function partOf(slot: number, walk: Walk): Part {
  const { folders, links, doors, devices, roots, grafts } = walk
  return { slot, first: 0, folders, links, doors, devices, roots, grafts }
}

/** What a walk has found since a mark, as views of its tables: valid until it goes on. */
export function partSince(slot: number, walk: Walk, mark: Mark): Part {
  const { folders, links, doors, devices, roots } = walk
  return {
    slot,
    first: mark.folders,
    folders: viewed(new Folders(), folders, mark.folders),
    links: viewed(new Links(), links, mark.links),
    doors: viewed(new Doors(), doors, mark.doors),
    devices,
    roots: roots.slice(mark.roots),
    grafts: []
  }
}

function viewed<T extends { count: number }>(view: T, whole: T, from: number): T {
  const fields = Object.entries(whole).map(([key, value]: [string, unknown]) => [key, tailOf(value, from)])
  return Object.assign(view, Object.fromEntries(fields), { count: whole.count - from })
}

function tailOf(value: unknown, from: number): unknown {
  return ArrayBuffer.isView(value) && 'subarray' in value ? (value as Uint8Array).subarray(from) : value
}

/** The same classes again after a message has reduced them to their fields. */
export function received(part: Part): Part {
  return {
    ...part,
    folders: Object.assign(new Folders(), part.folders, { names: namesFrom(part.folders.names) }),
    links: Object.assign(new Links(), part.links),
    doors: Object.assign(new Doors(), part.doors, { names: namesFrom(part.doors.names) })
  }
}

function namesFrom(sent: Names): Names {
  const bytes = Buffer.from(sent.bytes.buffer, sent.bytes.byteOffset, sent.bytes.byteLength)
  return Object.assign(new Names(), { bytes, length: sent.length })
}

/** The buffers of all typed arrays in a record, those of records within included: to be moved, not copied. */
export function buffersOf(record: object): ArrayBuffer[] {
  return Object.values(record).flatMap((value: unknown): ArrayBuffer[] => {
    if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? buffersOf(value) : []
  })
}
