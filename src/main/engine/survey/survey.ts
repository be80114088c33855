import type { Bytes, Estimate } from '../../../shared/bytes'
import type { Site, SourceName } from '../../../shared/model'
import { siteIdOf } from '../ids'
import type { Verdict } from '../judge'
import type { Evidence, FoundSite, Question } from '../sources/source'
import { type Entry, judgeEntry, siteOf } from './merge'
import { parentsOf } from './nesting'

export interface Measure {
  /** `null` where a walk was stopped before it came there. */
  readonly disk: Bytes | null
  readonly shared: number | null
  readonly estimate: Estimate | null
  readonly at: number | null
}

export interface SitesPage {
  readonly revision: number
  readonly sites: Site[]
  readonly gone: string[]
  readonly next: string | null
}

/**
 * What is known of all sites, in revisions. Writes are gathered and become visible together with `publish`, so a reader
 * never sees half a step.
 */
export interface Survey {
  readonly revision: () => number
  put(site: FoundSite): void
  answer(id: string, evidence: readonly Evidence[]): void
  measure(id: string, measure: Measure): void
  /** Lets a site count as changed with the next `publish`, though nothing of it is another. */
  touch(id: string): void
  /** Forgets what `source` found before and did not find again. */
  keepOnly(source: SourceName, ids: ReadonlySet<string>): void
  /** Judges what changed and raises the revision, by one for each change; false when nothing did. */
  publish(): boolean
  site(id: string): Site | undefined
  entry(id: string): Entry | undefined
  sites(): IterableIterator<Site>
  childrenOf(id: string | null): readonly string[]
  /** What changed or went after `since`, oldest change first, in pages: each is one turn of every process it passes. */
  page(since: number, after: string | null): SitesPage
}

/** Bytes of JSON in a page. */
const pageBytes = 80_000
const mostGone = 50_000

/** `remembered`: the figure a site had in an earlier run, with its time. */
export function createSurvey(
  questionsOf: (source: SourceName) => readonly Question[],
  remembered: (id: string) => Measure | null = () => null
): Survey {
  const entries = new Map<string, Entry>()
  const sites = new Map<string, Site>()
  const verdicts = new Map<string, Verdict>()
  const gone = new Map<string, number>()
  const dirty = new Set<string>()
  let shape = true
  let parents: ReadonlyMap<string, string> = new Map()
  let children: ReadonlyMap<string | null, readonly string[]> = new Map()
  let revision = 0

  const change = (id: string, next: Partial<Entry>) => {
    const entry = entries.get(id)
    if (entry === undefined) return
    entries.set(id, { ...entry, ...next })
    dirty.add(id)
  }

  const reshape = () => {
    const nesting = parentsOf([...entries.values()])
    for (const id of entries.keys()) if (nesting.parents.get(id) !== parents.get(id)) dirty.add(id)
    parents = nesting.parents
    children = nesting.children
    shape = false
  }

  /** Children before parents, since a parent's verdict rests on theirs. */
  const judgeAgain = (id: string): void => {
    const entry = entries.get(id)
    if (entry === undefined) return
    const inside = (children.get(id) ?? [])
      .map((child) => verdicts.get(child))
      .filter((verdict) => verdict !== undefined)
    const verdict = judgeEntry(entry, questionsOf, inside)
    verdicts.set(id, verdict)
    const site = siteOf(entry, verdict, parents.get(id) ?? null, revision + 1)
    if (site === null) return
    revision += 1
    sites.delete(id)
    sites.set(id, site)
    gone.delete(id)
  }

  const forget = (id: string) => {
    entries.delete(id)
    verdicts.delete(id)
    revision += 1
    if (sites.delete(id)) gone.set(id, revision)
    if (gone.size <= mostGone) return
    const [oldest] = gone.keys()
    if (oldest !== undefined) gone.delete(oldest)
  }

  const depth = (id: string): number => {
    const parent = parents.get(id)
    return parent === undefined ? 0 : 1 + depth(parent)
  }

  return {
    revision: () => revision,
    put: (found) => {
      const id = siteIdOf(found.place)
      const entry = entries.get(id)
      if (entry === undefined) shape = true
      const before = entry ?? {
        id,
        place: found.place,
        found: new Map(),
        asked: [],
        ...measured(remembered(id))
      }
      entries.set(id, { ...before, found: new Map(before.found).set(found.source, found) })
      dirty.add(id)
    },
    answer: (id, evidence) => change(id, { asked: evidence }),
    measure: (id, measure) => change(id, measured(measure)),
    touch: (id) => change(id, {}),
    keepOnly: (source, ids) => {
      for (const entry of entries.values()) {
        if (ids.has(entry.id) || !entry.found.has(source)) continue
        const found = new Map(entry.found)
        found.delete(source)
        if (found.size === 0) shape = true
        change(entry.id, { found })
      }
    },
    publish: () => {
      if (dirty.size === 0) return false
      for (const id of [...dirty]) {
        if (entries.get(id)?.found.size !== 0) continue
        // The site around it no longer stands for what it holds.
        const around = parents.get(id)
        if (around !== undefined) dirty.add(around)
        forget(id)
      }
      if (shape) reshape()
      for (const id of [...dirty]) for (let up = parents.get(id); up !== undefined; up = parents.get(up)) dirty.add(up)
      const order = [...dirty].map((id) => [depth(id), id] as const).sort(([a], [b]) => b - a)
      for (const [, id] of order) judgeAgain(id)
      dirty.clear()
      return true
    },
    site: (id) => sites.get(id),
    entry: (id) => entries.get(id),
    sites: () => sites.values(),
    childrenOf: (id) => children.get(id) ?? [],
    page: (since, after) => pageOf(sites, gone, revision, since, after)
  }
}

/** A measure as an entry keeps it. */
const measured = (measure: Measure | null): Pick<Entry, 'disk' | 'shared' | 'estimate' | 'measuredAt'> =>
  measure === null
    ? { disk: null, shared: null, estimate: null, measuredAt: null }
    : { disk: measure.disk, shared: measure.shared, estimate: measure.estimate, measuredAt: measure.at }

/**
 * What changed and what is gone after the cursor, in one run: both are kept in the order of change, and every change has
 * a number of its own.
 */
function pageOf(
  sites: ReadonlyMap<string, Site>,
  gone: ReadonlyMap<string, number>,
  revision: number,
  since: number,
  after: string | null
): SitesPage {
  const start = Math.max(since, Number(after ?? since) || 0)
  const page: { sites: Site[]; gone: string[] } = { sites: [], gone: [] }
  let size = 0
  let last = start
  for (const { at, site, id } of inOrder(sites, gone, start)) {
    size += Buffer.byteLength(JSON.stringify(site ?? id)) + 1
    if (size > pageBytes && last > start) return { revision, ...page, next: String(last) }
    if (site === null) page.gone.push(id)
    else page.sites.push(site)
    last = at
  }
  return { revision, ...page, next: null }
}

type Change = { readonly at: number; readonly id: string; readonly site: Site | null }

/** Everything that happened after `start`, the oldest first; `site` is `null` for what is gone. */
function* inOrder(
  sites: ReadonlyMap<string, Site>,
  gone: ReadonlyMap<string, number>,
  start: number
): IterableIterator<Change> {
  const losses = [...gone].filter(([, at]) => at > start).map(([id, at]): Change => ({ at, id, site: null }))
  let lost = 0
  for (const site of sites.values()) {
    if (site.changed <= start) continue
    for (let loss = losses[lost]; loss !== undefined && loss.at < site.changed; loss = losses[lost]) {
      yield loss
      lost += 1
    }
    yield { at: site.changed, id: site.id, site }
  }
  yield* losses.slice(lost)
}
