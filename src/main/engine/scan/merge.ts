import { arrange, type Forest, type Joined, join, NOWHERE, standing } from './forest'
import { gatherLinks, type LinkRows } from './linked'
import { locate } from './locate'
import type { Merged } from './merged'
import { type Part, received } from './part'
import type { Plan } from './plan'
import { Doors, Names } from './tables'
import { STOPPED } from './words'

/** Rows that were given to somebody and never walked, because the scan was stopped. */
export interface Left {
  readonly owner: number
  readonly rows: Int32Array
}

export interface MergeRequest {
  readonly parts: readonly Part[]
  readonly plan: Plan
  readonly left: readonly Left[]
  readonly stopped: boolean
}

/** Joins what all workers found into one set of tables. Runs in a worker: its time grows with folders and links. */
export function merge(request: MergeRequest): Merged {
  const parts = request.parts.map(received)
  const deviceNumbers = new Map<number, number>()
  const devices = parts.map((part) => Int32Array.from(part.devices, (device) => numbered(deviceNumbers, device)))
  const joined = join(parts)
  const forest = arrange(parts, joined, devices)
  const place = (slot: number, row: number): number => {
    const offset = joined.offsets.get(slot)
    const stands = offset === undefined ? NOWHERE : standing(joined, offset + row)
    return stands === NOWHERE ? NOWHERE : (forest.nodeOf[stands] ?? NOWHERE)
  }
  const files = request.plan.sites.map((site) => (site.kind === 'file' ? site.weight : null))
  const names = namesOf(parts, joined, forest)
  const links = gatherLinks(parts, devices, forest, place, files, (device) => numbered(deviceNumbers, device))
  return {
    nodes: forest.count,
    parent: forest.parent,
    end: forest.end,
    ...sums(joined, forest, links),
    ...names,
    linksBefore: links.before,
    linkInode: links.inode,
    inodeBytes: links.bytes,
    inodeLinks: links.links,
    ...doorsOf(parts, request.left, place),
    againNode: Int32Array.from(forest.again, ([node]) => node),
    againHolder: Int32Array.from(forest.again, ([, holder]) => holder),
    sites: locate(
      request.plan.sites,
      { ...names, ...forest, again: new Map(forest.again) },
      links.files,
      request.stopped
    )
  }
}

function numbered(numbers: Map<number, number>, device: number): number {
  const number = numbers.get(device) ?? numbers.size
  numbers.set(device, number)
  return number
}

function sums(joined: Joined, forest: Forest, links: LinkRows) {
  const { count } = forest
  const ownBefore = new Float64Array(count + 1)
  const entriesBefore = new Float64Array(count + 1)
  const total = new Float64Array(count)
  for (let node = 0; node < count; node++) {
    const row = forest.row[node] ?? 0
    const own = joined.own[row] ?? 0
    total[node] = own + (links.billed[node] ?? 0)
    ownBefore[node + 1] = (ownBefore[node] ?? 0) + own
    entriesBefore[node + 1] = (entriesBefore[node] ?? 0) + (joined.entries[row] ?? 0)
  }
  for (let node = count - 1; node >= 0; node--) {
    const parent = forest.parent[node] ?? NOWHERE
    if (parent !== NOWHERE) total[parent] = (total[parent] ?? 0) + (total[node] ?? 0)
  }
  return { ownBefore, entriesBefore, total }
}

interface ForestNames {
  readonly nameAt: Uint32Array
  readonly nameLength: Uint16Array
  readonly names: Buffer
}

function namesOf(parts: readonly Part[], joined: Joined, forest: Forest): ForestNames {
  const names = new Names()
  const nameAt = new Uint32Array(forest.count)
  const nameLength = new Uint16Array(forest.count)
  const owners = parts
    .map((part) => ({ part, from: (joined.offsets.get(part.slot) ?? 0) + part.first }))
    .filter(({ part }) => part.folders.count > 0)
  for (let node = 0; node < forest.count; node++) {
    const row = forest.row[node] ?? 0
    let owner = 0
    for (let beyond = owners.length; beyond - owner > 1; ) {
      const middle = (owner + beyond) >> 1
      if ((owners[middle]?.from ?? 0) <= row) owner = middle
      else beyond = middle
    }
    const name = owners[owner]?.part.folders.name(row - (owners[owner]?.from ?? 0)) ?? ''
    nameAt[node] = names.add(name)
    nameLength[node] = name.length
  }
  return { nameAt, nameLength, names: names.bytes }
}

function doorsOf(parts: readonly Part[], left: readonly Left[], place: (slot: number, row: number) => number) {
  const all = new Doors()
  for (const part of parts) {
    const { doors } = part
    for (let row = 0; row < doors.count; row++) {
      const node = place(part.slot, doors.folder[row] ?? 0)
      if (node !== NOWHERE) all.add(node, doors.name(row), doors.codes[doors.code[row] ?? 0] ?? '')
    }
  }
  for (const { owner, rows } of left) {
    for (const row of rows) {
      const node = place(owner, row)
      if (node !== NOWHERE) all.add(node, '', STOPPED)
    }
  }
  const order = Uint32Array.from({ length: all.count }, (_, row) => row)
  order.sort((one, other) => (all.folder[one] ?? 0) - (all.folder[other] ?? 0))
  return {
    doorNode: Int32Array.from(order, (row) => all.folder[row] ?? 0),
    doorCode: Uint16Array.from(order, (row) => all.code[row] ?? 0),
    codes: all.codes,
    doorNameAt: Uint32Array.from(order, (row) => all.nameAt[row] ?? 0),
    doorNameLength: Uint16Array.from(order, (row) => all.nameLength[row] ?? 0),
    doorNames: all.names.bytes
  }
}
