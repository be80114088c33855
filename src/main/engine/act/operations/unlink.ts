import type { Inode } from '../../identity'
import type { Place } from '../../place'

/** Unlinks one recorded regular file, and nothing that took its place. Never rejects. */
export type Unlink = (
  place: Place,
  recorded: Inode
) => Promise<
  | { readonly kind: 'done' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'changed'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string }
>
