import { childOf, type Place } from './place'
import type { Ledger } from './scan/ledger'
import { type Refresh, refreshed } from './scan/refreshed'
import { weigh } from './scan/weigh'
import type { Survey } from './survey/survey'

/** Weighs single sites again, beside the figures of the last scan. */
export interface Reweigher {
  /** Walks one site, and the sites inside it, anew. False when that is under way, or the site is unknown. */
  start(site: string): boolean
  /** Walks one folder of a site anew, by the names that lead to it; not while the site itself is walked. */
  startFolder(site: string, path: readonly string[]): boolean
  isAtWork(site: string): boolean
  /** The scan's ledger with what was weighed since. */
  over(base: Ledger | null): Ledger | null
  /** Ends what runs: for when a scan begins. */
  stop(): void
  /** Lets go of what was weighed: for when the figures of a scan take over. */
  forget(): void
  idle(): Promise<void>
}

export interface ReweighPorts {
  readonly survey: Survey
  readonly worker: string
  /** The figures of the last scan. */
  readonly base: () => Ledger | null
  readonly now: () => number
  /** Called when a figure has changed, and when a walk begins or ends. */
  readonly changed: () => void
  readonly bug: (error: unknown) => void
}

export function createReweigher(ports: ReweighPorts): Reweigher {
  const { survey } = ports
  const running = new Map<string, AbortController>()
  const walks = new Set<Promise<void>>()
  let kept: readonly Refresh[] = []
  let made: { base: Ledger; kept: readonly Refresh[]; ledger: Ledger } | null = null

  const inside = (site: string): string[] => [site, ...survey.childrenOf(site).flatMap(inside)]
  const around = (site: string): string[] => {
    const parent = survey.site(site)?.parent ?? null
    return parent === null ? [] : [parent, ...around(parent)]
  }

  const keep = (refresh: Refresh) => {
    const older = kept.filter((each) => replaces(refresh, each))
    kept = [...kept.filter((each) => !older.includes(each)), refresh]
    for (const { fresh } of older) fresh.close()
  }

  const over = (base: Ledger | null): Ledger | null => {
    if (base === null || kept.length === 0) return base
    if (made === null || made.base !== base || made.kept !== kept)
      made = { base, kept, ledger: kept.reduce(refreshed, base) }
    return made.ledger
  }

  /** The figures of the sites around follow; their age stays that of the rest of them. */
  const follow = (ids: Iterable<string>) => {
    const ledger = over(ports.base())
    for (const id of ids) {
      const entry = survey.entry(id)
      if (entry === undefined || entry.disk === null || ledger?.knows(id) !== true) continue
      survey.measure(id, { ...entry, disk: ledger.exclusive(id), at: entry.measuredAt })
    }
  }

  /** What was weighed of one folder; the site's own figure follows. */
  const folder = async (site: string, path: readonly string[], control: AbortController) => {
    const place = survey.entry(site)?.place
    if (place === undefined) return
    const top = [site, ...path].join('\0')
    const sites = [{ id: top, place: path.reduce<Place>(childOf, place) }]
    const fresh = await weigh({ sites, worker: ports.worker, signal: control.signal })
    if (control.signal.aborted) return fresh.close()
    const outer = new Set([site, ...around(site)])
    keep({ top, ids: new Set([top]), around: outer, fresh, within: { site, path } })
    follow(outer)
  }

  const whole = async (site: string, control: AbortController) => {
    const ids = inside(site)
    const sites = ids.flatMap((id) => survey.entry(id) ?? []).map(({ id, place }) => ({ id, place }))
    const fresh = await weigh({ sites, worker: ports.worker, signal: control.signal })
    if (control.signal.aborted) return fresh.close()
    const outer = new Set(around(site))
    keep({ top: site, ids: new Set(ids), around: outer, fresh })
    const at = ports.now()
    for (const id of ids)
      survey.measure(id, { disk: fresh.exclusive(id), shared: fresh.shared(id), estimate: fresh.estimate([id]), at })
    follow(outer)
  }

  const walk = async (site: string, control: AbortController, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      ports.bug(error)
    } finally {
      if (running.get(site) === control) running.delete(site)
      // Who asked has to see the end, also of a walk that changed nothing.
      survey.touch(site)
      survey.publish()
      ports.changed()
    }
  }

  const begin = (site: string, work: (control: AbortController) => Promise<void>): boolean => {
    if (running.has(site) || survey.entry(site) === undefined) return false
    const control = new AbortController()
    running.set(site, control)
    const done = walk(site, control, () => work(control)).finally(() => walks.delete(done))
    walks.add(done)
    survey.touch(site)
    survey.publish()
    ports.changed()
    return true
  }

  return {
    start: (site) => begin(site, (control) => whole(site, control)),
    startFolder: (site, path) => begin(site, (control) => folder(site, path, control)),
    isAtWork: (site) => running.has(site),
    over,
    stop: () => {
      for (const control of running.values()) control.abort()
      running.clear()
    },
    forget: () => {
      for (const { fresh } of kept) fresh.close()
      kept = []
      made = null
    },
    idle: async () => {
      await Promise.all([...walks])
    }
  }
}

/** Whether a newer walk covers all that an older one found. */
function replaces(newer: Refresh, older: Refresh): boolean {
  if (newer.within === undefined) return newer.ids.has(older.within?.site ?? older.top)
  const { site, path } = newer.within
  return older.within?.site === site && path.every((name, at) => older.within?.path[at] === name)
}
