import { useMemo, useState } from 'react'
import type { PlanRow, Totals } from '../../../shared/plan'
import { useClient } from '../../app/context'
import { useVoice } from '../../components/Voice'
import { faultWords } from '../../folders/use-folder'
import { usePage } from '../../store/store'
import { linesByClone } from './by-clone'
import { type Claim, claimsOf } from './claims'
import { type Line, linesOf } from './lines'
import { withLoss } from './reasons'
import { insistedIn, type Off, tickedRows, turned } from './ticks'
import { useFreed } from './use-freed'
import { type PlanRows, usePlanRows } from './use-rows'

export interface Review extends PlanRows {
  readonly lines: readonly Line[]
  readonly claims: readonly Claim[]
  /** What the rows that are in free together, per kind; null while that is not known. */
  readonly totals: Totals | null
  /** The figures are of the rows that are in now. */
  readonly current: boolean
  readonly off: Off
  readonly ticked: readonly PlanRow[]
  readonly selected: PlanRow | null
  readonly selectedKey: string | null
  readonly typed: string
  readonly grouping: Grouping
  group(by: Grouping): void
  select(key: string): void
  tick(rows: readonly PlanRow[]): void
  turn(key: string): void
  filter(typed: string): void
  /** Takes back what somebody insisted on. */
  relent(row: PlanRow): void
  /** Spends the plan. Answers with the act, or with why it did not start. */
  act(): Promise<{ readonly act: string } | { readonly refused: string }>
}

/** Rows stand by what becomes of them, or by the clone they lie in. */
export type Grouping = 'outcome' | 'clone'

/** One plan as it is reviewed: which rows are in, what they free, what is looked at. */
export function useReview(plan: string | null, weighing: boolean): Review {
  const client = useClient()
  const voice = useVoice()
  const sites = usePage((state) => state.sitesById)
  const read = usePlanRows(plan, weighing)
  const rows = useMemo(
    () => ({ ...read, rows: read.rows.map((row) => withLoss(row, sites.get(row.id))) }),
    [read, sites]
  )
  const [off, setOff] = useState<Off>(new Set())
  const [turnedKeys, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [typed, filter] = useState('')
  const [grouping, group] = useState<Grouping>('outcome')
  const [wanted, select] = useState<string | null>(null)

  const shown = rows.head?.id ?? null
  const ticked = useMemo(() => tickedRows(rows.rows, off), [rows.rows, off])
  const freed = useFreed(shown, rows.head?.weighing ?? false, ticked)
  const lines = useMemo(() => {
    const view = { turned: turnedKeys, typed }
    return grouping === 'clone' ? linesByClone(rows.rows, view) : linesOf(rows.rows, view)
  }, [rows.rows, turnedKeys, typed, grouping])
  const totals = freed.totals ?? (off.size === 0 ? (rows.head?.totals ?? null) : null)
  const claims = useMemo(() => claimsOf(rows.rows, off, totals), [rows.rows, off, totals])

  // What was looked at may have left the list; then the first row is.
  const at = lines.find((line) => line.key === wanted) ?? lines.find((line) => line.kind === 'row') ?? lines[0]
  return {
    ...rows,
    lines,
    claims,
    totals,
    current: freed.current,
    off,
    ticked,
    selected: at?.kind === 'row' ? at.row : null,
    selectedKey: at?.key ?? null,
    typed,
    grouping,
    filter,
    group,
    select,
    tick: (those) => setOff((old) => turned(those, old)),
    turn: (key) => setTurned((old) => toggled(old, key)),
    relent: (row) => {
      if (shown === null) return
      client
        .call('plan.relent', { plan: shown, row: row.id })
        .then(rows.replace, (error: unknown) => voice.refuse(faultWords(error)))
    },
    act: async () => {
      if (shown === null) return { refused: 'There is no plan to act on.' }
      const insisted = insistedIn(ticked).map((row) => row.id)
      return client
        .call('act.start', { plan: shown, rows: ticked.map((row) => row.id), insisted })
        .catch((error: unknown) => ({ refused: faultWords(error) }))
    }
  }
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
