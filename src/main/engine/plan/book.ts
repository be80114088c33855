import type { Bytes } from '../../../shared/bytes'
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
  readonly ledger: Ledger
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
 * The plans that were made. A plan does not change: what somebody insists on rides on a row of it. It is spent once, and
 * what it is spent on is a part of what it showed (CS-03).
 */
export interface PlanBook {
  add(bound: Bound, revision: number): string
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
const unknownPlan = () => new Refusal('This plan is not known any more. Make a new one.')
const spentPlan = () => new Refusal('This plan was used already. Make a new one.')

interface Entry {
  readonly bound: Bound
  readonly head: Omit<PlanHead, 'spent' | 'totals'>
  readonly byId: ReadonlyMap<string, Planned>
  readonly insisted: Set<string>
  spent: boolean
}

export function createPlanBook(now: () => number = Date.now): PlanBook {
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
  const rowsOf = (entry: Entry) => entry.bound.planned.map((planned) => rowIn(entry, planned))
  const totalsNow = (entry: Entry) =>
    totalsOf(
      entry,
      entry.bound.planned.filter((planned) => rowIn(entry, planned).decision === 'remove')
    )

  return {
    add: ({ ...bound }, revision) => {
      const id = freshId()
      const { plan, root, notes } = bound
      const madeAt = new Date(now()).toISOString()
      entries.set(id, {
        bound,
        head: { plan, id, revision, root: shown(root), rows: bound.planned.length, notes: [...notes], madeAt },
        byId: new Map(bound.planned.map((planned) => [planned.row.id, planned])),
        insisted: new Set(),
        spent: false
      })
      forgetOldest(entries)
      return id
    },
    head: (id) => {
      const entry = entryOf(id)
      return { ...entry.head, totals: totalsNow(entry), spent: entry.spent }
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
      for (const { row } of entry.bound.planned) if (row.overridable === 'force') entry.insisted.add(row.id)
    },
    spend: (id, rows, insisted) => {
      const entry = unspent(id)
      const wanted = new Set(rows)
      for (const row of insisted)
        if (!wanted.has(row) || !entry.insisted.has(row))
          throw new Refusal('A row can be carried past its reasons only after somebody insisted on it.')
      const named = new Set(insisted)
      const approved = entry.bound.planned.flatMap((planned): Approved[] => {
        if (!wanted.delete(planned.row.id)) return []
        const row = named.has(planned.row.id) ? insistedOn(planned.row) : planned.row
        if (row.decision === 'keep') throw new Refusal(`${row.path} is to be kept, so it cannot be approved.`)
        return [{ row, item: planned.item }]
      })
      if (wanted.size > 0) throw new Refusal('A row that is not part of this plan was approved.')
      entry.spent = true
      const clones = approved.flatMap(({ item }) => placesOf(item))
      return { plan: entry.bound.plan, id, approved, promised: entry.bound.ledger.freedBy(clones) }
    }
  }
}

/** The row's ids in the ledger: their places. */
const placesOf = (item: Item): Place[] => (item.kind === 'clone' ? [item.clone.place] : [])

/** What each set frees together, never a sum of parts (DL-SIZE-10, DL-PRUNE-10). */
function totalsOf({ bound }: Entry, planned: readonly Planned[]): Totals {
  const clones = planned.flatMap(({ item }) => placesOf(item)).filter((place) => bound.ledger.knows(place))
  const none = { exclusiveBytes: 0 }
  return { clones: bound.ledger.freedBy(clones), worktrees: none, subtrees: none }
}

function forgetOldest(entries: Map<string, Entry>): void {
  const [oldest] = entries
  if (entries.size <= most || oldest === undefined) return
  entries.delete(oldest[0])
  oldest[1].bound.ledger.close()
}
