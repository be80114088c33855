import { Inodes } from './inodes'
import type { Part } from './part'
import { GONE, REPLACED } from './tables'

/** A row that stands for nothing in the forest. */
export const NOWHERE = -1

/** All rows of all parts, numbered through; rows that belong to another worker's row are pointed at it. */
export interface Joined {
  readonly count: number
  readonly offsets: ReadonlyMap<number, number>
  readonly own: Float64Array
  readonly entries: Float64Array
  readonly flags: Uint8Array
  readonly parent: Int32Array
  /** The row that stands for a row: itself, or the row it was grafted on. */
  readonly standsFor: Int32Array
}

export function join(parts: readonly Part[]): Joined {
  const offsets = new Map<number, number>()
  let count = 0
  for (const part of parts) {
    offsets.set(part.slot, count - part.first)
    count += part.folders.count
  }
  const joined: Joined = {
    count,
    offsets,
    own: new Float64Array(count),
    entries: new Float64Array(count),
    flags: new Uint8Array(count),
    parent: new Int32Array(count),
    standsFor: Int32Array.from({ length: count }, (_, row) => row)
  }
  for (const part of parts) copyRows(part, joined)
  for (const part of parts) graftRows(part, joined)
  return joined
}

function copyRows(part: Part, joined: Joined): void {
  const { folders } = part
  const offset = joined.offsets.get(part.slot) ?? 0
  for (let row = 0, to = offset + part.first; row < folders.count; row++, to++) {
    const parent = folders.parent[row] ?? -1
    joined.own[to] = folders.own[row] ?? 0
    joined.entries[to] = folders.entries[row] ?? 0
    joined.flags[to] = folders.flags[row] ?? 0
    joined.parent[to] = parent < 0 ? NOWHERE : parent + offset
  }
}

function graftRows(part: Part, joined: Joined): void {
  const offset = joined.offsets.get(part.slot) ?? 0
  for (const graft of part.grafts) {
    const base = joined.offsets.get(graft.owner)
    joined.standsFor[graft.row + offset] = base === undefined ? NOWHERE : base + graft.target
  }
}

/** The row that stands for `row` after all grafts, or NOWHERE when its worker was lost. */
export function standing(joined: Joined, row: number): number {
  let at = row
  for (let next = joined.standsFor[at] ?? NOWHERE; next !== at; next = joined.standsFor[at] ?? NOWHERE) {
    if (next === NOWHERE) return NOWHERE
    at = next
  }
  return at
}

/** The folders in order (each before what lies in it), each subtree one run of numbers. */
export interface Forest {
  readonly count: number
  /** Joined row of each node. */
  readonly row: Int32Array
  readonly parent: Int32Array
  readonly end: Int32Array
  /** Node of each joined row, NOWHERE when it is not part of the forest. */
  readonly nodeOf: Int32Array
  readonly roots: ReadonlyMap<number, number>
  /** Nodes at which a folder was met again, and the node that holds it. */
  readonly again: readonly (readonly [node: number, holder: number])[]
}

/** Puts the rows in order and keeps each directory once, where it was met first (DL-SIZE-12). */
export function arrange(parts: readonly Part[], joined: Joined, devices: readonly Int32Array[]): Forest {
  settle(joined)
  const { first, next } = families(joined)
  const identity = identities(parts, joined, devices)
  const forest = new Arranging(joined.count)
  for (const part of parts) {
    const offset = joined.offsets.get(part.slot) ?? 0
    for (const { root, row } of part.roots) {
      forest.roots.set(root, forest.count)
      forest.plant(row + offset, joined, first, next, identity)
    }
  }
  return forest.finished()
}

/** Moves what grafted rows found to the rows they stand for. */
function settle(joined: Joined): void {
  for (let row = 0; row < joined.count; row++) {
    if (joined.standsFor[row] === row) continue
    const to = standing(joined, row)
    if (to === NOWHERE) continue
    const flags = joined.flags[row] ?? 0
    const base = (flags & (GONE | REPLACED)) !== 0 ? 0 : (joined.own[to] ?? 0)
    joined.own[to] = base + (joined.own[row] ?? 0)
    joined.entries[to] = (joined.entries[to] ?? 0) + (joined.entries[row] ?? 0)
    joined.flags[to] = (joined.flags[to] ?? 0) | flags
  }
}

/** First child and next sibling of each row. */
function families(joined: Joined): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(joined.count).fill(NOWHERE)
  const next = new Int32Array(joined.count).fill(NOWHERE)
  for (let row = joined.count - 1; row >= 0; row--) {
    const parent = joined.parent[row] ?? NOWHERE
    if (parent === NOWHERE || joined.standsFor[row] !== row) continue
    const holder = standing(joined, parent)
    if (holder === NOWHERE) continue
    next[row] = first[holder] ?? NOWHERE
    first[holder] = row
  }
  return { first, next }
}

/** A running number per directory; inode 0 is given by file systems that have none, so those are never the same. */
function identities(parts: readonly Part[], joined: Joined, devices: readonly Int32Array[]): Int32Array {
  const inodes = new Inodes(joined.count)
  const identity = new Int32Array(joined.count)
  parts.forEach((part, index) => {
    const { folders } = part
    const to = (joined.offsets.get(part.slot) ?? 0) + part.first
    for (let row = 0; row < folders.count; row++) {
      const low = folders.low[row] ?? 0
      const high = folders.high[row] ?? 0
      const device = devices[index]?.[folders.device[row] ?? 0] ?? 0
      identity[to + row] = low === 0 && high === 0 ? NOWHERE : inodes.add(device, low, high)
    }
  })
  return identity
}

class Arranging {
  count = 0
  readonly roots = new Map<number, number>()
  private readonly row: Int32Array
  private readonly parent: Int32Array
  private readonly end: Int32Array
  private readonly nodeOf: Int32Array
  private readonly holder: Int32Array
  private readonly again: [number, number][] = []

  constructor(rows: number) {
    this.row = new Int32Array(rows)
    this.parent = new Int32Array(rows)
    this.end = new Int32Array(rows)
    this.nodeOf = new Int32Array(rows).fill(NOWHERE)
    this.holder = new Int32Array(rows).fill(NOWHERE)
  }

  plant(root: number, joined: Joined, first: Int32Array, next: Int32Array, identity: Int32Array): void {
    let at = root
    let node = NOWHERE
    while (at !== NOWHERE) {
      const entered = this.enter(at, node, joined, identity)
      const child = entered === NOWHERE ? NOWHERE : (first[at] ?? NOWHERE)
      if (entered !== NOWHERE) {
        if (child !== NOWHERE) {
          node = entered
          at = child
          continue
        }
        this.end[entered] = this.count
      }
      while (at !== root && (next[at] ?? NOWHERE) === NOWHERE) {
        at = this.row[node] ?? root
        this.end[node] = this.count
        node = this.parent[node] ?? NOWHERE
      }
      at = at === root ? NOWHERE : (next[at] ?? NOWHERE)
    }
  }

  /** Gives a row its node; NOWHERE when nothing below it is to be looked at. */
  private enter(row: number, parent: number, joined: Joined, identity: Int32Array): number {
    if (((joined.flags[row] ?? 0) & GONE) !== 0) return NOWHERE
    const node = this.count++
    this.row[node] = row
    this.parent[node] = parent
    this.end[node] = this.count
    const key = identity[row] ?? NOWHERE
    const holder = key === NOWHERE ? NOWHERE : (this.holder[key] ?? NOWHERE)
    if (holder !== NOWHERE) {
      this.again.push([node, holder])
      joined.own[row] = 0
      joined.entries[row] = 0
      return NOWHERE
    }
    if (key !== NOWHERE) this.holder[key] = node
    this.nodeOf[row] = node
    return node
  }

  finished(): Forest {
    return {
      count: this.count,
      row: this.row.subarray(0, this.count),
      parent: this.parent.subarray(0, this.count),
      end: this.end.subarray(0, this.count),
      nodeOf: this.nodeOf,
      roots: this.roots,
      again: this.again
    }
  }
}
