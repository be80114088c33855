import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isActing } from '../../shared/acting'
import type { Emit, Handlers } from '../../shared/contract'
import { Refusal } from '../../shared/dispatch'
import type { ActProgress } from '../../shared/plan'
import { type Acting, createActing } from './act/acting'
import { createEnter } from './act/enter'
import { enterAct } from './act/gate'
import { createJournal, type Journal } from './act/journal'
import type { TakeLock } from './act/lock'
import { recover } from './act/recover'
import { pageOf } from './pages'
import { shown } from './place'
import type { PlanBook } from './plan/book'
import { createReports, type Reports } from './reports'
import type { Locations } from './sources/devlaunch/locations'
import type { Inspector } from './sources/git-questions/questions'
import type { Run } from './tools/run'
import { freeSpace } from './tools/system/free-space'

export interface ActParts {
  readonly book: PlanBook
  readonly host: string
  readonly run: Run
  readonly take: TakeLock
  /** Null where no home is known; then nothing is carried out. */
  readonly locations: Locations | null
  readonly state: string | null
  readonly home: string | null
  /** The built program of the threads that remove. */
  readonly remover: string
  readonly inspector: () => Inspector
  readonly revision: () => number
  readonly emit: Emit
  readonly notice: (text: string) => void
  readonly bug: (error: unknown) => void
}

export interface Acts {
  readonly handlers: ReturnType<typeof actHandlers>
  readonly busy: () => boolean
  /** Lets the item in hand be finished, and waits for it. */
  close(): Promise<void>
}

/** Acts and their reports for the page and for the terminal. */
export function createActs(parts: ActParts): Acts {
  const { run, take, state, locations, remover, revision, emit, notice, bug } = parts
  const reports = createReports(state === null ? null : join(state, 'reports'), notice)
  const journal = createJournal(state === null ? null : join(state, 'journal'))
  const kept = () => emit('history.changed', { revision: revision() })
  const settle = () => recover({ journal, reports, remover, now: () => new Date(), notice })
  const acting = createActing({
    enter: createEnter({ ...parts, journal, recover: settle }),
    freeBytes: async () => {
      const disk = locations === null ? null : await freeSpace(run, shown(locations.cache))
      return disk?.freeBytes ?? null
    },
    reports,
    tick: (progress: ActProgress) => emit('act.progress', { revision: revision(), progress }),
    kept,
    notice,
    bug,
    now: Date.now
  })
  const busy = () => isActing(acting.now())
  const recovered = lookBack({ take, state, host: parts.host, journal, settle, kept }).catch(bug)
  // The app and the browser run on: where something of ours is kept, room is made while there is some (CS-63).
  const isKept = async () => state !== null && parts.host !== 'cli' && (await stat(state)).isDirectory()
  const roomy = recovered.then(async () => (await isKept()) && journal.prepare()).catch(() => undefined)
  const close = async () => {
    await recovered
    await roomy
    const act = acting.now()?.act
    if (act !== undefined) acting.stop(act)
    await acting.idle()
  }
  return { handlers: actHandlers(parts.book, reports, acting, recovered), busy, close }
}

const unknownAct = () => new Refusal('There is no report of that act.')

/** At the start: an act that ended in the middle is looked after, unless it is one that runs in another Clearhold. */
async function lookBack(ports: {
  readonly take: TakeLock
  readonly state: string | null
  readonly host: string
  readonly journal: Journal
  readonly settle: () => Promise<void>
  readonly kept: () => void
}): Promise<void> {
  const { unfinished, notice } = await ports.journal.read()
  if (unfinished === null && notice === null) return
  const entered = await enterAct(ports)
  if (entered.kind === 'refused') return
  try {
    await ports.settle()
    ports.kept()
  } finally {
    await entered.lock.release()
  }
}

const actHandlers = (book: PlanBook, reports: Reports, acting: Acting, recovered: Promise<unknown>) => {
  const kept = async (act: string) => {
    await recovered
    const report = await reports.report(act)
    if (report === null) throw unknownAct()
    return report
  }
  return {
    'act.start': ({ plan, rows, insisted }) => ({ act: acting.start(() => book.spend(plan, rows, insisted)) }),
    'act.stop': ({ act }) => ({ stopped: acting.stop(act) }),
    'act.now': () => acting.now(),
    'act.rows': ({ act, after }) => {
      const rows = acting.rows(act)
      if (rows === null) throw unknownAct()
      const { items, next } = pageOf(rows, after)
      const reached = Math.min(rows.length, Number(after ?? 0) + items.length)
      return { rows: items, next: next ?? (isActing(acting.now()) ? String(reached) : null) }
    },
    'history.list': async ({ after }) => {
      await recovered
      const { items, next } = pageOf(await reports.list(), after)
      return { reports: items, next }
    },
    'report.head': async ({ act }) => (await kept(act)).head,
    'report.rows': async ({ act, after }) => paged((await kept(act)).rows, after),
    'cli.act': async ({ plan }) => {
      await recovered
      const rows = book.view(plan).rows.filter(({ decision }) => decision !== 'keep')
      const insisted = rows.filter(({ overridden }) => overridden.length > 0)
      const ids = (some: typeof rows) => some.map(({ id }) => id)
      const act = acting.start(() => book.spend(plan, ids(rows), ids(insisted)))
      await acting.idle()
      const { head, rows: done } = await kept(act)
      const { id, promised, freed, exit } = head
      return { report: { plan: head.plan, id, rows: [...done], promised, freed, exit }, head, refused: head.refused }
    }
  } satisfies Partial<Handlers>
}

function paged<Row>(rows: readonly Row[], after: string | null) {
  const { items, next } = pageOf(rows, after)
  return { rows: items, next }
}
