import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place, steps } from '../../place'
import { readSmallFile } from '../../small-file'
import type { Change } from '../../tools/git/status'
import { isAbsence, words } from '../../words'

/** A place `.claude/worktrees/<leaf>…` in a checkout, and what stands there. */
export interface SitePlace {
  /** Relative to the checkout, joined by `/`. Bytes. */
  readonly inside: string
  readonly place: Place
  readonly kind: 'folder' | 'link'
  /** What a folder's `.git` says it is: a worktree of some repository, something unreadable, or nothing at all. */
  readonly holds: 'link' | 'worktree' | 'unreadable' | 'plain'
  /** The name of the administrative folder that its `.git` points to. Bytes. */
  readonly admin: string | null
}

export interface SitePlaces {
  /** False where there is no `.claude/worktrees`, so that nothing needs asking. */
  readonly any: boolean
  readonly sites: readonly SitePlace[]
  /** Folders that could not be listed: sites may be missing. */
  readonly closed: readonly { readonly inside: string; readonly said: string }[]
}

const home = '.claude/worktrees'
const deepest = 40
const pointerLimit = 64 * 1024

/**
 * Sites by a walk: folders and links directly in `.claude/worktrees`, and the same inside each real folder (DL-WT-03).
 * Neither `.claude` nor `worktrees` is followed when it is a link.
 */
export async function findSites(root: Place): Promise<SitePlaces> {
  const sites: SitePlace[] = []
  const closed: { inside: string; said: string }[] = []
  let any = false
  const look = async (folder: Place, prefix: string, depth: number): Promise<void> => {
    const inside = prefix === '' ? home : `${prefix}/${home}`
    const entries = await entriesIn(folder)
    if (entries.kind === 'absent') return
    any = true
    if (entries.kind === 'closed') {
      closed.push({ inside, said: entries.said })
      return
    }
    for (const entry of entries.entries) {
      if (!entry.isDirectory() && !entry.isSymbolicLink()) continue
      const place = childOf(childOf(childOf(folder, '.claude'), 'worktrees'), entry.name)
      const site: SitePlace = {
        inside: `${inside}/${entry.name}`,
        place,
        ...(entry.isDirectory() ? await folderAt(place) : { kind: 'link', holds: 'link', admin: null })
      }
      sites.push(site)
      if (site.kind === 'link') continue
      if (depth >= deepest) closed.push({ inside: site.inside, said: 'nested too deeply' })
      else await look(place, site.inside, depth + 1)
    }
  }
  await look(root, '', 0)
  return { any, sites: sites.sort((a, b) => (a.inside < b.inside ? -1 : 1)), closed }
}

async function folderAt(place: Place): Promise<Pick<SitePlace, 'kind' | 'holds' | 'admin'>> {
  const read = await readSmallFile(childOf(place, '.git'), pointerLimit)
  if (read.kind === 'absent') return { kind: 'folder', holds: 'plain', admin: null }
  const text = read.kind === 'read' ? read.bytes.toString('latin1') : ''
  const admin = /^gitdir: [^\0]*\/worktrees\/([^/\0\r\n]+)[\r\n]*$/.exec(text)?.[1]
  return admin === undefined || admin === '.' || admin === '..'
    ? { kind: 'folder', holds: 'unreadable', admin: null }
    : { kind: 'folder', holds: 'worktree', admin }
}

type Entries =
  | { readonly kind: 'entries'; readonly entries: readonly Dirent[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'closed'; readonly said: string }

async function entriesIn(folder: Place): Promise<Entries> {
  try {
    let place = folder
    for (const step of ['.claude', 'worktrees']) {
      place = childOf(place, step)
      if (!(await lstat(bytesOf(place))).isDirectory()) return { kind: 'absent' }
    }
    return { kind: 'entries', entries: await readdir(bytesOf(place), { encoding: 'latin1', withFileTypes: true }) }
  } catch (error) {
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'closed', said: words(error) }
  }
}

/**
 * Changes without the untracked lines on the way to sites, where all that such a line stands for lies in sites: those
 * answer for themselves. A name that git quotes, a tracked file and anything else on the way stay (DL-GUARD-07).
 * `prefix` is the site whose changes these are, empty for the checkout itself.
 */
export async function withoutSpine(
  root: Place,
  prefix: string,
  changes: readonly Change[],
  sites: readonly SitePlace[]
): Promise<Change[]> {
  const below = prefix === '' ? '' : `${prefix}/`
  const places = new Set(sites.map(({ inside }) => inside).filter((inside) => inside.startsWith(below)))
  if (places.size === 0) return [...changes]
  const kept: Change[] = []
  for (const change of changes) {
    const inside = [...steps(prefix as Place), ...steps(change.path as Place)].join('/')
    const drop = change.code === '??' && !change.shown.startsWith('"') && (await liesInSites(root, inside, places))
    if (!drop) kept.push(change)
  }
  return kept
}

async function liesInSites(root: Place, inside: string, places: ReadonlySet<string>): Promise<boolean> {
  const path = inside.split('/')
  for (let length = path.length; length > 0; length -= 1) if (places.has(path.slice(0, length).join('/'))) return true
  if (!isSpine(path)) return false
  try {
    const folder = path.reduce<Place>(childOf, root)
    if (!(await lstat(bytesOf(folder))).isDirectory()) return false
    const names = await readdir(bytesOf(folder), 'latin1')
    if (names.length === 0) return false
    for (const name of names) if (!(await liesInSites(root, `${inside}/${name}`, places))) return false
    return true
  } catch {
    // What cannot be looked at stays a change.
    return false
  }
}

/** True for `.claude`, `.claude/worktrees` and the same below a site. */
function isSpine(path: readonly string[]): boolean {
  const last = path[path.length - 1]
  return last === '.claude' || (last === 'worktrees' && path[path.length - 2] === '.claude')
}
