import { inBinary, inTerminal } from '../../../shared/bytes'
import type { PlanRow, PlanView, Report, ReportHead, ReportRow } from '../../../shared/plan'
import type { Paint } from '../columns'
import { printable } from '../printable'
import { counted } from './plan-text'

const kinds: readonly (readonly [PlanRow['kind'], string])[] = [
  ['clone', 'clone'],
  ['volumes', 'workspace'],
  ['record', 'record'],
  ['launch-lock', 'launch lock']
]

/** What the question asks for, or null when nothing is to go (DL-PRUNE-14). Pure. */
export function questionText({ rows }: PlanView): string | null {
  const parts = kinds.flatMap(([kind, word]) => {
    const count = rows.filter((row) => row.kind === kind && row.decision !== 'keep').length
    if (count === 0) return []
    if (kind === 'volumes') return [`the volumes of ${counted(count, 'workspace')}`]
    return [counted(count, word)]
  })
  if (parts.length === 0) return null
  const last = parts.pop() ?? ''
  return `Remove ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}?`
}

/** The report of a plan that nobody acted on: every row is kept. Pure. */
export function declined({ plan, id, rows, totals }: PlanView, why: 'declined' | 'nothing-to-do'): Report {
  return {
    plan,
    id,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      path: row.path,
      name: row.name,
      outcome: 'kept',
      because: row.decision === 'keep' ? row.reasons.map(({ text }) => text).join(' ') : why,
      refusals: [],
      removedBytes: 0
    })),
    promised: totals['clones'] ?? { exclusiveBytes: 0 },
    freed: { removedBytes: 0, freeBefore: null, freeAfter: null },
    exit: 0
  }
}

const docker = 'Docker images are not touched. "docker system df" shows what Docker holds.'

/** A report for people: what went, what refused in the system's words, what was left and why (CS-70, CS-71). Pure. */
export function reportLines(report: Report, head: ReportHead | null, paint: Paint): string[] {
  if (head === null) {
    const declined = report.rows.some(({ because }) => because === 'declined')
    return [declined ? 'Nothing was removed.' : 'There is nothing to remove.', docker]
  }
  const by = (...outcomes: ReportRow['outcome'][]) => report.rows.filter((row) => outcomes.includes(row.outcome))
  return [
    paint(titles[head.ending], 'strong'),
    ...by('removed', 'dropped', 'forgotten').map((row) => `  ${done[row.kind] ?? 'removed'} ${nameOf(row)}`),
    ...by('absent').map((row) => `  was gone already: ${nameOf(row)}`),
    ...by('removed-in-part').flatMap((row) => refusedLines(row, 'removed only in part')),
    ...by('failed').flatMap((row) => refusedLines(row, 'not removed')),
    ...by('kept').flatMap((row) => refusedLines(row, 'kept')),
    `${inBinary(report.freed.removedBytes)} removed; the plan promised ${inTerminal(report.promised)}.${spaceText(report)}`,
    ...head.notes.map((note) => paint(printable(note), 'care')),
    docker
  ]
}

const titles = {
  all: 'Pruned',
  part: 'Pruned what was permitted',
  nothing: 'Nothing was removed'
} as const

const done: Partial<Record<ReportRow['kind'], string>> = { record: 'dropped the record of' }

const nameOf = ({ kind, name, path }: ReportRow): string => {
  if (kind === 'volumes') return `the volumes of ${printable(name ?? '')}`
  if (kind === 'launch-lock') return `the launch lock of ${printable(name ?? '')}`
  return printable(kind === 'record' ? (name ?? path) : path)
}

function refusedLines(row: ReportRow, how: string): string[] {
  const why = row.because === null ? '' : `: ${printable(row.because)}`
  return [
    `  ${how}: ${nameOf(row)}${why}`,
    ...row.refusals.map(({ path, said }) => `      ${printable(path)}: ${printable(said)}`)
  ]
}

function spaceText({ freed: { freeBefore, freeAfter } }: Report): string {
  if (freeBefore === null || freeAfter === null) return ''
  return ` Free space: ${inBinary(freeBefore)} before, ${inBinary(freeAfter)} now.`
}
