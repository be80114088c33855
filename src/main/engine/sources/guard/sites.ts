import { type Place, shown } from '../../place'
import { listWorktrees, type Registration } from '../../tools/git/worktrees'
import { type AdminFolder, adminOf } from './admin'
import type { Objection } from './losses'
import { askSite, type SiteAnswer, type SiteCase, type SiteQuestions } from './site-question'
import type { SitePlaces } from './spine'

export interface SitesAnswer {
  readonly objections: readonly Objection[]
  readonly answers: readonly SiteAnswer[]
}

const home = /^(?:.*?\/)?(\.claude\/worktrees\/[\s\S]+)$/

/** Pure: the part of a path from the first `.claude/worktrees/<leaf>` on; null when it has none. Bytes. */
export function insideOf(path: string): string | null {
  const clean = path.split('/').filter((step) => step !== '' && step !== '.')
  return home.exec(`/${clean.join('/')}`)?.[1] ?? null
}

/**
 * Every site in a checkout answers for itself (DL-GUARD-14): those that stand there, and those that git has registered
 * at a place where nothing stands. Where there is no `.claude/worktrees` git is not asked (DL-WT-02).
 */
export async function askSites(questions: SiteQuestions, found: SitePlaces): Promise<SitesAnswer> {
  if (!found.any) return { objections: [], answers: [] }
  const closed = found.closed.map(({ inside, said }) =>
    unproved(`${shown(inside as Place)} could not be read: ${said}`)
  )
  const listed = await listWorktrees(questions.git, questions.repository, questions.options)
  if (listed.kind === 'refused')
    return { objections: [...closed, unproved(`git could not list its worktrees: ${listed.said}`)], answers: [] }
  const { admins } = questions
  if (admins.kind === 'closed')
    return { objections: [...closed, unproved(`git could not list its worktrees: ${admins.said}`)], answers: [] }
  const answers: SiteAnswer[] = []
  for (const one of casesOf(questions.root, questions.sites, listed.registrations, admins.folders))
    answers.push(await askSite(questions, one))
  return { objections: [...closed, ...answers.flatMap(({ objections }) => objections)], answers }
}

const unproved = (text: string): Objection => ({ kind: 'unproved', text })

/**
 * Pure: sites and registrations joined by the place inside the checkout, in byte order of the place. Recorded paths are
 * often those of a container, so only their part from `.claude/worktrees` on counts (DL-WT-03).
 */
export function casesOf(
  root: Place,
  sites: readonly SiteCase['site'][],
  registrations: readonly Registration[],
  admins: readonly AdminFolder[]
): SiteCase[] {
  const cases = new Map<string, SiteCase>()
  for (const site of sites) if (site !== null) cases.set(site.inside, { inside: site.inside, site, registrations: [] })
  for (const registration of registrations) {
    const inside = insideBelow(root, registration.path)
    if (inside === null || registration.head === null) continue
    const before = cases.get(inside) ?? { inside, site: null, registrations: [] }
    const joined = [...before.registrations, { registration, admin: adminOf(registration, admins) }]
    cases.set(inside, { ...before, registrations: joined })
  }
  return [...cases.values()].sort((a, b) => (a.inside < b.inside ? -1 : 1))
}

/**
 * Pure: the place inside `root` that a recorded path speaks of, by its part from `.claude/worktrees` on. A checkout that
 * is a site itself has its own sites below its own place.
 */
export function insideBelow(root: Place, path: string): string | null {
  const inside = insideOf(path)
  const around = insideOf(root)
  if (inside === null || around === null) return inside
  return inside.startsWith(`${around}/.claude/`) ? inside.slice(around.length + 1) : null
}
