import { addBytes, type Bytes, bytesFrom } from '../../../shared/bytes'
import { Refusal } from '../../../shared/dispatch'
import type { PlanHead, PlanRow, PlanView, Totals } from '../../../shared/plan'
import { freshId } from '../ids'
import { pageOf } from '../pages'
import { type Place, shown } from '../place'
import type { Ledger } from '../scan/ledger'
import { type Item, insistedOn, type Planned, relentedOn } from './prune'

/** What a look came to, ready to be bound into a plan. */
export interface Bound {
  readonly plan: 'prune'
  readonly planned: readonly Planned[]
  readonly root: Place
  readonly notes: readonly string[]
}

/** One row that an act may touch, with the very row that was shown: `overridden` is what it may be carried past. */
export interface Approved {
  readonly row: PlanRow
  readonly item: Item
}

export interface Spent {
  readonly plan: 'prune'
  readonly id: string
  readonly approved: readonly Approved[]
  /** What the approved rows free together. */
  readonly promised: Bytes
}

/**
 * The plans that were made. What a plan decided does not change: only its figures do, once, when they were walked, and
 * what somebody insists on rides on a row of it. It is spent once, and what it is spent on is a part of what it showed
 * (CS-03).
 */
export interface PlanBook {
  /** A plan whose rows are still being weighed. */
  add(bound: Bound, revision: number): string
  /** Puts the figures of a walk into a plan. The rows are those it has; the ledger is the book's from now on. */
  weigh(id: string, planned: readonly Planned[], ledger: Ledger): void
  /** The walk was stopped, so the plan stays with the figures it has. */
  leaveUnweighed(id: string): void
  head(id: string): PlanHead
  view(id: string): PlanView
  page(id: string, after: string | null): { rows: PlanRow[]; next: string | null }
  /** Per kind of row that has bytes; ids that are none of the plan's are refused. */
  freed(id: string, rows: readonly string[]): Totals
  planned(id: string, row: string): Planned
  row(id: string, row: string): PlanRow
  insist(id: string, row: string): PlanRow
  relent(id: string, row: string): PlanRow
  /** Insists on every row that `force` may carry past its reasons. */
  insistOnAll(id: string): void
  spend(id: string, rows: readonly string[], insisted: readonly string[]): Spent
}

const most = 8
const zero = { exclusiveBytes: 0 } as const
const unknownPlan = () => new Refusal('This plan is not known any more. Make a new one.')
const spentPlan = () => new Refusal('This plan was used already. Make a new one.')

interface Entry {
  readonly plan: 'prune'
  readonly head: Omit<PlanHead, 'spent' | 'totals' | 'weighing'>
  readonly insisted: Set<string>
  planned: readonly Planned[]
  byId: ReadonlyMap<string, Planned>
  /** Of the walk that was made for this plan; null until then. */
  ledger: Ledger | null
  weighing: boolean
  spent: boolean
}

/** What an earlier walk says that these sites free together, by their ids; null where none knows all of them. */
export type LastFreed = (ids: readonly string[]) => Bytes | null

export function createPlanBook(lastFreed: LastFreed, now: () => number = Date.now): PlanBook {
  const entries = new Map<string, Entry>()
  const entryOf = (id: string): Entry => {
    const entry = entries.get(id)
    if (entry === undefined) throw unknownPlan()
    return entry
  }
  const unspent = (id: string): Entry => {
    const entry = entryOf(id)
    if (entry.spent) throw spentPlan()
    return entry
  }
  const plannedIn = (entry: Entry, row: string): Planned => {
    const planned = entry.byId.get(row)
    if (planned === undefined) throw new Refusal('That row is not part of this plan.')
    return planned
  }
  const rowIn = (entry: Entry, planned: Planned): PlanRow =>
    entry.insisted.has(planned.row.id) ? insistedOn(planned.row) : planned.row
  const rowsOf = (entry: Entry) => entry.planned.map((planned) => rowIn(entry, planned))
  /** What a set frees together, never a sum of parts (DL-SIZE-10, DL-PRUNE-10); null while nobody has walked all of it. */
  const freedBy = ({ ledger }: Entry, planned: readonly Planned[]): Bytes | null => {
    const clones = planned.filter(({ item }) => item.kind === 'clone')
    if (ledger === null) return clones.length === 0 ? zero : lastFreed(clones.map(({ row }) => row.id))
    return ledger.freedBy(clones.flatMap(({ item }) => placesOf(item)).filter((place) => ledger.knows(place)))
  }
  const totalsOf = (entry: Entry, planned: readonly Planned[]): Totals => {
    const clones = freedBy(entry, planned)
    return { ...(clones === null ? {} : { clones }), worktrees: zero, subtrees: zero }
  }
  const totalsNow = (entry: Entry) =>
    totalsOf(
      entry,
      entry.planned.filter((planned) => rowIn(entry, planned).decision === 'remove')
    )

  return {
    add: ({ plan, planned, root, notes }, revision) => {
      const id = freshId()
      const madeAt = new Date(now()).toISOString()
      entries.set(id, {
        plan,
        head: { plan, id, revision, root: shown(root), rows: planned.length, notes: [...notes], madeAt },
        planned,
        byId: byRow(planned),
        insisted: new Set(),
        ledger: null,
        weighing: true,
        spent: false
      })
      forgetOldest(entries)
      return id
    },
    weigh: (id, planned, ledger) => {
      const entry = entries.get(id)
      if (entry === undefined || entry.ledger !== null) return ledger.close()
      entry.planned = planned
      entry.byId = byRow(planned)
      entry.ledger = ledger
      entry.weighing = false
    },
    leaveUnweighed: (id) => {
      const entry = entries.get(id)
      if (entry !== undefined) entry.weighing = false
    },
    head: (id) => {
      const entry = entryOf(id)
      return { ...entry.head, totals: totalsNow(entry), weighing: entry.weighing, spent: entry.spent }
    },
    view: (id) => {
      const entry = entryOf(id)
      const { plan, revision, root, notes } = entry.head
      return { plan, id, revision, root, rows: rowsOf(entry), totals: totalsNow(entry), notes }
    },
    page: (id, after) => {
      const { items, next } = pageOf(rowsOf(entryOf(id)), after)
      return { rows: items, next }
    },
    freed: (id, rows) => {
      const entry = entryOf(id)
      return totalsOf(
        entry,
        rows.map((row) => plannedIn(entry, row))
      )
    },
    planned: (id, row) => plannedIn(entryOf(id), row),
    row: (id, row) => {
      const entry = entryOf(id)
      return rowIn(entry, plannedIn(entry, row))
    },
    insist: (id, row) => {
      const entry = unspent(id)
      const planned = plannedIn(entry, row)
      if (planned.row.overridable === null) throw new Refusal('Nobody may insist on this row: it stays.')
      entry.insisted.add(row)
      return rowIn(entry, planned)
    },
    relent: (id, row) => {
      const entry = unspent(id)
      entry.insisted.delete(row)
      return relentedOn(rowIn(entry, plannedIn(entry, row)))
    },
    insistOnAll: (id) => {
      const entry = unspent(id)
      for (const { row } of entry.planned) if (row.overridable === 'force') entry.insisted.add(row.id)
    },
    spend: (id, rows, insisted) => {
      const entry = unspent(id)
      const wanted = new Set(rows)
      for (const row of insisted)
        if (!wanted.has(row) || !entry.insisted.has(row))
          throw new Refusal('A row can be carried past its reasons only after somebody insisted on it.')
      const named = new Set(insisted)
      const approved = entry.planned.flatMap((planned): Approved[] => {
        if (!wanted.delete(planned.row.id)) return []
        const row = named.has(planned.row.id) ? insistedOn(planned.row) : planned.row
        if (row.decision === 'keep') throw new Refusal(`${row.path} is to be kept, so it cannot be approved.`)
        return [{ row, item: planned.item }]
      })
      if (wanted.size > 0) throw new Refusal('A row that is not part of this plan was approved.')
      entry.spent = true
      return { plan: entry.plan, id, approved, promised: freedBy(entry, approved) ?? atLeast(approved) }
    }
  }
}

/** The row's ids in the ledger: their places. */
const placesOf = (item: Item): Place[] => (item.kind === 'clone' ? [item.clone.place] : [])

const byRow = (planned: readonly Planned[]) => new Map(planned.map((one) => [one.row.id, one]))

/** What each frees by itself is a floor of what they free together; what was never measured leaves it open. */
function atLeast(approved: readonly Approved[]): Bytes {
  const figures = approved.filter(({ item }) => item.kind === 'clone').map(({ row }) => row.disk ?? bytesFrom(0, 1))
  return addBytes(figures)
}

function forgetOldest(entries: Map<string, Entry>): void {
  const [oldest] = entries
  if (entries.size <= most || oldest === undefined) return
  entries.delete(oldest[0])
  oldest[1].ledger?.close()
}
