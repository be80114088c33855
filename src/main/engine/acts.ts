import type { Emit, Handlers } from '../../shared/contract'
import { Refusal } from '../../shared/dispatch'
import type { ActProgress } from '../../shared/plan'
import { type Acting, createActing, type Gate } from './act/acting'
import { pageOf } from './pages'
import type { PlanBook, Spent } from './plan/book'
import type { Reports } from './reports'

export interface ActParts {
  readonly book: PlanBook
  readonly reports: Reports
  readonly enter: (act: string, spent: Spent) => Promise<Gate>
  readonly freeBytes: () => Promise<number | null>
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
  const { reports, enter, freeBytes, revision, emit, notice, bug } = parts
  const acting = createActing({
    enter,
    freeBytes,
    reports,
    tick: (progress: ActProgress) => emit('act.progress', { revision: revision(), progress }),
    kept: () => emit('history.changed', { revision: revision() }),
    notice,
    bug,
    now: Date.now
  })
  const busy = () => isRunning(acting.now())
  const close = async () => {
    const act = acting.now()?.act
    if (act !== undefined) acting.stop(act)
    await acting.idle()
  }
  return { handlers: actHandlers(parts, acting), busy, close }
}

const isRunning = (progress: ActProgress | null): boolean =>
  progress !== null && ['second-look', 'removing', 'finishing'].includes(progress.state)

const unknownAct = () => new Refusal('There is no report of that act.')

const actHandlers = ({ book, reports }: ActParts, acting: Acting) => {
  const kept = async (act: string) => {
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
      return { rows: items, next: next ?? (isRunning(acting.now()) ? String(reached) : null) }
    },
    'history.list': async ({ after }) => {
      const { items, next } = pageOf(await reports.list(), after)
      return { reports: items, next }
    },
    'report.head': async ({ act }) => (await kept(act)).head,
    'report.rows': async ({ act, after }) => paged((await kept(act)).rows, after),
    'cli.act': async ({ plan }) => {
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
