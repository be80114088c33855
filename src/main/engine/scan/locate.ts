import type { Located } from './merged'
import type { Planned } from './plan'
import { STOPPED } from './words'

const NOWHERE = -1

/** The folders as they were numbered: each subtree is the run from a node up to its `end`. */
export interface Numbered {
  /** Where each root begins; a root that was not there has no node. */
  readonly roots: ReadonlyMap<number, number>
  readonly end: Int32Array
  readonly nameAt: Uint32Array
  readonly nameLength: Uint16Array
  readonly names: Uint8Array
  /** Nodes at which a folder was met again, and the nodes that hold it. */
  readonly again: ReadonlyMap<number, number>
}

/** Finds each site among the folders. `files`: the inode of each site that is a file with several links. */
export function locate(sites: readonly Planned[], numbered: Numbered, files: Int32Array, stopped: boolean): Located[] {
  const nodes = nodesOf(sites, numbered)
  return sites.map((site, index): Located => {
    const node = nodes[index] ?? NOWHERE
    if (site.kind === 'file') {
      const { weight, type } = site
      return { kind: 'file', node, bytes: weight.bytes, inode: files[index] ?? NOWHERE, type }
    }
    if (site.kind !== 'folder') return site
    if (node !== NOWHERE) return { kind: 'folder', node, type: site.type, mounts: site.mounts }
    return stopped ? { kind: 'refused', code: STOPPED } : { kind: 'missing' }
  })
}

/** Sites by the names that lead to them, so that each folder's children are looked through once. */
interface Branch {
  readonly sites: number[]
  readonly below: Map<string, Branch>
}

const branch = (): Branch => ({ sites: [], below: new Map() })

function nodesOf(sites: readonly Planned[], { roots, end, nameAt, nameLength, names, again }: Numbered): Int32Array {
  const nodes = new Int32Array(sites.length).fill(NOWHERE)
  const text = Buffer.from(names.buffer, names.byteOffset, names.byteLength)
  const pending = [...branchesOf(sites)].flatMap(([root, top]) => {
    const node = roots.get(root)
    return node === undefined ? [] : [{ node, top }]
  })
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    for (const site of step.top.sites) nodes[site] = step.node
    if (step.top.below.size === 0) continue
    const holder = again.get(step.node) ?? step.node
    const last = end[holder] ?? 0
    for (let child = holder + 1; child < last; child = end[child] ?? last) {
      const from = nameAt[child] ?? 0
      const below = step.top.below.get(text.toString('latin1', from, from + (nameLength[child] ?? 0)))
      if (below !== undefined) pending.push({ node: child, top: below })
    }
  }
  return nodes
}

function branchesOf(sites: readonly Planned[]): Map<number, Branch> {
  const tops = new Map<number, Branch>()
  sites.forEach((site, index) => {
    if (site.kind !== 'folder' && site.kind !== 'file') return
    let at = tops.get(site.root) ?? branch()
    tops.set(site.root, at)
    for (const step of site.steps) {
      const next = at.below.get(step) ?? branch()
      at.below.set(step, next)
      at = next
    }
    at.sites.push(index)
  })
  return tops
}
