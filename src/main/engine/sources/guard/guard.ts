import { lstat, stat } from 'node:fs/promises'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import type { Unsaved } from '../../../../shared/model'
import { bytesOf, childOf, type Place, placeOf, shown } from '../../place'
import { readHead } from '../../tools/git/checkout'
import { createGit, type Git, type GitOptions } from '../../tools/git/run'
import type { Tag } from '../../tools/git/tags'
import type { Run } from '../../tools/run'
import { silentIn } from '../../tools/system/answering'
import { isAbsence, words } from '../../words'
import { type AdminFolders, lockIn, readAdminFolders } from './admin'
import { createFilterReader, type FilterReader } from './filters'
import { askedInARow, sitesInARow } from './in-a-row'
import { lossOf, lossOfWorktree } from './loss'
import { couldNotLook, couldNotRead, type Loss, lockText, lossText, type Objection, unsavedFrom } from './losses'
import { mirrorBeside, type OpenRepository, openRepository } from './open'
import type { SiteAnswer } from './site-question'
import { askSites } from './sites'
import { findSites, type SitePlace, withoutSpine } from './spine'

/** How many checkouts are asked about at once: each asks one thing after the other. */
export const checkoutsAtOnce = Math.max(4, cpus().length * 2)

/** What a guard asks with; made once for many checkouts. */
export interface Asking {
  readonly git: Git
  readonly filters: FilterReader
}

export function createAsking(run: Run, timeoutMs?: number): Asking {
  const git = createGit(run, timeoutMs)
  return { git, filters: createFilterReader(git) }
}

/** What the guard saw on its way to its answer. */
export interface Guarded {
  readonly unsaved: Unsaved
  readonly objections: readonly Objection[]
  /** True when no folder stands there. */
  readonly absent: boolean
  /** Null when nothing could be asked, or there is nothing to ask about. */
  readonly seen: {
    readonly opened: OpenRepository
    readonly loss: Loss
    /** Tags that the mirror does not vouch for. */
    readonly localTags: readonly Tag[]
    readonly sites: readonly SiteAnswer[]
  } | null
}

/**
 * Whether deleting a checkout would lose work (DL-GUARD-01…15). A mirror beside it, as devlaunch's clones have one, vouches
 * for tags and for commits, since it stays. A linked worktree is asked for what is its own. Never rejects, writes
 * nothing, uses no network.
 */
export async function guard(asking: Asking, place: Place, signal?: AbortSignal): Promise<Guarded> {
  const { filters } = asking
  const only = (objections: readonly Objection[]): Guarded => ({
    unsaved: unsavedFrom(objections),
    objections,
    absent: false,
    seen: null
  })
  const folder = resolve(placeOf(process.cwd()), place) as Place
  const silent = await silentIn(folder)
  if (silent !== null) return only([{ kind: 'unproved', text: couldNotLook(folder, silent) }])
  const there = await standsAt(folder)
  if (there.kind === 'absent') return { ...only([]), absent: true }
  if (there.kind === 'closed') return only([{ kind: 'unproved', text: couldNotLook(folder, there.said) }])
  const opened = await openRepository(asking.git, filters, folder, signal)
  if (opened.kind === 'refused') return only([{ kind: 'unproved', text: couldNotRead(folder, opened.said) }])
  const options: GitOptions = signal === undefined ? {} : { signal }
  const mirror = mirrorBeside(folder)
  const { repository, checkout } = opened
  const places = await findSites(folder)
  const admins = places.any || !checkout.linked ? await readAdminFolders(checkout.commonDir) : noAdmins
  const git = await usualAnswers(asking, opened, admins, places.sites, options)
  const found = checkout.linked
    ? await lossOfWorktree(git, folder, repository, await readHead(checkout), options)
    : await lossOf(git, folder, repository, mirror, options)
  if (found.kind === 'refused') return only([found.objection])
  const { commonDir } = checkout
  const { allPushed } = found
  const known = { git, filters, root: folder, repository, commonDir, admins, mirror, allPushed }
  const questions = { ...known, sites: places.sites, options }
  const sites = await askSites(questions, places)
  const loss = { ...found.loss, changes: await withoutSpine(folder, '', found.loss.changes, places.sites) }
  const text = lossText(loss)
  const lock = checkout.linked ? await lockIn(checkout.gitDir) : null
  const objections: Objection[] = [
    ...(text === null ? [] : [{ kind: 'loses' as const, text }]),
    ...(lock === null ? [] : [{ kind: 'unproved' as const, text: lockText(lock) }]),
    ...(checkout.linked ? [] : await passedOver(admins, places.any)),
    ...sites.objections
  ]
  const seen = { opened, loss, localTags: found.local, sites: sites.answers }
  return { unsaved: unsavedFrom(objections), objections, absent: false, seen }
}

const noAdmins: AdminFolders = { kind: 'read', folders: [] }

/** The usual questions asked in a row; a linked worktree has others. */
async function usualAnswers(
  asking: Asking,
  { repository, checkout }: OpenRepository,
  admins: AdminFolders,
  sites: readonly SitePlace[],
  options: GitOptions
): Promise<Git> {
  const { workTree } = repository
  if (checkout.linked || workTree === null) return asking.git
  const pinned = await sitesInARow(asking.filters, workTree, checkout.commonDir, admins, sites, options)
  return askedInARow(asking.git, { ...repository, workTree }, pinned, options)
}

/** Worktrees that git passes over without a word when it looks at all refs and HEADs: nobody knows their commits. */
async function passedOver(admins: AdminFolders, saidBySites: boolean): Promise<Objection[]> {
  const unproved = (said: string): Objection => ({
    kind: 'unproved',
    text: `git could not list its worktrees: ${said}`
  })
  if (admins.kind === 'closed') return saidBySites ? [] : [unproved(admins.said)]
  const lost: Objection[] = []
  for (const { name, place, recorded } of admins.folders)
    if (recorded === '' && (await mayHoldHead(place)))
      lost.push(unproved(`the worktree ${shown(name as Place)} does not say where it is`))
  return lost
}

const mayHoldHead = (admin: Place): Promise<boolean> =>
  lstat(bytesOf(childOf(admin, 'HEAD'))).then(
    () => true,
    (error) => !isAbsence(error)
  )

type Standing = { readonly kind: 'folder' } | { readonly kind: 'absent' } | { readonly kind: 'closed'; said: string }

/** Absent, or something that is no folder: nothing to lose. Any other error proves nothing (DL-GUARD-02, CS-23). */
async function standsAt(folder: Place): Promise<Standing> {
  try {
    return (await stat(bytesOf(folder))).isDirectory() ? { kind: 'folder' } : { kind: 'absent' }
  } catch (error) {
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'closed', said: words(error) }
  }
}
