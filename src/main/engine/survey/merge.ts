import type { Bytes, Estimate } from '../../../shared/bytes'
import type { Site, SourceName, Unsaved } from '../../../shared/model'
import { cutAt } from '../fitting'
import type { Verdict } from '../judge'
import { judge } from '../judge'
import { type Place, shown } from '../place'
import type { Evidence, FoundSite, Question } from '../sources/source'

/** A place found by several sources is one site, offered by the first of these. */
export const sourceOrder: readonly SourceName[] = ['managed', 'devlaunch', 'scratch', 'git-worktrees']

/** All that is known of one place. */
export interface Entry {
  readonly id: string
  readonly place: Place
  readonly found: ReadonlyMap<SourceName, FoundSite>
  readonly asked: readonly Evidence[]
  readonly disk: Bytes | null
  readonly shared: number | null
  readonly estimate: Estimate | null
  readonly measuredAt: number | null
}

export const primaryOf = (entry: Entry): FoundSite | undefined => {
  for (const source of sourceOrder) {
    const found = entry.found.get(source)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The evidence of every source that found the place counts. What a source would never offer is its own affair, so that
 * one reason (`protected`) counts only from the source that offers the site.
 */
export function evidenceOf(entry: Entry): Evidence[] {
  const primary = primaryOf(entry)
  const all: Evidence[] = [...entry.asked]
  for (const found of entry.found.values())
    for (const item of found.evidence)
      if (found === primary || item.kind === 'safe' || item.reason.kind !== 'protected') all.push(item)
  return all
}

/** Judges one entry with the verdicts of what lies inside it. Pure. */
export function judgeEntry(
  entry: Entry,
  questionsOf: (source: SourceName) => readonly Question[],
  inside: readonly Verdict[]
): Verdict {
  const questions = new Map<string, Question>()
  for (const source of entry.found.keys())
    for (const question of questionsOf(source)) questions.set(question.id, question)
  return judge([...questions.values()], evidenceOf(entry), inside)
}

/** The site as every host sees it; `null` once no source finds it any more. */
export function siteOf(entry: Entry, verdict: Verdict, parent: string | null, changed: number): Site | null {
  const primary = primaryOf(entry)
  if (primary === undefined) return null
  const others = [...entry.found.values()].filter((found) => found !== primary)
  const first = <Key extends 'repo' | 'branch' | 'state' | 'stateWord' | 'lastUsed'>(key: Key): FoundSite[Key] =>
    primary[key] ?? others.find((found) => found[key] !== null)?.[key] ?? null
  const name = (key: 'repo' | 'branch' | 'stateWord' | 'lastUsed') => brief(first(key))
  return {
    id: entry.id,
    source: primary.source,
    kind: primary.kind,
    path: shown(entry.place),
    label: primary.label,
    repo: name('repo'),
    branch: name('branch'),
    workspaces: [...new Set([primary, ...others].flatMap((found) => found.workspaces))]
      .slice(0, mostWorkspaces)
      .map((id) => cutAt(id, mostName)),
    state: first('state'),
    stateWord: name('stateWord'),
    lastUsed: name('lastUsed'),
    disk: entry.disk,
    shared: entry.shared,
    estimate: entry.estimate,
    measuredAt: entry.measuredAt === null ? null : new Date(entry.measuredAt).toISOString(),
    unsaved: unsavedOf(entry),
    lost: entry.asked.find(({ lost }) => lost !== undefined)?.lost ?? null,
    verdict: verdict.verdict,
    reasons:
      verdict.verdict === 'stands'
        ? verdict.reasons.map((reason) => ({ ...reason, text: cutAt(reason.text, mostText) }))
        : [],
    parent,
    changed
  }
}

/** A site goes over the wire whole, whatever a configuration, a listing or a program wrote into it. Characters. */
const mostName = 500
const mostText = 2_000
const mostWorkspaces = 100

const brief = (text: string | null): string | null => (text === null ? null : cutAt(text, mostName))

/** The guard's own answer; `null` while git was not asked, and never read as one. */
const unsavedOf = ({ asked }: Entry): Unsaved | null =>
  asked.find(({ unsaved }) => unsaved !== undefined)?.unsaved ?? null
