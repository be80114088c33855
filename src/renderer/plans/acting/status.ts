import { amountOf } from '../../../shared/bytes'
import type { ActProgress, Outcome, PlanRow, ReportRow, Totals } from '../../../shared/plan'
import type { IconName } from '../../components/icons'
import { counted } from '../../components/words'
import { joined, rowName } from '../words'

/** How one row stands while an act runs. */
export type RowStatus = 'waiting' | 'removing' | 'went' | 'part' | 'left' | 'failed'

export const statusMarks: Readonly<Record<RowStatus, { word: string; icon: IconName }>> = {
  waiting: { word: 'Waiting', icon: 'clock' },
  removing: { word: 'Removing', icon: 'refresh' },
  went: { word: 'Removed', icon: 'check' },
  part: { word: 'Refused in part', icon: 'warning' },
  left: { word: 'Left', icon: 'shield' },
  failed: { word: 'Failed', icon: 'warning' }
}

const ofOutcome: Readonly<Record<Outcome, RowStatus>> = {
  removed: 'went',
  'removed-in-part': 'part',
  kept: 'left',
  failed: 'failed',
  absent: 'went',
  forgotten: 'went',
  dropped: 'went',
  repointed: 'went'
}

const outcomeWords: Readonly<Partial<Record<Outcome, string>>> = {
  absent: 'Is gone',
  dropped: 'Dropped',
  forgotten: 'Forgotten',
  repointed: 'Re-pointed'
}

export const statusOf = (outcome: Outcome): RowStatus => ofOutcome[outcome]

/** What became of it, in a word: "Removed" only after it was proved. Pure. */
export const outcomeWord = (outcome: Outcome): string => outcomeWords[outcome] ?? statusMarks[ofOutcome[outcome]].word

/** One row of the act, in the order in which the rows stood in the plan. */
export interface ActingRow {
  readonly id: string
  readonly row: PlanRow | ReportRow
  readonly status: RowStatus
  readonly word: string
  /** Bytes that went, of the row in hand too. */
  readonly gone: number
  readonly done: ReportRow | null
}

const kindKeys: Readonly<Partial<Record<PlanRow['kind'], string>>> = {
  clone: 'clones',
  worktree: 'worktrees',
  subtree: 'subtrees'
}

/**
 * Every row that was approved with how it stands; rows that are known only because they are finished come first. The
 * bytes of the row in hand are what its kind freed beyond the rows that are finished. Pure.
 */
export function actingRows(
  approved: readonly PlanRow[],
  finished: readonly ReportRow[],
  progress: Pick<ActProgress, 'current' | 'claims'> | null
): ActingRow[] {
  const done = new Map(finished.map((row) => [row.id, row]))
  const known = new Set(approved.map((row) => row.id))
  const strangers = finished.filter((row) => !known.has(row.id)).map(finishedRow)
  return [
    ...strangers,
    ...approved.map((row): ActingRow => {
      const over = done.get(row.id)
      if (over !== undefined) return { ...finishedRow(over), row }
      const status: RowStatus = progress?.current === row.id ? 'removing' : 'waiting'
      const gone = status === 'removing' && progress !== null ? beyond(row, finished, progress.claims) : 0
      return { id: row.id, row, status, word: statusMarks[status].word, gone, done: null }
    })
  ]
}

const finishedRow = (done: ReportRow): ActingRow => ({
  id: done.id,
  row: done,
  status: statusOf(done.outcome),
  word: outcomeWord(done.outcome),
  gone: done.removedBytes,
  done
})

function beyond(row: PlanRow, finished: readonly ReportRow[], claims: ActProgress['claims']): number {
  const key = kindKeys[row.kind]
  if (key === undefined) return 0
  const over = finished.filter(({ kind }) => kindKeys[kind] === key).reduce((sum, one) => sum + one.removedBytes, 0)
  return Math.max(0, (claims[key] ?? 0) - over)
}

/** The approved rows that have not left the list. Pure. */
export function stillIn(approved: readonly PlanRow[], finished: readonly ReportRow[]): PlanRow[] {
  const left = new Set(finished.filter((row) => statusOf(row.outcome) === 'left').map((row) => row.id))
  return approved.filter((row) => !left.has(row.id))
}

/** What left the list, by name; null when nothing did. `stopping`: the rest is left too, for that reason. Pure. */
export function leftWords(rows: readonly ActingRow[], stopping: boolean): LeftRows | null {
  const each = rows.filter((row) => row.status === 'left')
  if (each.length === 0) return null
  const items = counted(each.length, 'item')
  if (stopping) return { title: `${items} ${each.length === 1 ? 'stays' : 'stay'}.`, each }
  const title =
    each.length === 1 ? 'One item left the list at the second look.' : `${items} left the list at the second look.`
  return { title, each }
}

export interface LeftRows {
  readonly title: string
  readonly each: readonly ActingRow[]
}

const claimWords: Readonly<Record<string, string>> = {
  clones: 'in clone folders',
  worktrees: 'in worktrees inside clones that stay',
  subtrees: 'in environments inside clones that stay'
}

export const claimWord = (key: string): string => claimWords[key] ?? `in ${key}`

/** Claims that freed something or were promised to, in a fixed order; that of clone folders where none did. Pure. */
export function claimKeys(freed: Readonly<Record<string, number>>, promised: Totals = {}): string[] {
  const told = (key: string) => (freed[key] ?? 0) > 0 || (promised[key] !== undefined && amountOf(promised[key]) > 0)
  const keys = Object.keys(claimWords).filter(told)
  return keys.length === 0 ? ['clones'] : keys
}

/** How long it will take still, from how far it is; null while that would be a guess. Milliseconds. Pure. */
export function timeLeft(gone: number, promised: number, elapsedMs: number): number | null {
  const share = promised === 0 ? 0 : gone / promised
  if (share < 0.05 || share > 1 || elapsedMs < 1_000) return null
  return (elapsedMs / share) * (1 - share)
}

/** `about 20 s left`, in steps that do not jitter. Pure. */
export function leftTimeWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 10) return `about ${seconds} s left`
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} s left`
  return `about ${Math.round(seconds / 60)} min left`
}

/** What the live region says of an act. Pure. */
export function actSpoken(progress: ActProgress, rows: readonly ActingRow[]): string {
  const current = rows.find((row) => row.id === progress.current)
  if (progress.state === 'second-look') return 'Taking a second look'
  const of = `${progress.done} of ${progress.total}`
  return joined([`Removing, ${of}`, ...(current === undefined ? [] : [rowName(current.row)])]).replace(' and ', ': ')
}
