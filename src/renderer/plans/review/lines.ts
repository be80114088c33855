import { amountOf } from '../../../shared/bytes'
import type { PlanRow, RowKind } from '../../../shared/plan'
import { rowName, thingWords } from '../words'
import { isDoubt, reasonInShort, reasonsInOrder, rowReason } from './reasons'

/** The three groups, in this order. */
export type Group = 'goes' | 'kept' | 'unknown'
export const groups: readonly Group[] = ['goes', 'kept', 'unknown']

/** One line of the review. */
export type Line =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly group: Group
      readonly rows: readonly PlanRow[]
      readonly open: boolean
    }
  | {
      readonly kind: 'fold'
      readonly key: string
      readonly group: Group
      readonly rows: readonly PlanRow[]
      readonly open: boolean
      readonly name: string
      readonly reason: string
    }
  | {
      /** One clone with what lies in it. */
      readonly kind: 'clone'
      readonly key: string
      readonly group: Group
      readonly name: string
      readonly rows: readonly PlanRow[]
      readonly open: boolean
    }
  | {
      readonly kind: 'row'
      readonly key: string
      readonly group: Group
      readonly row: PlanRow
      readonly inFold: boolean
      /** In a clone: how many of its rows are around this one. Its outcome stands in it then. */
      readonly depth?: number
    }

export interface LinesView {
  /** Groups that are closed and folds that are open. */
  readonly turned: ReadonlySet<string>
  readonly typed: string
}

/** A run of one reason, and of small things, folds when it is longer than this. */
const runMost = 3
const small: ReadonlySet<RowKind> = new Set(['volumes', 'record', 'launch-lock', 'registration'])

/** Pure. */
export const groupOfRow = (row: Pick<PlanRow, 'decision' | 'reasons'>): Group =>
  row.decision !== 'keep' ? 'goes' : isDoubt(row.reasons) ? 'unknown' : 'kept'

/** True for a row that what is typed names: every word, in its name, path or reason. Pure. */
export function answersTo(row: PlanRow, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = [
    rowName(row),
    row.path,
    rowReason(row),
    ...row.reasons.map((reason) => reason.text),
    ...(row.volumes ?? [])
  ]
  const hay = text.join(' ').toLowerCase()
  return words.every((word) => hay.includes(word))
}

/** The rows that answer to what is typed. Pure. */
export const rowsFound = (rows: readonly PlanRow[], typed: string): readonly PlanRow[] =>
  typed.trim() === '' ? rows : rows.filter((row) => answersTo(row, typed))

/**
 * The review line by line: groups, rows, and runs of one reason folded into a line of their own. While something is
 * typed nothing that answers to it hides in a fold. Pure.
 */
export function linesOf(rows: readonly PlanRow[], view: LinesView): Line[] {
  const typed = view.typed.trim()
  const found = rowsFound(rows, typed)
  return groups.flatMap((group): Line[] => {
    const own = found.filter((row) => groupOfRow(row) === group)
    if (own.length === 0) return []
    const open = !view.turned.has(group)
    const head: Line = { kind: 'group', key: group, group, rows: own, open }
    if (!open) return [head]
    return [head, ...(typed === '' ? folded(own, group, view.turned) : own.map((row) => rowLine(row, group, false)))]
  })
}

const rowLine = (row: PlanRow, group: Group, inFold: boolean): Line => ({
  kind: 'row',
  key: row.id,
  group,
  row,
  inFold
})

const weightOf = ({ disk }: PlanRow) => (disk === null ? -1 : amountOf(disk))
const heaviestFirst = (a: PlanRow, b: PlanRow) => weightOf(b) - weightOf(a)

function folded(rows: readonly PlanRow[], group: Group, turned: ReadonlySet<string>): Line[] {
  if (group === 'goes') {
    const large = rows.filter((row) => !small.has(row.kind))
    const little = rows.filter((row) => small.has(row.kind))
    return [...large.map((row) => rowLine(row, group, false)), ...runLines(little, group, 'small', turned)]
  }
  const open = rows.filter((row) => row.overridable !== null).sort(heaviestFirst)
  const runs = new Map<string, PlanRow[]>()
  for (const row of rows) {
    if (row.overridable !== null) continue
    const run = runs.get(runOf(row))
    if (run === undefined) runs.set(runOf(row), [row])
    else run.push(row)
  }
  const byLength = [...runs].sort(([, a], [, b]) => Number(a.length > runMost) - Number(b.length > runMost))
  return [
    ...open.map((row) => rowLine(row, group, false)),
    ...byLength.flatMap(([run, own]) => runLines(own, group, run, turned))
  ]
}

const runOf = (row: PlanRow) => {
  const [lead] = reasonsInOrder(row.reasons)
  return `${row.kind} ${lead?.kind ?? ''} ${lead?.code ?? ''}`
}

function runLines(rows: readonly PlanRow[], group: Group, run: string, turned: ReadonlySet<string>): Line[] {
  const [first] = rows
  if (first === undefined || rows.length <= runMost) return rows.map((row) => rowLine(row, group, false))
  const key = `${group} ${run}`
  const open = turned.has(key)
  const words = group === 'goes' ? { name: 'Volumes, locks, records', reason: thingWords(rows) } : runWords(rows, first)
  const fold: Line = { kind: 'fold', key, group, rows, open, ...words }
  return open ? [fold, ...rows.map((row) => rowLine(row, group, true))] : [fold]
}

const runReasons: Readonly<Record<string, string>> = {
  held: 'A workspace opens each',
  busy: 'A launch holds each',
  disputed: 'Records disagree about each'
}

function runWords(rows: readonly PlanRow[], first: PlanRow) {
  const [lead] = reasonsInOrder(first.reasons)
  const same = lead === undefined ? '' : (runReasons[lead.code] ?? reasonInShort(lead))
  const held = lead?.code === 'held' && first.kind !== 'clone'
  return { name: thingWords(rows), reason: held ? 'devpod has a record of the workspace of each' : same }
}
