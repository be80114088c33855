import { type Forest, NOWHERE } from './forest'
import { Inodes } from './inodes'
import type { Part } from './part'
import { grown, type Weight } from './tables'

/** The inodes with several links, by the folders in which their links were met. */
export interface LinkRows {
  readonly before: Uint32Array
  readonly inode: Uint32Array
  readonly bytes: Float64Array
  readonly links: Uint32Array
  /** Bytes of the inodes whose links all lie under a node, at the lowest such node. */
  readonly billed: Float64Array
  /** The inode of each site that is a file. */
  readonly files: Int32Array
}

class Numbering {
  private readonly inodes: Inodes
  bytes = new Float64Array(64)
  links = new Uint32Array(64)

  constructor(expected: number) {
    this.inodes = new Inodes(expected)
  }

  get count(): number {
    return this.inodes.count
  }

  /**
   * The inode's number. Its bytes are those of the first link met; its links the most that was ever said, so that one
   * that appeared during the walk is not taken for met.
   */
  number(device: number, low: number, high: number, bytes: number, links: number): number {
    const before = this.inodes.count
    const index = this.inodes.add(device, low, high)
    if (index < before) {
      this.links[index] = Math.max(this.links[index] ?? 0, links)
      return index
    }
    if (index >= this.bytes.length) {
      this.bytes = grown(this.bytes, index + 1)
      this.links = grown(this.links, index + 1)
    }
    this.bytes[index] = bytes
    this.links[index] = links
    return index
  }
}

/** Numbers the inodes, sorts their links by folder and bills each inode whose links are all there (DL-SIZE-02). */
export function gatherLinks(
  parts: readonly Part[],
  devices: readonly Int32Array[],
  forest: Forest,
  place: (slot: number, row: number) => number,
  files: readonly (Weight | null)[],
  deviceOf: (device: number) => number
): LinkRows {
  const length = parts.reduce((sum, part) => sum + part.links.count, 0)
  const numbering = new Numbering(Math.ceil(length / 2))
  const node = new Int32Array(length)
  const inode = new Uint32Array(length)
  const before = new Uint32Array(forest.count + 1)
  let count = 0
  parts.forEach((part, index) => {
    const { links } = part
    for (let row = 0; row < links.count; row++) {
      const at = place(part.slot, links.folder[row] ?? 0)
      if (at === NOWHERE) continue
      const device = devices[index]?.[links.device[row] ?? 0] ?? 0
      node[count] = at
      inode[count] = numbering.number(
        device,
        links.low[row] ?? 0,
        links.high[row] ?? 0,
        links.bytes[row] ?? 0,
        links.links[row] ?? 0
      )
      before[at + 1] = (before[at + 1] ?? 0) + 1
      count++
    }
  })
  const numbers = files.map((file) =>
    file === null ? NOWHERE : numbering.number(deviceOf(file.device), file.low, file.high, file.bytes, file.links)
  )
  const sorted = sortByNode(node, inode, before, count)
  return {
    before,
    inode: sorted,
    bytes: numbering.bytes.subarray(0, numbering.count),
    links: numbering.links.subarray(0, numbering.count),
    billed: bill(forest, before, sorted, numbering),
    files: Int32Array.from(numbers)
  }
}

/** Counting sort; `before` comes as a count per node (one further on) and leaves as running sums. */
function sortByNode(node: Int32Array, inode: Uint32Array, before: Uint32Array, count: number): Uint32Array {
  for (let at = 1; at < before.length; at++) before[at] = (before[at] ?? 0) + (before[at - 1] ?? 0)
  const cursor = before.slice()
  const sorted = new Uint32Array(count)
  for (let link = 0; link < count; link++) {
    const at = node[link] ?? 0
    const to = cursor[at] ?? 0
    sorted[to] = inode[link] ?? 0
    cursor[at] = to + 1
  }
  return sorted
}

function bill(forest: Forest, before: Uint32Array, inode: Uint32Array, numbering: Numbering): Float64Array {
  const billed = new Float64Array(forest.count)
  const met = new Uint32Array(numbering.count)
  const firstNode = new Int32Array(numbering.count)
  const lastNode = new Int32Array(numbering.count)
  for (let node = 0; node < forest.count; node++) {
    for (let link = before[node] ?? 0; link < (before[node + 1] ?? 0); link++) {
      const index = inode[link] ?? 0
      if (met[index] === 0) firstNode[index] = node
      met[index] = (met[index] ?? 0) + 1
      lastNode[index] = node
    }
  }
  for (let index = 0; index < numbering.count; index++) {
    const found = met[index] ?? 0
    if (found === 0 || found < (numbering.links[index] ?? 0)) continue
    // The first and the last link in order span all others, so what holds both holds every one.
    let holder = firstNode[index] ?? NOWHERE
    while (holder !== NOWHERE && (forest.end[holder] ?? 0) <= (lastNode[index] ?? 0))
      holder = forest.parent[holder] ?? NOWHERE
    if (holder !== NOWHERE) billed[holder] = (billed[holder] ?? 0) + (numbering.bytes[index] ?? 0)
  }
  return billed
}
