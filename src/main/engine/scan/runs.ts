import type { Merged } from './merged'

/** Folders from `from` up to (not including) `to`: whole subtrees. */
export interface Run {
  readonly from: number
  readonly to: number
}

/** Sums over any set of subtrees, each folder and each inode once, without walking again. */
export class Runs {
  private epoch = 0
  private seenAt: Uint32Array | null = null
  private met: Uint32Array | null = null

  constructor(private readonly merged: Merged) {}

  /**
   * The subtrees of these nodes as runs that do not overlap, in order. A folder that was met again (a bind mount)
   * brings the subtree that holds it.
   */
  covering(nodes: Iterable<number>): Run[] {
    const { end, againNode, againHolder } = this.merged
    const wanted = [...nodes]
    let runs = this.merge(wanted)
    if (againNode.length === 0) return runs
    const brought = new Set<number>()
    for (let grew = true; grew; ) {
      grew = false
      for (let index = 0; index < againNode.length; index++) {
        const node = againNode[index] ?? -1
        if (brought.has(node) || !isIn(runs, node)) continue
        brought.add(node)
        const holder = againHolder[index] ?? -1
        if (isIn(runs, holder) && isIn(runs, (end[holder] ?? 0) - 1)) continue
        wanted.push(holder)
        grew = true
      }
      if (grew) runs = this.merge(wanted)
    }
    return runs
  }

  /** True when a run needs nothing from outside itself: its figures are the sums made beforehand. */
  isPlain(node: number): boolean {
    const { end, againNode } = this.merged
    const at = firstAtLeast(againNode, node)
    return at === againNode.length || (againNode[at] ?? 0) >= (end[node] ?? 0)
  }

  /** Bytes of folders and single-link files. */
  own(runs: readonly Run[]): number {
    const { ownBefore } = this.merged
    return runs.reduce((sum, { from, to }) => sum + (ownBefore[to] ?? 0) - (ownBefore[from] ?? 0), 0)
  }

  entries(runs: readonly Run[]): number {
    const { entriesBefore } = this.merged
    return runs.reduce((sum, { from, to }) => sum + (entriesBefore[to] ?? 0) - (entriesBefore[from] ?? 0), 0)
  }

  doors(runs: readonly Run[]): number {
    const { doorNode } = this.merged
    return runs.reduce((sum, { from, to }) => sum + firstAtLeast(doorNode, to) - firstAtLeast(doorNode, from), 0)
  }

  /** Bytes of the multi-link inodes met in these runs: all of them, and those whose every link was met there. */
  linked(runs: readonly Run[]): { met: number; whole: number } {
    const { linksBefore, linkInode, inodeBytes, inodeLinks } = this.merged
    const { seenAt, counts } = this.begin()
    let met = 0
    let whole = 0
    for (const { from, to } of runs) {
      const last = linksBefore[to] ?? 0
      for (let link = linksBefore[from] ?? 0; link < last; link++) {
        const inode = linkInode[link] ?? 0
        let count = 1
        if (seenAt[inode] === this.epoch) count = (counts[inode] ?? 0) + 1
        else {
          seenAt[inode] = this.epoch
          met += inodeBytes[inode] ?? 0
        }
        counts[inode] = count
        if (count === inodeLinks[inode]) whole += inodeBytes[inode] ?? 0
      }
    }
    return { met, whole }
  }

  /** After `linked`: how many links of an inode were met there. */
  linksMet(inode: number): number {
    return this.seenAt?.[inode] === this.epoch ? (this.met?.[inode] ?? 0) : 0
  }

  private begin(): { seenAt: Uint32Array; counts: Uint32Array } {
    this.seenAt ??= new Uint32Array(this.merged.inodeBytes.length)
    this.met ??= new Uint32Array(this.merged.inodeBytes.length)
    this.epoch++
    return { seenAt: this.seenAt, counts: this.met }
  }

  private merge(nodes: readonly number[]): Run[] {
    const { end } = this.merged
    const runs: Run[] = []
    let reached = -1
    for (const node of Int32Array.from(nodes).sort()) {
      if (node < reached) continue
      reached = end[node] ?? node
      runs.push({ from: node, to: reached })
    }
    return runs
  }
}

/** True when one of these runs (in order) holds the node. */
export function isIn(runs: readonly Run[], node: number): boolean {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((runs[middle]?.to ?? 0) <= node) low = middle + 1
    else high = middle
  }
  return (runs[low]?.from ?? Number.POSITIVE_INFINITY) <= node
}

/** Where in an ascending array the first number lies that is not below `least`. */
export function firstAtLeast(ascending: Int32Array, least: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
