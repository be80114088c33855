// biome-ignore-all lint/a11y/useSemanticElements: cells stand in lines that are placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: in this grid rows take the focus, not cells
import type { PlanRow } from '../../../shared/plan'
import { momentWords } from '../../components/age'
import { Figure } from '../../components/Figure'
import { Icon, type IconName } from '../../components/Icon'
import { Switch } from '../../components/Switch'
import { kindIcons, rowName, thingWords } from '../words'
import { type Group, groupOfRow, type Line } from './lines'
import { isLoss, rowReason } from './reasons'
import { insistedAside } from './ticks'

const groupMarks: Readonly<Record<Group, { word: string; icon: IconName; aside: string }>> = {
  goes: { word: 'Will be removed', icon: 'check', aside: 'nothing to lose' },
  kept: { word: 'Kept because…', icon: 'shield', aside: '' },
  unknown: { word: 'Cannot tell', icon: 'question', aside: 'kept, always' }
}

export const groupWord = (group: Group): string => groupMarks[group].word

export function GroupCells({ line }: { line: Line & { kind: 'group' } }) {
  const { word, icon, aside } = groupMarks[line.group]
  const insisted = insistedAside(line.rows)
  return (
    <>
      <div role="rowheader" className="line-wide">
        <Icon name={line.open ? 'chevron-down' : 'chevron'} size={12} />
        <span className={`line-group-icon line-group-${line.group}`}>
          <Icon name={icon} size={14} />
        </span>
        {word}
        <span className="line-count text-2">
          {line.group === 'goes' ? thingWords(line.rows) : line.rows.length.toLocaleString('en-GB')}
        </span>
      </div>
      <div role="gridcell" className={insisted === null ? 'text-3' : 'amber-text'}>
        {insisted ?? aside}
      </div>
    </>
  )
}

export function FoldCells({ line }: { line: Line & { kind: 'fold' } }) {
  return (
    <>
      <div role="gridcell" className="line-icon">
        <Icon name={line.open ? 'chevron-down' : 'chevron'} size={14} />
      </div>
      <div role="gridcell" className="line-name cut">
        {line.name}
      </div>
      <div role="gridcell" className="line-reason cut text-2" title={line.reason}>
        {line.reason}
      </div>
    </>
  )
}

const sized: ReadonlySet<PlanRow['kind']> = new Set(['clone', 'worktree', 'subtree'])

/** An old figure is fainter until it was weighed anew. */
function BytesCell({ row, weighing }: { row: PlanRow; weighing: boolean }) {
  const { disk, estimate = null, measuredAt } = row
  if (disk === null && !sized.has(row.kind)) return <div role="gridcell" className="line-bytes" />
  const judged = row.decision !== 'keep' || row.overridable !== null
  return (
    <div
      role="gridcell"
      className={measuredAt === undefined ? 'line-bytes' : 'line-bytes line-aged'}
      title={measuredAt === undefined ? undefined : `Measured ${momentWords(measuredAt)}, and weighed again now`}
    >
      {disk === null ? (
        <span className="text-3">{judged && weighing ? 'weighing' : '–'}</span>
      ) : (
        <Figure bytes={disk} estimate={estimate} />
      )}
    </div>
  )
}

/** One clone: the rows under it say what becomes of each. */
export function CloneCells({ line }: { line: Line & { kind: 'clone' } }) {
  return (
    <>
      <div role="rowheader" className="line-wide">
        <Icon name={line.open ? 'chevron-down' : 'chevron'} size={12} />
        <span className="mono cut">{line.name}</span>
      </div>
      <div role="gridcell" className="text-3">
        {thingWords(line.rows)}
      </div>
    </>
  )
}

/** What becomes of a row, for a list that is not sorted by it. */
function outcomeOf(row: PlanRow): { readonly icon: IconName; readonly name: string; readonly tone: string } {
  const group = groupOfRow(row)
  if (row.overridden.length > 0) return { icon: 'warning', name: 'Will be removed all the same', tone: 'amber-text' }
  if (group === 'goes') return { icon: 'check', name: groupMarks.goes.word, tone: 'line-group-goes' }
  if (isLoss(row.reasons)) return { icon: 'warning', name: 'Kept: would lose work', tone: 'amber-text' }
  if (group === 'unknown') return { icon: 'question', name: 'Kept: cannot tell', tone: 'text-2' }
  return { icon: row.reasons.some(({ kind }) => kind === 'claimed') ? 'lock' : 'shield', name: 'Kept', tone: 'text-2' }
}

export interface RowCellsProps {
  readonly line: Line & { kind: 'row' }
  readonly weighing: boolean
  readonly reachable: boolean
  /** Null while nobody may insist on anything. */
  readonly onInsist: ((row: PlanRow) => void) | null
}

function IconCell({ line: { row, depth } }: Pick<RowCellsProps, 'line'>) {
  if (depth === undefined)
    return (
      <div role="gridcell" className="line-icon text-2">
        <Icon name={kindIcons[row.kind]} size={14} />
      </div>
    )
  const { icon, name, tone } = outcomeOf(row)
  return (
    <div role="gridcell" className={`line-icon ${tone}`} style={{ marginLeft: depth * 22 }} title={name}>
      <Icon name={icon} size={14} />
      <span className="spoken">{name}</span>
    </div>
  )
}

export function RowCells({ line, weighing, reachable, onInsist }: RowCellsProps) {
  const { row } = line
  const name = rowName(row)
  const insisted = row.overridden.length > 0
  const reason = rowReason(row)
  const promotable = insisted || row.overridable !== null
  return (
    <>
      <IconCell line={line} />
      <div role="gridcell" className="line-name mono cut" title={row.path}>
        {name}
      </div>
      <div
        role="gridcell"
        className={insisted || isLoss(row.reasons) ? 'line-reason cut amber-text' : 'line-reason cut text-2'}
        title={[...row.reasons, ...row.overridden].map((each) => each.text).join(' ') || undefined}
      >
        {reason}
      </div>
      {promotable && onInsist !== null && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the switch has the keys; a press on it is not one on the line
        <div role="gridcell" className="line-force" onClick={(event) => event.stopPropagation()}>
          <span className="text-2" aria-hidden="true">
            Remove anyway
          </span>
          <Switch
            label={`Remove ${name} anyway`}
            on={insisted}
            loses
            tabIndex={reachable ? 0 : -1}
            onChange={() => onInsist(row)}
          />
        </div>
      )}
      <BytesCell row={row} weighing={weighing} />
    </>
  )
}
