import { Refusal } from '../../../shared/dispatch'
import type { ActProgress, Ending, Freed, PlanRefusal, ReportHead, ReportRow } from '../../../shared/plan'
import { freshId } from '../ids'
import type { Spent } from '../plan/book'
import type { KeptReport, Reports } from '../reports'
import { words } from '../words'
import type { Acted, ActTelling } from './execute'
import { rowOf } from './report-row'

/** An act's way through the gate: alone on the machine, and written down beforehand. */
export type Gate =
  | {
      readonly kind: 'open'
      /** Does what was approved; rejects only for a bug or a journal that failed. */
      readonly act: (telling: ActTelling) => Promise<Acted>
      /** All of it is done and reported: nothing is left to be looked after. */
      readonly settled: () => Promise<void>
      /** Lets the next one in. */
      readonly close: () => Promise<void>
    }
  | { readonly kind: 'shut'; readonly refusal: PlanRefusal }

export interface ActingPorts {
  readonly enter: (act: string, spent: Spent) => Promise<Gate>
  readonly freeBytes: () => Promise<number | null>
  readonly reports: Reports
  /** Called at most ten times a second, and once at the end. */
  readonly tick: (progress: ActProgress) => void
  /** A report was added. */
  readonly kept: () => void
  readonly notice: (text: string) => void
  readonly bug: (error: unknown) => void
  readonly now: () => number
}

/** Runs one act at a time. */
export interface Acting {
  /** Spends the plan and starts. Throws a `Refusal` while another one runs, before the plan is spent. */
  start(spend: () => Spent): string
  stop(act: string): boolean
  now(): ActProgress | null
  /** The rows that are finished, of the act that runs or ran last. */
  rows(act: string): readonly ReportRow[] | null
  idle(): Promise<void>
}

const tickMs = 100

export function createActing(ports: ActingPorts): Acting {
  let running: Running | null = null
  let last: Running | null = null
  let ended: Promise<void> = Promise.resolve()

  const drive = async (run: Running) => {
    const timer = setInterval(() => ports.tick(run.progress()), tickMs)
    try {
      await run.drive()
    } catch (error) {
      ports.bug(error)
      await run.fail(words(error))
    } finally {
      clearInterval(timer)
      running = null
      ports.tick(run.progress())
      ports.kept()
    }
  }

  return {
    start: (spend) => {
      if (running !== null) throw new Refusal('Another plan is being carried out. Wait until it is done.')
      const run = new Running(ports, spend())
      running = run
      last = run
      ended = drive(run)
      return run.act
    },
    stop: (act) => {
      if (running?.act !== act) return false
      running.stop()
      return true
    },
    now: () => (running ?? last)?.progress() ?? null,
    rows: (act) => (last?.act === act ? last.rows : null),
    idle: () => ended
  }
}

/** One act, from its start to its report. */
class Running {
  readonly act = freshId()
  readonly rows: ReportRow[] = []
  private readonly control = new AbortController()
  private readonly startedAt: number
  private inHand = 0
  private at: Pick<ActProgress, 'state' | 'waiting' | 'current' | 'refused'>

  constructor(
    private readonly ports: ActingPorts,
    private readonly spent: Spent
  ) {
    this.startedAt = ports.now()
    this.at = { state: 'second-look', waiting: null, current: null, refused: null }
  }

  stop(): void {
    this.control.abort()
  }

  progress(): ActProgress {
    return {
      act: this.act,
      plan: this.spent.plan,
      id: this.spent.id,
      ...this.at,
      stopping: this.control.signal.aborted,
      done: this.rows.length,
      total: this.spent.approved.length,
      claims: claimsOf(this.rows, this.inHand),
      startedAt: new Date(this.startedAt).toISOString(),
      elapsedMs: Math.max(0, Math.round(this.ports.now() - this.startedAt))
    }
  }

  async drive(): Promise<void> {
    const before = await this.ports.freeBytes()
    const gate = await this.ports.enter(this.act, this.spent)
    if (gate.kind === 'shut') {
      for (const { row } of this.spent.approved) this.rows.push(rowOf(row, 'kept', gate.refusal.text))
      return this.finish({ refused: gate.refusal, notes: [] }, before)
    }
    try {
      const acted = await gate.act({
        signal: this.control.signal,
        at: (patch) => {
          this.at = { ...this.at, ...patch }
        },
        bytes: (removed) => {
          this.inHand = removed
        },
        done: (row) => {
          this.inHand = 0
          this.rows.push(row)
        }
      })
      // The report first: an act whose journal has its end is not looked for again.
      await this.finish(acted, before)
      await gate.settled()
    } finally {
      await gate.close()
    }
  }

  /** An error of ours: what was not reached is said to be left, and what was done stays done. */
  async fail(said: string): Promise<void> {
    const told = new Set(this.rows.map(({ id }) => id))
    const left = this.spent.approved.filter(({ row }) => !told.has(row.id))
    for (const { row } of left) this.rows.push(rowOf(row, 'failed', `The act ended before its turn came: ${said}`))
    await this.finish({ refused: null, notes: [] }, null)
    this.at = { ...this.at, state: 'failed' }
  }

  private async finish({ refused, notes }: Acted, before: number | null): Promise<void> {
    const stopped = this.control.signal.aborted
    const freed: Freed = {
      removedBytes: this.rows.reduce((sum, row) => sum + row.removedBytes, 0),
      freeBefore: before,
      freeAfter: await this.ports.freeBytes()
    }
    const report: KeptReport = { head: this.headOf(refused, notes, freed, stopped), rows: this.rows }
    await this.ports.reports.keep(report).catch((error: unknown) => this.ports.notice(words(error)))
    this.at = {
      state: refused === null ? (stopped ? 'stopped' : 'done') : 'refused',
      waiting: null,
      current: null,
      refused
    }
  }

  private headOf(refused: PlanRefusal | null, notes: readonly string[], freed: Freed, stopped: boolean): ReportHead {
    const failed = this.rows.some(({ outcome }) => outcome === 'failed' || outcome === 'removed-in-part')
    return {
      act: this.act,
      plan: this.spent.plan,
      id: this.spent.id,
      startedAt: new Date(this.startedAt).toISOString(),
      finishedAt: new Date(this.ports.now()).toISOString(),
      ending: endingOf(this.rows),
      stopped,
      refused,
      promised: this.spent.promised,
      claims: claimsOf(this.rows),
      freed,
      exit: failed || refused !== null ? 1 : 0,
      rows: this.rows.length,
      outcomes: countsOf(this.rows.map(({ outcome }) => outcome)),
      notes: [...notes]
    }
  }
}

/** Bytes removed per kind of row that has bytes, with those of the clone in hand; never added up. Pure. */
function claimsOf(rows: readonly ReportRow[], inHand = 0): Record<string, number> {
  const claims: Record<string, number> = { clones: inHand, worktrees: 0, subtrees: 0 }
  for (const { kind, removedBytes } of rows) {
    const claim = `${kind}s`
    if (claim in claims) claims[claim] = (claims[claim] ?? 0) + removedBytes
  }
  return claims
}

/** All, a part, or nothing of what was approved (CS-71). What was gone already is no part of it (CS-72). Pure. */
function endingOf(rows: readonly ReportRow[]): Ending {
  const went = rows.filter(({ outcome }) => outcome === 'removed' || outcome === 'dropped')
  const left = rows.filter(({ outcome }) => outcome !== 'removed' && outcome !== 'dropped' && outcome !== 'absent')
  if (left.length === 0) return 'all'
  return went.length > 0 || rows.some(({ outcome }) => outcome === 'removed-in-part') ? 'part' : 'nothing'
}

function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
