import { addBytes, amountOf, type Bytes, bytesFrom } from '../../../shared/bytes'
import { childOf, type Place } from '../place'
import { type Located, type Merged, NOTHING_FOUND } from './merged'
import { isIn, type Run, Runs } from './runs'
import { wordsOf } from './words'

export type { Bytes } from '../../../shared/bytes'

/** A place that could not be looked at, and what the system said: "Permission denied", without the error's code. */
export interface Door {
  readonly place: Place
  readonly said: string
}

/** One folder of a site with what lies in it, one level deep. All figures are exclusive **bytes** of that folder. */
export interface Level {
  readonly bytes: Bytes
  /** The folder itself, the files directly in it, and the inodes whose links are spread over its sub-folders. */
  readonly files: number
  /** Sub-folders, the largest first. `name` in bytes (latin1); `entries` counts the sub-folder itself too. */
  readonly children: readonly { name: string; bytes: Bytes; opens: boolean; entries: number }[]
  /** The sub-folders past the limit, together. */
  readonly smaller: { count: number; bytes: Bytes } | null
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
  private names: Buffer
  private doorNames: Buffer

  constructor(sites: readonly { readonly id: string; readonly place: Place }[], merged: Merged) {
    this.merged = merged
    sites.forEach(({ id, place }, index) => {
      this.known.set(id, { place, located: merged.sites[index] ?? { kind: 'missing' } })
    })
    this.runs = new Runs(merged)
    this.names = viewOf(merged.names)
    this.doorNames = viewOf(merged.doorNames)
  }

  knows(id: string): boolean {
    return this.known.has(id)
  }

  exclusive(id: string): Bytes {
    const { located } = this.site(id)
    return located.kind === 'folder' ? this.ofNode(located.node) : this.freedBy([id])
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
    const { doorNode, doorCode, doorNameAt, doorNameLength, codes } = this.merged
    const doors: Door[] = []
    for (let index = 0; index < doorNode.length; index++) {
      const node = doorNode[index] ?? 0
      if (!isIn(runs, node)) continue
      const folder = this.placeOf(node, located.node, place)
      const from = doorNameAt[index] ?? 0
      const name = this.doorNames.toString('latin1', from, from + (doorNameLength[index] ?? 0))
      const said = wordsOf(codes[doorCode[index] ?? 0] ?? '')
      doors.push({ place: name === '' ? folder : childOf(folder, name), said })
    }
    return doors.sort((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0))
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
    const node = path.reduce((at, name) => this.childNamed(at, name), this.holderOf(located.node))
    const bytes = this.ofNode(node)
    const weighed = this.childrenOf(node).map((child) => ({ child, bytes: this.ofNode(child) }))
    const within = weighed.reduce((sum, entry) => sum + amountOf(entry.bytes), 0)
    weighed.sort((one, other) => amountOf(other.bytes) - amountOf(one.bytes) || one.child - other.child)
    const rest = weighed.slice(limit)
    return {
      bytes,
      // A folder mounted at two places counts in both children and once in the whole.
      files: Math.max(0, amountOf(bytes) - within),
      children: weighed.slice(0, limit).map((entry) => ({
        name: this.nameOf(entry.child),
        bytes: entry.bytes,
        opens: this.childrenOf(this.holderOf(entry.child)).length > 0,
        entries: this.runs.entries(this.runs.covering([entry.child]))
      })),
      smaller: rest.length === 0 ? null : { count: rest.length, bytes: addBytes(rest.map((entry) => entry.bytes)) }
    }
  }

  close(): void {
    this.known.clear()
    this.merged = NOTHING_FOUND
    this.runs = new Runs(NOTHING_FOUND)
    this.names = Buffer.alloc(0)
    this.doorNames = this.names
  }

  private site(id: string): Known {
    const known = this.known.get(id)
    if (known === undefined) throw new RangeError(`not weighed: ${id}`)
    return known
  }

  /** Exclusive bytes of one subtree. */
  private ofNode(node: number): Bytes {
    if (this.runs.isPlain(node)) {
      const run: Run = { from: node, to: this.merged.end[node] ?? node }
      return bytesFrom(this.merged.total[node] ?? 0, this.runs.doors([run]))
    }
    const runs = this.runs.covering([node])
    return bytesFrom(this.runs.own(runs) + this.runs.linked(runs).whole, this.runs.doors(runs))
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

  /** The node that holds the content: another one where a folder was met again. */
  private holderOf(node: number): number {
    const index = this.merged.againNode.indexOf(node)
    return index < 0 ? node : (this.merged.againHolder[index] ?? node)
  }

  private childrenOf(node: number): number[] {
    const end = this.merged.end[node] ?? node
    const children: number[] = []
    for (let child = node + 1; child < end; child = this.merged.end[child] ?? end) children.push(child)
    return children
  }

  private childNamed(node: number, name: string): number {
    const child = this.childrenOf(node).find((candidate) => this.isNamed(candidate, name))
    if (child === undefined) throw new RangeError('no such folder in what was weighed')
    return this.holderOf(child)
  }

  private isNamed(node: number, name: string): boolean {
    return this.merged.nameLength[node] === name.length && this.nameOf(node) === name
  }

  private nameOf(node: number): string {
    const from = this.merged.nameAt[node] ?? 0
    return this.names.toString('latin1', from, from + (this.merged.nameLength[node] ?? 0))
  }

  /** The place of a folder under a site; what a mount brought in is named by the path through the mount. */
  private placeOf(node: number, top: number, site: Place): Place {
    const { parent, end, againNode, againHolder } = this.merged
    const names: string[] = []
    for (let at = node; at >= 0 && at !== top; at = parent[at] ?? -1) {
      const outside = at < top || at >= (end[top] ?? 0)
      const mount = outside ? againHolder.indexOf(at) : -1
      if (mount >= 0) at = againNode[mount] ?? -1
      if (at === top) break
      names.push(this.nameOf(at))
    }
    return names.reduceRight((folder: Place, name) => (name === '' ? folder : childOf(folder, name)), site)
  }
}

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
