import type { Mount } from '../tools/system/mounts'

/** A site as the merged tables know it. A refused one was never walked: `code` says why. */
export type Located =
  | { readonly kind: 'folder'; readonly node: number; readonly type: string; readonly mounts: readonly Mount[] }
  | {
      readonly kind: 'file'
      readonly node: number
      readonly bytes: number
      readonly inode: number
      readonly type: string
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly code: string }

/**
 * What a weighing found, as it goes from the merging worker to the ledger: typed arrays only, some forty bytes per
 * folder. Folders are numbered so that each subtree is the run from a node up to its `end`; the arrays named `Before`
 * hold sums over all earlier nodes, so that a run's sum is a difference. Bytes are allocated **bytes**.
 */
export interface Merged {
  readonly nodes: number
  readonly parent: Int32Array
  readonly end: Int32Array
  /** Folder blocks and single-link files. */
  readonly ownBefore: Float64Array
  readonly entriesBefore: Float64Array
  /** Exclusive bytes of each subtree. */
  readonly total: Float64Array
  readonly nameAt: Uint32Array
  readonly nameLength: Uint16Array
  readonly names: Uint8Array
  /** Links of node n: `linkInode` from `linksBefore[n]` up to `linksBefore[n + 1]`. */
  readonly linksBefore: Uint32Array
  readonly linkInode: Uint32Array
  readonly inodeBytes: Float64Array
  readonly inodeLinks: Uint32Array
  /** Doors, by node. */
  readonly doorNode: Int32Array
  readonly doorCode: Uint16Array
  readonly codes: readonly string[]
  readonly doorNameAt: Uint32Array
  readonly doorNameLength: Uint16Array
  readonly doorNames: Uint8Array
  /** Nodes at which a folder was met again (ascending), and the nodes that hold it. */
  readonly againNode: Int32Array
  readonly againHolder: Int32Array
  readonly sites: readonly Located[]
}

/** Tables in which nothing was found. */
export const NOTHING_FOUND: Merged = {
  nodes: 0,
  parent: new Int32Array(0),
  end: new Int32Array(0),
  ownBefore: new Float64Array(1),
  entriesBefore: new Float64Array(1),
  total: new Float64Array(0),
  nameAt: new Uint32Array(0),
  nameLength: new Uint16Array(0),
  names: new Uint8Array(0),
  linksBefore: new Uint32Array(1),
  linkInode: new Uint32Array(0),
  inodeBytes: new Float64Array(0),
  inodeLinks: new Uint32Array(0),
  doorNode: new Int32Array(0),
  doorCode: new Uint16Array(0),
  codes: [],
  doorNameAt: new Uint32Array(0),
  doorNameLength: new Uint16Array(0),
  doorNames: new Uint8Array(0),
  againNode: new Int32Array(0),
  againHolder: new Int32Array(0),
  sites: []
}
