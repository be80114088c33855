import type { FolderListing } from '../../shared/model'

/** One step of the breadcrumb: a folder by its token, and the words it stands under. */
export interface Crumb {
  readonly folder: string
  readonly words: string
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1) || path

/**
 * The breadcrumb after a folder was listed. A folder on the trail cuts it there; one inside its last folder is added;
 * any other, such as the parent of the first, starts it anew with its whole path.
 */
export function trailTo(trail: readonly Crumb[], listing: FolderListing, home: string): readonly Crumb[] {
  const at = trail.findIndex((crumb) => crumb.folder === listing.folder)
  if (at >= 0) return trail.slice(0, at + 1)
  if (listing.parent !== null && trail.at(-1)?.folder === listing.parent)
    return [...trail, { folder: listing.folder, words: lastPart(listing.path) }]
  return [{ folder: listing.folder, words: listing.path === home ? '~' : listing.path }]
}

/** The row that a typed letter jumps to: the next one after `from` whose name begins with it, round and round. */
export function jumpTo(names: readonly string[], from: number, letter: string): number | null {
  const wanted = letter.toLowerCase()
  for (let step = 1; step <= names.length; step += 1) {
    const at = (from + step) % names.length
    if (names[at]?.toLowerCase().startsWith(wanted)) return at
  }
  return null
}
