import { inTerminal } from '../../../shared/bytes'
import type { PlanRow, PlanView } from '../../../shared/plan'
import { type Paint, widest } from '../columns'
import { printable } from '../printable'

/** A prune plan for people: what goes, what stays and why, what lies beside it (DL-PRUNE-10). Pure. */
export function planLines(view: PlanView, paint: Paint): string[] {
  const clones = view.rows.filter(({ kind }) => kind === 'clone')
  const goes = clones.filter(({ decision }) => decision === 'remove')
  const stays = clones.filter(({ decision }) => decision !== 'remove')
  const beside = view.rows.filter(({ kind }) => kind !== 'clone')
  const parts = [
    [paint(`Prune: clones that no workspace opens, in ${printable(view.root)}`, 'strong')],
    removing(view, goes, paint),
    section('Kept, and why', stays.flatMap(keptLines), paint),
    section('Volumes of workspaces that are gone', of(beside, 'volumes').flatMap(volumeLines), paint),
    section('Records of folders that are gone', of(beside, 'record').flatMap(besideLines), paint),
    section('Launch locks of workspaces that are gone', of(beside, 'launch-lock').flatMap(besideLines), paint),
    view.notes.map((note) => paint(printable(note), 'quiet'))
  ]
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]))
}

const of = (rows: readonly PlanRow[], kind: PlanRow['kind']) => rows.filter((row) => row.kind === kind)

const section = (title: string, lines: readonly string[], paint: Paint): string[] =>
  lines.length === 0 ? [] : [paint(title, 'strong'), ...lines]

function removing(view: PlanView, goes: readonly PlanRow[], paint: Paint): string[] {
  if (goes.length === 0) return ['No clone is to be removed.']
  const figures = goes.map(({ disk }) => (disk === null ? '-' : inTerminal(disk)))
  const width = widest(figures.map((figure) => figure.length))
  const lines = goes.flatMap((row, index) => [
    `  ${(figures[index] ?? '').padStart(width)}  ${printable(row.path)}`,
    ...row.overridden.map((reason) => `  ${' '.repeat(width)}  ${paint(`although: ${printable(reason.text)}`, 'care')}`)
  ])
  const total = view.totals['clones']
  const sum = total === undefined ? '' : `, ${inTerminal(total)} together`
  return [...section('To be removed', lines, paint), `  ${counted(goes.length, 'clone')}${sum}`]
}

const keptLines = (row: PlanRow): string[] => [
  `  ${printable(row.path)}`,
  ...row.reasons.map((reason) => `      ${printable(reason.text)}`),
  ...(row.overridable === 'force' ? ['      --force would remove it all the same.'] : [])
]

const volumeLines = (row: PlanRow): string[] => [
  `  ${printable(row.name ?? '')}: ${(row.volumes ?? []).map(printable).join(', ')}${keptText(row)}`
]

const besideLines = (row: PlanRow): string[] => [`  ${printable(row.name ?? row.path)}${keptText(row)}`]

const keptText = ({ reasons }: PlanRow) =>
  reasons.length === 0 ? '' : ` (kept: ${reasons.map(({ text }) => printable(text)).join(' ')})`

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`
