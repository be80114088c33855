import type { Place } from '../place'
import type { Lines } from './refusals'
import type { LeftAside, RemovalEnd, RemovalOrder, UnlinkEnd } from './remove-tree'
import type { TallyMemory } from './tally'

/** What the engine asks of a thread that removes. Each order has one answer, in turn. */
export type RemoverOrder =
  | { readonly order: 'pin'; readonly removal: RemovalOrder }
  | { readonly order: 'sweep'; readonly root: number; readonly backward: boolean; readonly memory: TallyMemory }
  | { readonly order: 'finish'; readonly swept: readonly Lines[]; readonly memory: TallyMemory }
  | {
      readonly order: 'unlink'
      readonly place: Place
      readonly recorded: { readonly dev: bigint; readonly ino: bigint }
    }
  | { readonly order: 'unset'; readonly left: LeftAside }

export type RemoverAnswer =
  /** `root` is a descriptor of the process, which other threads may use until `finish`; -1 where none is to be had. */
  | { readonly answer: 'pinned'; readonly root: number }
  | { readonly answer: 'swept'; readonly lines: Lines }
  | { readonly answer: 'ended'; readonly end: RemovalEnd }
  | { readonly answer: 'unlinked'; readonly end: UnlinkEnd }
  | { readonly answer: 'broken'; readonly said: string }
