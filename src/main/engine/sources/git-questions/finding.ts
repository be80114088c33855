import type { Place } from '../../place'
import type { GitOptions } from '../../tools/git/run'
import type { Asking, Guarded } from '../guard/guard'

/** One thing a question found. Names and places in bytes; whoever shows them makes text of them. */
export interface FoundItem {
  readonly name: string
  /** Bytes on the disk, where that matters. */
  readonly bytes?: number
  /** What it is, in a few words. */
  readonly note?: string
  /** The checkout that it belongs to, where that is another one; the name leads there. */
  readonly of?: Place
}

/**
 * The answer to one question. `found` and `unknown` both keep a checkout; `text` is a sentence, `total` the whole count
 * and `items` the first of them.
 */
export type Finding =
  | { readonly kind: 'safe' }
  | { readonly kind: 'found'; readonly text: string; readonly total: number; readonly items: readonly FoundItem[] }
  | { readonly kind: 'unknown'; readonly text: string }

/** What every question is asked about: a checkout that the guard could look into. */
export interface Subject {
  readonly asking: Asking
  readonly folder: Place
  readonly seen: NonNullable<Guarded['seen']>
  readonly options: GitOptions
}

export const safe: Finding = { kind: 'safe' }
export const mostItems = 200

export const found = (text: string, items: readonly FoundItem[], total = items.length): Finding =>
  items.length === 0 ? safe : { kind: 'found', text, total, items: items.slice(0, mostItems) }

export const unknown = (text: string): Finding => ({ kind: 'unknown', text })
