import { childOf, type Place, shown } from '../../place'
import { countBeyondMirror, countOfRevision } from '../../tools/git/commits'
import type { Git, GitOptions, Repository } from '../../tools/git/run'
import type { Change } from '../../tools/git/status'
import type { Registration } from '../../tools/git/worktrees'
import type { AdminFolder, AdminFolders } from './admin'
import type { FilterReader } from './filters'
import { dirtOf } from './loss'
import { couldNotRead, lockText, lossText, noLoss, type Objection } from './losses'
import type { Mirror } from './open'
import { type SitePlace, withoutSpine } from './spine'

/** What there is to ask about one place: a site that stands there, registrations that name it, or both. */
export interface SiteCase {
  readonly inside: string
  readonly site: SitePlace | null
  readonly registrations: readonly { readonly registration: Registration; readonly admin: AdminFolder | null }[]
}

/** The answer for one place, its objections already naming it. */
export interface SiteAnswer {
  readonly inside: string
  readonly objections: readonly Objection[]
  readonly changes: readonly Change[]
  readonly heads: readonly { readonly head: string; readonly commits: number }[]
  /** What git was asked for its changes; null when it was not. */
  readonly repository: Repository | null
}

export interface SiteQuestions {
  readonly git: Git
  readonly filters: FilterReader
  readonly commonDir: Place
  readonly admins: AdminFolders
  /** The checkout the sites lie in. */
  readonly root: Place
  readonly repository: Repository
  readonly mirror: Mirror
  /** True when the checkout's own count over all refs and HEADs was 0. */
  readonly allPushed: boolean
  readonly sites: readonly SitePlace[]
  readonly options: GitOptions
}

/** The four questions of DL-WT-07: what is there, is it dirty, do its commits exist elsewhere, is it locked. */
export async function askSite(asked: SiteQuestions, one: SiteCase): Promise<SiteAnswer> {
  const { registrations, inside, site } = one
  const stranger = registrations.length === 0 || site?.kind === 'link' ? whoseElse(site) : null
  if (stranger !== null) return answer(inside, { unproved: [stranger] })
  const dirt = site === null ? noDirt([]) : await dirtIn(asked, one, site)
  const heads = await headsOf(asked, registrations)
  const losses = [{ ...noLoss, changes: dirt.changes }, ...heads.heads.map(({ commits }) => ({ ...noLoss, commits }))]
  return {
    ...answer(inside, {
      loses: losses.map(lossText).filter((text) => text !== null),
      unproved: [...dirt.unproved, ...heads.unproved, ...locksOf(registrations)]
    }),
    changes: dirt.changes,
    heads: heads.heads,
    repository: dirt.repository
  }
}

const noDirt = (unproved: readonly string[], repository: Repository | null = null) => ({
  changes: [] as readonly Change[],
  unproved,
  repository
})

function answer(
  inside: string,
  found: { readonly loses?: readonly string[]; readonly unproved?: readonly string[] }
): SiteAnswer {
  const named = (kind: Objection['kind'], texts: readonly string[] = []) =>
    texts.map((text): Objection => ({ kind, text: `${text} (in ${shown(inside as Place)})` }))
  return {
    inside,
    objections: [...named('loses', found.loses), ...named('unproved', found.unproved)],
    changes: [],
    heads: [],
    repository: null
  }
}

const noGitfile = "its .git could not be read as a worktree gitfile, so it is not devlaunch's to remove"

/** Sites that this repository does not account for are never asked with git (DL-WT-05). */
function whoseElse(site: SitePlace | null): string | null {
  switch (site?.holds) {
    case undefined:
      return null
    case 'link':
      return 'a symbolic link, which devlaunch never follows and never removes'
    case 'worktree':
      return "a git worktree this clone's listing does not account for, so devlaunch will not reclaim the worktree, and only the repository that registered it can"
    case 'unreadable':
      return noGitfile
    case 'plain':
      return "a plain directory, not a git worktree, so it is not devlaunch's to remove"
  }
}

async function dirtIn(asked: SiteQuestions, { inside, registrations }: SiteCase, site: SitePlace) {
  const none = (text: string) => noDirt([text])
  // A repository of its own, say, which the registration knows nothing of.
  if (site.holds === 'unreadable') return none(noGitfile)
  const [only, second] = registrations
  const admin = only?.admin
  if (admin == null || second !== undefined) return none('its administrative directory could not be found')
  if (site.admin !== null && site.admin !== admin.name)
    return none('its .git names another administrative directory than its registration')
  const blank = { workTree: site.place, gitDir: admin.place, filters: asked.repository.filters }
  const checkout = { gitDir: admin.place, commonDir: asked.commonDir, linked: true }
  const { signal } = asked.options
  const names = await asked.filters.of({ repository: blank, checkout }, signal)
  if (names.kind === 'refused') return none(couldNotRead(site.place, names.said))
  const repository = { ...blank, filters: names.filters }
  const dirt = await dirtOf(asked.git, repository, asked.options)
  if (dirt.kind === 'refused') return none(couldNotRead(site.place, dirt.said))
  const changes = await withoutSpine(asked.root, inside, dirt.changes, asked.sites)
  return { ...noDirt([], repository), changes }
}

/** The mirror is asked first, as it may have been fetched since; as of the last fetch, and never fetching (DL-WT-08). */
async function headsOf(asked: SiteQuestions, found: SiteCase['registrations']) {
  const { git, repository, mirror, root, options } = asked
  const heads: { head: string; commits: number }[] = []
  const unproved: string[] = []
  for (const { registration } of found) {
    const { head } = registration
    // What no ref and no HEAD of a worktree holds beyond the remotes, this HEAD does not either.
    if (head === null || /^0+$/.test(head) || asked.allPushed) continue
    const beside = await mirror()
    const known = beside === null ? null : await countBeyondMirror(git, beside, head, options)
    if (known?.kind === 'count' && known.count === 0) continue
    const own = await countOfRevision(git, repository, head, options)
    if (own.kind === 'refused') unproved.push(couldNotRead(childOf(root, '.git'), own.said))
    else if (own.count > 0) heads.push({ head, commits: own.count })
  }
  return { heads, unproved }
}

/** A lock is a claim whoever holds it; nothing is inferred about its holder (DL-WT-09, DL-WT-20). */
function locksOf(registrations: SiteCase['registrations']): string[] {
  return registrations.flatMap(({ registration, admin }) => {
    const reason = registration.locked ?? admin?.locked ?? null
    return reason === null ? [] : [lockText(reason)]
  })
}
