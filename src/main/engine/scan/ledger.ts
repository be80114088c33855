import { amountOf, type Bytes, bytesFrom, type Estimate, estimateOf } from '../../../shared/bytes'
import { childOf, type Place } from '../place'
import { type Located, type Merged, NOTHING_FOUND } from './merged'
import { isIn, type Run, Runs } from './runs'
import { type Level, Tree } from './tree'
import { wordsOf } from './words'

export type { Bytes } from '../../../shared/bytes'
export type { Level } from './tree'

/** A place that could not be looked at, and what the system said: "Permission denied", without the error's code. */
export interface Door {
  readonly place: Place
  readonly said: string
}

/** What is mounted inside a site, and the type of that file system. */
export interface Mounted {
  readonly place: Place
  readonly type: string
}

/**
 * What one weighing found. Every question is answered from memory, in **bytes**; an id that was not weighed throws a
 * RangeError, as does anything asked after `close`.
 */
export interface Ledger {
  /** Whether the site was part of this weighing. */
  knows(id: string): boolean
  /** What deleting this site would free (DL-SIZE-02). */
  exclusive(id: string): Bytes
  /** What deleting all of these sites would free: no part is counted twice, and links among them are (DL-SIZE-10, 11). */
  freedBy(ids: Iterable<string>): Bytes
  /** Inodes met in the site with links elsewhere as well: shared, not counted. */
  shared(id: string): number
  /** What the site holds, each inode once, wherever its other links are (as `du` counts). */
  held(id: string): number
  /** What these sites hold together, each inode once. */
  togetherHeld(ids: Iterable<string>): Bytes
  /** What could not be looked at, by path (DL-SIZE-07). */
  doors(id: string): readonly Door[]
  /** Other file systems mounted inside the site: they were not entered, and their bytes are in no figure. By place. */
  mounts(id: string): readonly Mounted[]
  /** Why the figures of these sites are the most it can be: the file system of one of them; `null` where they are not. */
  estimate(ids: Iterable<string>): Estimate | null
  /** Entries met, the site itself included; 0 for a missing one. */
  entries(id: string): number
  /** One folder of a site, one level: the `limit` largest sub-folders and the rest as one. An unknown path throws a RangeError. */
  level(id: string, path: readonly string[], limit: number): Level
  /** Lets the tables go. */
  close(): void
}

/** A ledger over merged tables. `sites` in the order in which they were planned; several may share an id's place. */
export function ledgerOf(sites: readonly { readonly id: string; readonly place: Place }[], merged: Merged): Ledger {
  return new MergedLedger(sites, merged)
}

interface Known {
  readonly place: Place
  readonly located: Located
}

class MergedLedger implements Ledger {
  private readonly known = new Map<string, Known>()
  private merged: Merged
  private runs: Runs
  private tree: Tree

  constructor(sites: readonly { readonly id: string; readonly place: Place }[], merged: Merged) {
    this.merged = merged
    sites.forEach(({ id, place }, index) => {
      this.known.set(id, { place, located: merged.sites[index] ?? { kind: 'missing' } })
    })
    this.runs = new Runs(merged)
    this.tree = new Tree(merged, this.runs)
  }

  knows(id: string): boolean {
    return this.known.has(id)
  }

  exclusive(id: string): Bytes {
    const { located } = this.site(id)
    return located.kind === 'folder' ? this.tree.bytes(located.node) : this.freedBy([id])
  }

  freedBy(ids: Iterable<string>): Bytes {
    return this.together(ids, 'whole')
  }

  shared(id: string): number {
    const { located } = this.site(id)
    if (located.kind !== 'folder') return 0
    const { met, whole } = this.runs.linked(this.runs.covering([located.node]))
    return met - whole
  }

  held(id: string): number {
    return amountOf(this.together([id], 'met'))
  }

  togetherHeld(ids: Iterable<string>): Bytes {
    return this.together(ids, 'met')
  }

  doors(id: string): readonly Door[] {
    const { place, located } = this.site(id)
    if (located.kind === 'refused') return [{ place, said: wordsOf(located.code) }]
    if (located.kind !== 'folder') return []
    const runs = this.runs.covering([located.node])
    const { doorNode, doorCode, doorNameAt, doorNameLength, codes, doorNames } = this.merged
    const names = Buffer.from(doorNames.buffer, doorNames.byteOffset, doorNames.byteLength)
    const doors: Door[] = []
    for (let index = 0; index < doorNode.length; index++) {
      const node = doorNode[index] ?? 0
      if (!isIn(runs, node)) continue
      const folder = this.tree.placeOf(node, located.node, place)
      const from = doorNameAt[index] ?? 0
      const name = names.toString('latin1', from, from + (doorNameLength[index] ?? 0))
      const said = wordsOf(codes[doorCode[index] ?? 0] ?? '')
      doors.push({ place: name === '' ? folder : childOf(folder, name), said })
    }
    return doors.sort((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0))
  }

  mounts(id: string): readonly Mounted[] {
    const { located } = this.site(id)
    return located.kind === 'folder' ? located.mounts.map(({ place, type }) => ({ place, type })) : []
  }

  estimate(ids: Iterable<string>): Estimate | null {
    for (const id of ids) {
      const { located } = this.site(id)
      const found = 'type' in located ? estimateOf(located.type) : null
      if (found !== null) return found
    }
    return null
  }

  entries(id: string): number {
    const { located } = this.site(id)
    if (located.kind === 'file') return 1
    return located.kind === 'folder' ? this.runs.entries(this.runs.covering([located.node])) : 0
  }

  level(id: string, path: readonly string[], limit: number): Level {
    const { located } = this.site(id)
    if (located.kind !== 'folder') {
      if (path.length > 0) throw new RangeError('no such folder in what was weighed')
      const bytes = this.exclusive(id)
      return { bytes, files: amountOf(bytes), children: [], smaller: null }
    }
    return this.tree.level(this.tree.descend(located.node, path), limit)
  }

  close(): void {
    this.known.clear()
    this.merged = NOTHING_FOUND
    this.runs = new Runs(NOTHING_FOUND)
    this.tree = new Tree(NOTHING_FOUND, this.runs)
  }

  private site(id: string): Known {
    const known = this.known.get(id)
    if (known === undefined) throw new RangeError(`not weighed: ${id}`)
    return known
  }

  private together(ids: Iterable<string>, kind: 'whole' | 'met'): Bytes {
    const sites = [...new Set(ids)].map((id) => this.site(id))
    const runs = this.runs.covering(sites.flatMap(({ located }) => (located.kind === 'folder' ? [located.node] : [])))
    const refused = new Set(sites.flatMap(({ place, located }) => (located.kind === 'refused' ? [place] : [])))
    const amount = this.runs.own(runs) + this.runs.linked(runs)[kind] + this.ofFiles(sites, runs, kind)
    return bytesFrom(amount, this.runs.doors(runs) + refused.size)
  }

  /** Sites that are files: worth their blocks whatever other links they have (DL-SIZE-05), each inode once. */
  private ofFiles(sites: readonly Known[], runs: readonly Run[], kind: 'whole' | 'met'): number {
    const counted = new Set<number | Place>()
    let sum = 0
    for (const { place, located } of sites) {
      if (located.kind !== 'file' || (located.node >= 0 && isIn(runs, located.node))) continue
      const identity = located.inode >= 0 ? located.inode : place
      const enough = kind === 'met' ? 1 : (this.merged.inodeLinks[located.inode] ?? 1)
      const there = located.inode >= 0 && this.runs.linksMet(located.inode) >= enough
      if (counted.has(identity) || there) continue
      counted.add(identity)
      sum += located.bytes
    }
    return sum
  }
}
