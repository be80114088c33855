import type { Bytes } from '../../../shared/bytes'
import type { Place } from '../place'
import type { BranchJob, Job } from './jobs'
import type { Left } from './merge'
import type { Merged } from './merged'
import type { Part } from './part'
import type { Plan } from './plan'

/** What the weighing asks of a worker; jobs are asked one after the other, a few messages per scan. */
export type Order =
  | {
      readonly order: 'begin'
      /** The number of the first tables of this worker; later ones follow in steps of `stride`. */
      readonly slot: number
      readonly stride: number
      readonly control: SharedArrayBuffer
      readonly counter: SharedArrayBuffer | null
      /** The worker gives way to everybody else from now on; it cannot be hired for anything else. */
      readonly background: boolean
    }
  | { readonly order: 'plan'; readonly places: readonly Place[] }
  | { readonly order: 'watch'; readonly plan: Plan }
  | { readonly order: 'walk'; readonly jobs: readonly Job[] }
  | { readonly order: 'finish' }
  | {
      readonly order: 'merge'
      readonly parts: readonly Part[]
      readonly plan: Plan
      readonly left: readonly Left[]
      readonly stopped: boolean
    }

/** What a worker answers. `branch` may come at any time during a walk. */
export type Reply =
  | { readonly reply: 'plan'; readonly plan: Plan }
  | { readonly reply: 'branch'; readonly job: BranchJob }
  | { readonly reply: 'figures'; readonly figures: readonly (readonly [site: number, bytes: Bytes])[] }
  | { readonly reply: 'idle' }
  /** Tables that hold what the first `jobs` of the jobs not yet accounted for have found. */
  | { readonly reply: 'part'; readonly part: Part; readonly jobs: number }
  | { readonly reply: 'finished' }
  | { readonly reply: 'merged'; readonly merged: Merged }
  | { readonly reply: 'failed'; readonly message: string }
