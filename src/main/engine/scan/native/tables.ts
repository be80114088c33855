import { getSystemErrorName } from 'node:util'
import type { Merged } from '../merged'
import { STOPPED } from '../words'

/** How much the addon has put in order. */
export interface Counts {
  readonly nodes: number
  readonly links: number
  readonly inodes: number
  readonly doors: number
  readonly again: number
  readonly roots: number
  readonly names: number
  readonly doorNames: number
}

export function countsFrom(numbers: Float64Array): Counts {
  const [nodes = 0, links = 0, inodes = 0, doors = 0, again = 0, roots = 0, names = 0, doorNames = 0] = numbers
  return { nodes, links, inodes, doors, again, roots, names, doorNames }
}

export type Tables = Omit<Merged, 'sites'> & { readonly rootNode: Int32Array }

/** Views of one block of memory, one behind the other. */
class Cutter {
  at = 0
  constructor(private readonly buffer: ArrayBuffer | null) {}

  cut<View>(
    Kind: { new (buffer: ArrayBuffer, at: number, length: number): View; BYTES_PER_ELEMENT: number },
    length: number
  ) {
    const from = this.at
    this.at += length * Kind.BYTES_PER_ELEMENT
    return this.buffer === null ? new Kind(new ArrayBuffer(0), 0, 0) : new Kind(this.buffer, from, length)
  }
}

/** The **bytes** of all tables together. */
export function sizeOf(counts: Counts): number {
  const measured = new Cutter(null)
  cutTables(measured, counts)
  return measured.at
}

/** The tables that the addon has filled in; the order is the one of fill.c. */
export const tablesIn = (buffer: ArrayBuffer, counts: Counts): Tables => cutTables(new Cutter(buffer), counts)

function cutTables(from: Cutter, { nodes, links, inodes, doors, again, roots, names, doorNames }: Counts): Tables {
  return {
    nodes,
    codes: codesOfSystem(),
    ownBefore: from.cut(Float64Array, nodes + 1),
    entriesBefore: from.cut(Float64Array, nodes + 1),
    total: from.cut(Float64Array, nodes),
    inodeBytes: from.cut(Float64Array, inodes),
    parent: from.cut(Int32Array, nodes),
    end: from.cut(Int32Array, nodes),
    nameAt: from.cut(Uint32Array, nodes),
    linksBefore: from.cut(Uint32Array, nodes + 1),
    linkInode: from.cut(Uint32Array, links),
    inodeLinks: from.cut(Uint32Array, inodes),
    doorNode: from.cut(Int32Array, doors),
    doorNameAt: from.cut(Uint32Array, doors),
    againNode: from.cut(Int32Array, again),
    againHolder: from.cut(Int32Array, again),
    rootNode: from.cut(Int32Array, roots),
    nameLength: from.cut(Uint16Array, nodes),
    doorCode: from.cut(Uint16Array, doors),
    doorNameLength: from.cut(Uint16Array, doors),
    names: from.cut(Uint8Array, names),
    doorNames: from.cut(Uint8Array, doorNames)
  }
}

const HIGHEST_ERROR = 200
let codes: readonly string[] | null = null

/** The name of each error number of the system, the way Node spells it; number 0 stands for a stopped scan. */
export function codesOfSystem(): readonly string[] {
  codes ??= Array.from({ length: HIGHEST_ERROR }, (_, error) => (error === 0 ? STOPPED : getSystemErrorName(-error)))
  return codes
}
