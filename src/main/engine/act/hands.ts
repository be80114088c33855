import type { Refused } from '../../../shared/plan'
import type { Identity } from '../identity'
import type { Place } from '../place'
import type { KeptCopy } from '../sources/devlaunch/copies'
import type { LaunchLock } from '../sources/devlaunch/launch-locks'
import type { CloneRecord } from '../sources/devlaunch/metadata'

/** A folder that is to go, as it was when it was judged. */
export interface Doomed {
  readonly place: Place
  readonly identity: Identity
}

/** What became of a tree, decided by what was really removed (DL-TREE-03). Bytes at each inode's last unlink. */
export interface TreeEnd {
  readonly kind: 'removed' | 'in-part' | 'nothing' | 'absent' | 'changed'
  readonly bytes: number
  /** Where it refused, each place once, in the system's words. */
  readonly refusals: readonly Refused[]
  /** Why nothing was done, for `nothing` and `changed`. */
  readonly why: string | null
}

/** How a step that has no parts ended. `kept` is no failure, `failed` is one. */
export type StepEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'kept'; readonly why: string; readonly refusals: readonly Refused[] }
  | { readonly kind: 'failed'; readonly why: string }

/**
 * Everything an act can do to the world outside of our own state; each of them looks once more before it does it. None
 * rejects for what the system refuses.
 */
export interface Hands {
  /** Removes this very folder and nothing else, `.git` last. Once begun it is not stopped: half a removal helps nobody. */
  removeTree(doomed: Doomed, onBytes: (bytes: number) => void): Promise<TreeEnd>
  /** Drops records whose directory is established absent by now, in one save (DL-META-05, DL-META-07). */
  dropRecords(records: readonly CloneRecord[]): Promise<ReadonlyMap<CloneRecord, StepEnd>>
  /** Removes a copy's volumes, and the copy when they came back removed (DL-VOL-04, DL-VOL-06). */
  removeVolumes(copy: KeptCopy): Promise<StepEnd>
  /** Unlinks the lock's file while it is held, and never waits (DL-LOCK-02). */
  reclaimLock(lock: LaunchLock): Promise<StepEnd>
}
