import { isWithin, type Place, placeOf, steps } from '../../place'
import type { WorkspaceSource } from '../../tools/devpod/workspace'
import { stepsBelow } from './locations'

/**
 * *Ours*, for the listing and for purge: a local folder strictly inside the cache, step by step and without a look at
 * the disk, so that a clone already deleted is still ours. Pure.
 */
export function isOurs(source: WorkspaceSource, cache: Place): boolean {
  if (source.kind !== 'folder') return false
  const below = stepsBelow(placeOf(source.path), cache)
  return below !== null && below.length > 0
}

/** Where on this disk a source could be. */
export type SourcePlace =
  | { readonly kind: 'none' }
  | { readonly kind: 'path'; readonly path: Place }
  | { readonly kind: 'unlocatable'; readonly why: string }

/** Pure: the path a source names, if it names one; a git source that names a remote is nowhere on this disk. */
export function placeOfSource(source: WorkspaceSource): SourcePlace {
  switch (source.kind) {
    case 'other':
      return { kind: 'none' }
    case 'unreadable-folder':
      return { kind: 'unlocatable', why: 'its folder is not given as text' }
    case 'git':
      return namesRemote(source.text) ? { kind: 'none' } : pathFrom(source.text)
    case 'folder':
      return pathFrom(source.path)
  }
}

function pathFrom(text: string): SourcePlace {
  if (text === '') return { kind: 'unlocatable', why: 'its folder is empty' }
  if (text.includes('\0')) return { kind: 'unlocatable', why: 'its folder holds a NUL character' }
  return { kind: 'path', path: placeOf(text) }
}

/** True for `scheme://…` and `user@host:…`; a path such as `github.com/o/r` or `./x` is none. Pure. */
export const namesRemote = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) || /^[^/:\s@]+@[^/:\s]+:/.test(text)

/** Where a canonical place lies in the canonical clone root. */
export type Position =
  | { readonly kind: 'outside' }
  | { readonly kind: 'shallow' }
  | { readonly kind: 'repository'; readonly repository: Place }
  | { readonly kind: 'below'; readonly repository: Place; readonly clone: Place }

/** Pure, over canonical places only. */
export function positionIn(place: Place, cloneRoot: Place): Position {
  if (!isWithin(place, cloneRoot)) return { kind: 'outside' }
  const [owner, repo, leaf] = steps(place).slice(steps(cloneRoot).length)
  if (owner === undefined || repo === undefined) return { kind: 'shallow' }
  const root = cloneRoot.endsWith('/') ? cloneRoot : `${cloneRoot}/`
  const repository = `${root}${owner}/${repo}` as Place
  return leaf === undefined
    ? { kind: 'repository', repository }
    : { kind: 'below', repository, clone: `${repository}/${leaf}` as Place }
}

/** What a live workspace means for the clones (2.13 *Held?*). */
export type Hold =
  | { readonly kind: 'outside' }
  | { readonly kind: 'held'; readonly clone: Place }
  | { readonly kind: 'misplaced'; readonly repository: Place }
  | { readonly kind: 'unlocatable'; readonly why: string }

/** Pure: `checkout` says that `.git` stands in the clone the position names. */
export function holdOf(position: Position, checkout: boolean): Hold {
  switch (position.kind) {
    case 'outside':
      return { kind: 'outside' }
    case 'shallow':
      return { kind: 'unlocatable', why: 'it opens a folder that holds several clones' }
    case 'repository':
      return { kind: 'misplaced', repository: position.repository }
    case 'below':
      return checkout ? { kind: 'held', clone: position.clone } : { kind: 'misplaced', repository: position.repository }
  }
}
