import type { Ledger } from './scan/ledger'
import { type Refresh, refreshed } from './scan/refreshed'
import { weigh } from './scan/weigh'
import type { Survey } from './survey/survey'

/** Weighs single sites again, beside the figures of the last scan. */
export interface Reweigher {
  /** Walks one site, and the sites inside it, anew. False when that is under way, or the site is unknown. */
  start(site: string): boolean
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
    const older = kept.filter(({ top }) => refresh.ids.has(top))
    kept = [...kept.filter((each) => !older.includes(each)), refresh]
    for (const { fresh } of older) fresh.close()
  }

  const walk = async (site: string, control: AbortController) => {
    const ids = inside(site)
    try {
      const sites = ids.flatMap((id) => survey.entry(id) ?? []).map(({ id, place }) => ({ id, place }))
      const fresh = await weigh({ sites, worker: ports.worker, signal: control.signal })
      if (control.signal.aborted) return fresh.close()
      keep({ top: site, ids: new Set(ids), around: new Set(around(site)), fresh })
      const at = ports.now()
      for (const id of ids)
        survey.measure(id, {
          disk: fresh.exclusive(id),
          shared: fresh.shared(id),
          estimate: fresh.estimate([id]),
          at
        })
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

  return {
    start: (site) => {
      if (running.has(site) || survey.entry(site) === undefined) return false
      const control = new AbortController()
      running.set(site, control)
      const done = walk(site, control).finally(() => walks.delete(done))
      walks.add(done)
      survey.touch(site)
      survey.publish()
      ports.changed()
      return true
    },
    isAtWork: (site) => running.has(site),
    over: (base) => {
      if (base === null || kept.length === 0) return base
      if (made === null || made.base !== base || made.kept !== kept)
        made = { base, kept, ledger: kept.reduce(refreshed, base) }
      return made.ledger
    },
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
