import { amountOf, unreadableIn } from '../../shared/bytes'
import type { Job, Phase, SourceReport } from '../../shared/model'
import { freshId, siteIdOf } from './ids'
import { createReweigher } from './reweigh'
import { createCounter, readCounter, type ScanCounter } from './scan/counter'
import type { Ledger } from './scan/ledger'
import { weigh } from './scan/weigh'
import { checkoutsAtOnce } from './sources/guard/guard'
import type { Source } from './sources/source'
import { sourceOrder } from './survey/merge'
import type { Measure, Survey } from './survey/survey'
import { words } from './words'

/** The one scan at a time: discover → weigh → inspect, published as it goes. */
export interface Scanner {
  /** Starts, or answers with the scan that runs already. In the background its walk gives way to everything else. */
  start(background?: boolean): string
  /** Ends the scan, and what is weighed alone; what was measured stays, as floors. False when no scan runs. */
  stop(): boolean
  job(): Job | null
  /** Weighs one site again, alone. False while a scan runs, while that is under way, and for an unknown site. */
  weigh(site: string): boolean
  /** The same for one folder of a site, by the names that lead to it. */
  weighFolder(site: string, path: readonly string[]): boolean
  isWeighing(site: string): boolean
  /** The figures of the last weighing. */
  ledger(): Ledger | null
  reports(): readonly SourceReport[]
  finishedAt(): string | null
  /** Resolves when no scan runs. */
  idle(): Promise<void>
}

export interface ScanPorts {
  readonly survey: Survey
  /** The sources to ask, by the places that are on now. */
  readonly sources: () => readonly Source[]
  readonly worker: string
  readonly now: () => number
  /** Called at most ten times a second while a scan runs, and once at its end. */
  readonly tick: () => void
  readonly notice: (text: string) => void
  readonly bug: (error: unknown) => void
  /** Called when a scan has ended and its figures stand. */
  readonly ended?: () => void
}

const tickMs = 100

export function createScanner(ports: ScanPorts): Scanner {
  let current: Running | null = null
  let last: Job | null = null
  let ledger: Ledger | null = null
  let finishedAt: string | null = null
  let reports: readonly SourceReport[] = []
  let ended: Promise<void> = Promise.resolve()
  const { survey, worker, now, bug } = ports
  const again = createReweigher({ survey, worker, now, bug, base: () => ledger, changed: ports.tick })

  const finish = (run: Running, state: Job['state'], fault: string | null) => {
    last = { ...run.job(), state, fault, current: null }
    current = null
    if (state !== 'failed') finishedAt = new Date(ports.now()).toISOString()
    ports.survey.publish()
    ports.ended?.()
    ports.tick()
  }

  const drive = async (run: Running) => {
    const timer = setInterval(() => {
      ports.survey.publish()
      ports.tick()
    }, tickMs)
    try {
      await run.discover()
      reports = run.reports()
      // Stopped before the walk: the figures of the last one are better than none.
      if (ledger === null || !run.control.signal.aborted) {
        const next = await run.measure()
        again.forget()
        ledger?.close()
        ledger = next
        run.settle(next)
      }
      await run.inspect()
      finish(run, run.control.signal.aborted ? 'stopped' : 'done', null)
    } catch (error) {
      ports.bug(error)
      finish(run, 'failed', words(error))
    } finally {
      clearInterval(timer)
    }
  }

  return {
    start: (background = false) => {
      if (current !== null) return current.id
      again.stop()
      const run = new Running(ports, background)
      current = run
      ended = drive(run)
      return run.id
    },
    stop: () => {
      again.stop()
      current?.control.abort()
      return current !== null
    },
    job: () => current?.job() ?? last,
    weigh: (site) => current === null && again.start(site),
    weighFolder: (site, path) => current === null && ledger !== null && again.startFolder(site, path),
    isWeighing: (site) => again.isAtWork(site),
    ledger: () => again.over(ledger),
    reports: () => current?.reports() ?? reports,
    finishedAt: () => finishedAt,
    idle: async () => {
      await ended
      await again.idle()
    }
  }
}

const unmeasured: Measure = { disk: null, shared: null, estimate: null, at: null }

/** Nothing is found by asking git: where it is missing, only what is unsaved stays unknown. */
const isFailure = (report: SourceReport): boolean => !report.ok && report.id !== 'git'

/** One scan, from its start to its end. */
class Running {
  readonly id = freshId()
  readonly control = new AbortController()
  private readonly startedAt: number
  private readonly counter: ScanCounter = createCounter()
  private readonly phases = new Map<Phase['id'], Phase>()
  private readonly said = new Map<string, SourceReport>()
  private readonly foundBy = new Map<string, Set<string>>()
  private readonly sources: readonly Source[]
  private measured = 0
  private total = 0

  constructor(
    private readonly ports: ScanPorts,
    private readonly background: boolean
  ) {
    this.startedAt = ports.now()
    this.sources = ports.sources()
    const asksDevpod = this.sources.some((source) => source.name === 'devlaunch')
    if (asksDevpod) this.phase('ask', 'waiting', 0, null, '')
    if (this.sources.some((source) => source.name !== 'devlaunch')) this.phase('find', 'waiting', 0, null, '')
    this.phase('measure', 'waiting', 0, null, '')
    if (this.sources.some((source) => source.inspect !== undefined)) this.phase('inspect', 'waiting', 0, null, '')
  }

  job(): Job {
    const counted = readCounter(this.counter)
    return {
      id: this.id,
      kind: 'scan',
      state: 'running',
      startedAt: new Date(this.startedAt).toISOString(),
      elapsedMs: Math.max(0, Math.round(this.ports.now() - this.startedAt)),
      phases: [...this.phases.values()],
      entries: counted.entries,
      bytes: counted.bytes,
      current: counted.current === '' ? null : counted.current,
      measured: this.measured,
      sites: this.total,
      fault: null
    }
  }

  reports(): readonly SourceReport[] {
    return [...this.said.values()]
  }

  /** All sources side by side. What a source found before and not again is forgotten only if the scan was not stopped. */
  async discover(): Promise<void> {
    const asked = new Set(this.sources.map((source) => source.name))
    for (const name of sourceOrder) if (!asked.has(name)) this.ports.survey.keepOnly(name, new Set())
    await Promise.all(this.sources.map((source) => this.discoverOne(source)))
    this.ports.survey.publish()
    this.total = [...this.ports.survey.sites()].length
  }

  private async discoverOne(source: Source): Promise<void> {
    const ids = new Set<string>()
    this.foundBy.set(source.name, ids)
    const id = source.name === 'devlaunch' ? 'ask' : 'find'
    this.phase(id, 'running', 0, null, '')
    let failed = false
    await source.discover({
      signal: this.control.signal,
      found: (site) => {
        ids.add(siteIdOf(site.place))
        this.ports.survey.put(site)
        this.total = Math.max(this.total, ids.size)
        this.phase(id, 'running', ids.size, null, '')
      },
      report: (report) => {
        failed ||= isFailure(report)
        this.said.set(report.id, report)
      },
      notice: this.ports.notice
    })
    if (!this.control.signal.aborted) this.ports.survey.keepOnly(source.name, ids)
    const detail = failed ? ([...this.said.values()].find(isFailure)?.said ?? '') : ''
    this.phase(id, failed ? 'failed' : 'done', ids.size, ids.size, detail)
  }

  /** One walk over all roots. Stopping leaves floors. */
  async measure(): Promise<Ledger> {
    const survey = this.ports.survey
    const sites = [...survey.sites()].flatMap((site) => {
      const entry = survey.entry(site.id)
      return entry === undefined ? [] : [{ id: site.id, place: entry.place }]
    })
    this.total = sites.length
    this.phase('measure', 'running', 0, sites.length, '')
    return weigh({
      sites,
      worker: this.ports.worker,
      counter: this.counter,
      background: this.background,
      signal: this.control.signal,
      onSite: (id, disk) => {
        this.measured += 1
        survey.measure(id, { disk, shared: null, estimate: null, at: this.ports.now() })
        this.phase('measure', 'running', this.measured, sites.length, '')
      }
    })
  }

  /** The final figures: what looked like a floor while other roots were open is exact now; what a stop left untouched has none. */
  settle(ledger: Ledger): void {
    const survey = this.ports.survey
    const at = this.ports.now()
    const stopped = this.control.signal.aborted
    for (const { id } of survey.sites()) {
      const disk = ledger.exclusive(id)
      if (stopped && amountOf(disk) === 0 && unreadableIn(disk) > 0) survey.measure(id, unmeasured)
      else survey.measure(id, { disk, shared: ledger.shared(id), estimate: ledger.estimate([id]), at })
    }
    this.measured = this.total
    this.phase('measure', 'done', this.total, this.total, '')
    survey.publish()
  }

  /** Questions that discovery left open, a few at a time. */
  async inspect(): Promise<void> {
    const asking = this.sources.filter((source) => source.inspect !== undefined)
    if (asking.length === 0) return
    const queue = [...this.ports.survey.sites()]
    let done = 0
    const worker = async () => {
      for (let site = queue.shift(); site !== undefined && !this.control.signal.aborted; site = queue.shift()) {
        const found = this.ports.survey.entry(site.id)?.found
        const answers = await Promise.all(
          asking.map((source) => {
            const own = found?.get(source.name)
            return own === undefined ? [] : (source.inspect?.(own, this.control.signal) ?? [])
          })
        )
        this.ports.survey.answer(site.id, answers.flat())
        done += 1
        this.phase('inspect', 'running', done, this.total, '')
      }
    }
    await Promise.all(Array.from({ length: checkoutsAtOnce }, worker))
    this.phase('inspect', 'done', done, this.total, '')
  }

  private phase(id: Phase['id'], state: Phase['state'], done: number, total: number | null, detail: string): void {
    this.phases.set(id, { id, state, done, total, detail })
  }
}
