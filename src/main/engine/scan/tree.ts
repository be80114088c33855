import { type Bytes, bytesFrom } from '../../../shared/bytes'
import { childOf, type Place } from '../place'
import type { Merged } from './merged'
import type { Runs } from './runs'

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

/** The folders of a weighing as a tree of nodes, to be read one level at a time. */
export class Tree {
  private readonly names: Buffer

  constructor(
    private readonly merged: Merged,
    private readonly runs: Runs
  ) {
    const { names } = merged
    this.names = Buffer.from(names.buffer, names.byteOffset, names.byteLength)
  }

  /** Exclusive **bytes** of one subtree; a floor where it has doors. */
  bytes(node: number): Bytes {
    return bytesFrom(this.amount(node), this.doors(node))
  }

  /** The folder to which these names (in bytes) lead; a RangeError when there is none. */
  descend(top: number, path: readonly string[]): number {
    return path.reduce((at, name) => {
      const child = this.children(at).find((candidate) => this.isNamed(candidate, name))
      if (child === undefined) throw new RangeError('no such folder in what was weighed')
      return child
    }, top)
  }

  /** One folder, one level: its `limit` largest sub-folders, and the others as one figure. */
  level(node: number, limit: number): Level {
    const children = this.children(node)
    const amounts = Float64Array.from(children, (child) => this.amount(child))
    const shown = largest(amounts, limit)
    const within = amounts.reduce((sum, amount) => sum + amount, 0)
    const whole = this.amount(node)
    const parts = shown.map((index) => this.entry(children[index] ?? node))
    return {
      bytes: bytesFrom(whole, this.doors(node)),
      // A folder mounted at two places counts in both children and once in the whole.
      files: Math.max(0, whole - within),
      children: parts,
      smaller: shown.length === children.length ? null : this.rest(children, amounts, shown)
    }
  }

  /** The place of a folder under a site; what a mount brought in is named by the path through the mount. */
  placeOf(node: number, top: number, site: Place): Place {
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

  private entry(child: number): Level['children'][number] {
    const holder = this.holderOf(child)
    return {
      name: this.nameOf(child),
      bytes: this.bytes(child),
      opens: (this.merged.end[holder] ?? 0) > holder + 1,
      entries: this.runs.entries(this.runs.covering([child]))
    }
  }

  private rest(children: Int32Array, amounts: Float64Array, shown: readonly number[]): Level['smaller'] {
    const named = new Set(shown)
    let amount = 0
    let doors = 0
    for (let index = 0; index < children.length; index++) {
      if (named.has(index)) continue
      amount += amounts[index] ?? 0
      doors += this.doors(children[index] ?? 0)
    }
    return { count: children.length - shown.length, bytes: bytesFrom(amount, doors) }
  }

  private amount(node: number): number {
    if (this.runs.isPlain(node)) return this.merged.total[node] ?? 0
    const runs = this.runs.covering([node])
    return this.runs.own(runs) + this.runs.linked(runs).whole
  }

  private doors(node: number): number {
    return this.merged.doorNode.length === 0 ? 0 : this.runs.doors(this.runs.covering([node]))
  }

  /** The node that holds the content: another one where a folder was met again. */
  private holderOf(node: number): number {
    const index = this.merged.againNode.indexOf(node)
    return index < 0 ? node : (this.merged.againHolder[index] ?? node)
  }

  private children(node: number): Int32Array {
    const top = this.holderOf(node)
    const end = this.merged.end[top] ?? top
    const children: number[] = []
    for (let child = top + 1; child < end; child = this.merged.end[child] ?? end) children.push(child)
    return Int32Array.from(children)
  }

  private isNamed(node: number, name: string): boolean {
    return this.merged.nameLength[node] === name.length && this.nameOf(node) === name
  }

  private nameOf(node: number): string {
    const from = this.merged.nameAt[node] ?? 0
    return this.names.toString('latin1', from, from + (this.merged.nameLength[node] ?? 0))
  }
}

/** Where the `limit` largest amounts stand, the largest first, equal ones in their order; fast for many amounts. */
function largest(amounts: Float64Array, limit: number): number[] {
  const count = Math.max(0, Math.min(amounts.length, limit))
  if (count === 0) return []
  const least = amounts.slice().sort()[amounts.length - count] ?? 0
  const above: number[] = []
  const equal: number[] = []
  amounts.forEach((amount, index) => {
    if (amount > least) above.push(index)
    else if (amount === least && equal.length < count) equal.push(index)
  })
  above.sort((one, other) => (amounts[other] ?? 0) - (amounts[one] ?? 0) || one - other)
  return [...above, ...equal].slice(0, count)
}
