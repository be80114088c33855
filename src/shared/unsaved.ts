import { z } from 'zod'
import { count, SiteId, Unsaved } from './model'

/** One thing that exists only in a checkout, or keeps it for another reason. What does not apply is `null`. */
export const UnsavedItem = z.strictObject({
  /** A path, a commit's subject, a tag, a worktree: what the list is about. */
  name: z.string(),
  /** git's two characters for a change. */
  code: z.string().nullable(),
  /** A commit's or tag's whole id. */
  id: z.string().nullable(),
  at: z.string().nullable(),
  /** Which branch, tag, stash or worktree holds it. */
  where: z.string().nullable(),
  note: z.string().nullable(),
  bytes: count.nullable(),
  /** A command to copy that would clear it. */
  clear: z.string().nullable()
})
export type UnsavedItem = z.infer<typeof UnsavedItem>

export const UnsavedKind = z.enum([
  'changes',
  'commits',
  'tags',
  'stashes',
  'heads',
  'sites',
  'hidden-flags',
  'operation',
  'nested',
  'absent-worktrees',
  'borrowers',
  'ignored',
  'private-commits'
])
export type UnsavedKind = z.infer<typeof UnsavedKind>

/**
 * The answer to one question. `weight`: work that would be lost, a reason to keep it that is no proof of work, or only
 * worth knowing. `total` counts all, `items` are the first 200 at most.
 */
export const UnsavedList = z.strictObject({
  kind: UnsavedKind,
  weight: z.enum(['loses', 'unknown', 'hint']),
  /** A sentence; for a question that could not be answered it says why, and `total` is 0. */
  text: z.string(),
  total: count,
  items: z.array(UnsavedItem).max(200),
  clear: z.string().nullable()
})
export type UnsavedList = z.infer<typeof UnsavedList>

/** A checkout's unsaved work in full. `unsaved` is null where there is no checkout to ask. */
export const UnsavedDetail = z.strictObject({
  site: SiteId,
  unsaved: Unsaved.nullable(),
  lists: z.array(UnsavedList),
  askedAt: z.string(),
  /** When its remote-tracking references were last fetched; null = never, or not to be told. */
  fetchedAt: z.string().nullable()
})
export type UnsavedDetail = z.infer<typeof UnsavedDetail>
