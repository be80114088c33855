import type { Place } from '../place'
import type { Passage } from './passage'

/** Words of the shared control block. */
export const STOP = 0
export const HUNGRY = 1
export const CONTROL_WORDS = 2

/** Walk a root from its top. */
export interface RootJob {
  readonly kind: 'root'
  readonly root: number
  readonly place: Place
}

/** Walk folders that another worker announced and did not get to: neighbours, all in one parent folder. */
export interface BranchJob {
  readonly kind: 'branch'
  readonly root: number
  readonly place: Place
  /** Names from the root down to the parent folder. */
  readonly trail: readonly string[]
  /** What of the mounts lies under that folder. */
  readonly passage: Passage | null
  /** The worker that announced them and the rows they have there; what is found is joined to those rows. */
  readonly owner: number
  readonly rows: Int32Array
  readonly names: readonly string[]
  readonly flags: Uint8Array
}

export type Job = RootJob | BranchJob
