import type { ReportHead, ReportRow } from '../../../shared/plan'
import { lengthWords } from '../../components/age'
import type { IconName } from '../../components/icons'
import { counted } from '../../components/words'
import { statusOf } from '../acting/status'
import { clockWords, joined, thingCounts } from '../words'

export interface ReportSection {
  readonly key: 'removed' | 'refused' | 'unfinished' | 'left'
  readonly title: string
  readonly icon: IconName
  readonly rows: readonly ReportRow[]
}

/** What went whole, what the system refused, what was not finished, and what was left; empty ones are not there. Pure. */
export function reportSections(rows: readonly ReportRow[]): ReportSection[] {
  const of = (...states: readonly string[]) => rows.filter((row) => states.includes(statusOf(row.outcome)))
  const short = of('part', 'failed')
  const all: readonly ReportSection[] = [
    { key: 'removed', title: 'Removed', icon: 'check', rows: of('went') },
    {
      key: 'refused',
      title: 'Refused by the system',
      icon: 'warning',
      rows: short.filter((row) => row.refusals.length > 0)
    },
    {
      key: 'unfinished',
      title: 'Not finished, and why',
      icon: 'warning',
      rows: short.filter((row) => row.refusals.length === 0)
    },
    { key: 'left', title: 'Left, and why', icon: 'shield', rows: of('left') }
  ]
  return all.filter((section) => section.rows.length > 0)
}

/** More small things than this stand in one line. */
export const smallMost = 3
const small: ReadonlySet<ReportRow['kind']> = new Set(['volumes', 'record', 'launch-lock', 'registration'])
export const isSmall = ({ kind }: Pick<ReportRow, 'kind'>): boolean => small.has(kind)

/** `volumes of 3 workspaces, 18 launch locks`. Pure. */
export function smallWords(rows: readonly ReportRow[]): string {
  const volumes = rows.filter((row) => row.kind === 'volumes').length
  const others = thingCounts(rows.filter((row) => row.kind !== 'volumes'))
  const all = volumes === 0 ? others : [`volumes of ${counted(volumes, 'workspace')}`, ...others]
  return all.join(', ')
}

/** False for an act that ended in the middle: nobody counted what it freed. Pure. */
export const isMeasured = ({ freed }: Pick<ReportHead, 'freed'>): boolean =>
  freed.removedBytes > 0 || freed.freeBefore !== null || freed.freeAfter !== null

/** Pure. */
export function reportTitle({ ending, stopped }: Pick<ReportHead, 'ending' | 'stopped'>): string {
  if (ending === 'nothing') return 'Nothing was removed'
  if (stopped) return 'Pruned until it was stopped'
  return ending === 'all' ? 'Pruned' : 'Pruned what was permitted'
}

/** How many went, were refused and were left, and how long it took, in a sentence. Pure. */
export function reportSays(head: ReportHead): string {
  const { outcomes } = head
  const count = (...names: readonly string[]) => names.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0)
  const went = count('removed', 'absent', 'dropped', 'forgotten', 'repointed')
  const part = count('removed-in-part')
  const failed = count('failed')
  const kept = count('kept')
  const was = (n: number) => (n === 1 ? 'was' : 'were')
  const parts = [
    went > 0 && `${counted(went, 'item')} went`,
    part > 0 && `${part} went in part`,
    failed > 0 && `${failed} failed`,
    kept > 0 && `${kept} ${was(kept)} left`
  ].filter((one) => one !== false)
  const said = parts.length === 0 ? 'Nothing was done' : joined(parts)
  if (!isMeasured(head)) return `${said}. ${clockWords(head.finishedAt)}.`
  const ms = Date.parse(head.finishedAt) - Date.parse(head.startedAt)
  return `${said}. ${clockWords(head.finishedAt)}, took ${lengthWords(Math.max(0, ms))}.`
}

/** What may be behind a refusal; a guess begins with "Often". Pure; null where none is worth making. */
export function oftenBecause(
  codes: readonly string[]
): { readonly text: string; readonly command: (path: string) => string } | null {
  if (codes.includes('EROFS'))
    return { text: 'Often the place is mounted read-only.', command: (path) => `findmnt -T ${quoted(path)}` }
  if (codes.includes('EACCES') || codes.includes('EPERM'))
    return {
      text: 'Often a container wrote it as another user.',
      command: (path) => `ls -la ${quoted(path)}`
    }
  return codes.includes('EBUSY')
    ? { text: 'Often something is mounted there or in use.', command: (path) => `findmnt -R ${quoted(path)}` }
    : null
}

/** A path as a shell reads it. Pure. */
export const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replace(/'/g, `'\\''`)}'`
