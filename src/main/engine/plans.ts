import type { Emit, Handlers } from '../../shared/contract'
import { Refusal } from '../../shared/dispatch'
import type { Planning, PlanRefusal, RowAnswer, RowDetail } from '../../shared/plan'
import type { UnsavedDetail } from '../../shared/unsaved'
import type { TakeLock } from './act/lock'
import { createWalk } from './headless/walk'
import { siteIdOf } from './ids'
import type { Place } from './place'
import { createPlanBook, type LastFreed, type PlanBook } from './plan/book'
import { type LookPorts, lookForPrune, type PruneLook, type Telling } from './plan/look'
import { createPlanMaker, type PlanMaker } from './plan/making'
import type { Item, Weight } from './plan/prune'
import type { Ports } from './ports'
import { orphanQuestions } from './sources/devlaunch/classify'
import type { Locations } from './sources/devlaunch/locations'
import type { Inspector } from './sources/git-questions/questions'
import type { Run } from './tools/run'

export interface PlanParts {
  readonly ports: Ports
  readonly run: Run
  readonly take: TakeLock
  /** Null where no home is known. */
  readonly locations: Locations | null
  readonly inspector: () => Inspector
  readonly unsaved: (row: string, place: Place) => Promise<UnsavedDetail>
  readonly revision: () => number
  /** The last figure that is known of a site, by its id, and what an earlier walk says that sites free together. */
  readonly lastWeight: (id: string) => Weight | null
  readonly lastFreed: LastFreed
  readonly emit: Emit
  readonly bug: (error: unknown) => void
}

export interface Plans {
  readonly book: PlanBook
  readonly maker: PlanMaker
  readonly look: (telling: Telling) => Promise<PruneLook>
  readonly handlers: ReturnType<typeof planHandlers>
  /** Stops what is made and waits for it. */
  close(): Promise<void>
}

const nowhere: PlanRefusal = {
  code: 'nowhere',
  text: 'HOME is not set, so devlaunch cannot be found. Set HOME (or XDG_CACHE_HOME and DEVPOD_HOME) and start again.'
}

/** Plans for the page and for the terminal, over one book. */
export function createPlans(parts: PlanParts): Plans {
  const { ports, run, take, locations, inspector } = parts
  const book = createPlanBook(parts.lastFreed)
  const look = async (telling: Telling): Promise<PruneLook> => {
    if (locations === null) return { kind: 'refused', refusal: nowhere }
    const walk = createWalk(ports.walker, ({ entries }) => telling.tell({ entries }), telling.signal)
    const lastWeight = (place: Place) => parts.lastWeight(siteIdOf(place))
    const looking: LookPorts = { run, locations, take, walk, lastWeight, inspector }
    return lookForPrune(looking, telling)
  }
  const tick = (planning: Planning) => parts.emit('plan.progress', { revision: parts.revision(), planning })
  const maker = createPlanMaker({ book, look, revision: parts.revision, tick, bug: parts.bug })
  const close = async () => {
    const making = maker.now()
    if (making !== null) maker.stop(making.job)
    await maker.idle()
  }
  return { book, maker, look, handlers: planHandlers(parts, book, maker), close }
}

const planHandlers = ({ unsaved }: PlanParts, book: PlanBook, maker: PlanMaker) =>
  ({
    'plan.make': () => ({ job: maker.start() }),
    'plan.making': () => maker.now(),
    'plan.stop': ({ job }) => ({ stopped: maker.stop(job) }),
    'plan.head': ({ plan }) => book.head(plan),
    'plan.rows': ({ plan, after }) => book.page(plan, after),
    'plan.freed': ({ plan, rows }) => ({ totals: book.freed(plan, rows) }),
    'plan.row': ({ plan, row }) => detailOf(book, plan, row),
    'plan.unsaved': async ({ plan, row }) => {
      const { item } = book.planned(plan, row)
      return item.kind === 'clone' ? unsaved(row, item.clone.place) : null
    },
    'plan.insist': ({ plan, row, typed }) => {
      if (typed !== typedFor(book.planned(plan, row).item))
        throw new Refusal('The name that was typed is not the name of this row.')
      return book.insist(plan, row)
    },
    'plan.relent': ({ plan, row }) => book.relent(plan, row),
    'cli.plan': async ({ force }) => {
      const job = maker.start()
      await maker.idle()
      const planning = maker.now()
      if (planning?.job !== job || planning.id === null) {
        const refused = planning?.refused ?? null
        if (refused === null) throw new Refusal('The plan was not made.')
        return { view: null, refused }
      }
      if (force) book.insistOnAll(planning.id)
      return { view: book.view(planning.id), refused: null }
    }
  }) satisfies Partial<Handlers>

/** What has to be typed to insist on a row: the clone's own name. */
const typedFor = (item: Item): string | null => (item.kind === 'clone' ? item.clone.leaf : null)

function detailOf(book: PlanBook, plan: string, id: string): RowDetail {
  const row = book.row(plan, id)
  const { item } = book.planned(plan, id)
  const typed = row.overridable === null ? null : typedFor(item)
  if (item.kind !== 'clone') return { row, repo: null, branch: null, lastUsed: null, answers: [], typed }
  const { record, clone } = item
  return {
    row,
    repo: clone.repo,
    branch: record?.branch ?? null,
    lastUsed: record?.lastUsed ?? null,
    answers: answersOf(item),
    typed
  }
}

function answersOf({ classified }: Extract<Item, { kind: 'clone' }>): RowAnswer[] {
  if (classified.kind !== 'orphan' && classified.kind !== 'kept') return []
  const asks = new Map(orphanQuestions.map((question) => [question.id, question.asks]))
  return classified.evidence.map((item) => ({
    question: item.question,
    asks: asks.get(item.question) ?? '',
    answer: item.kind,
    text: item.kind === 'safe' ? 'Nothing speaks against it.' : item.reason.text,
    askedAt: new Date(item.at).toISOString()
  }))
}
