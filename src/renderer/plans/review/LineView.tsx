// biome-ignore-all lint/a11y/useSemanticElements: lines are placed one by one, which the layout of a table cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: in this grid rows take the focus, not cells
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { PlanRow } from '../../../shared/plan'
import { momentWords } from '../../components/age'
import { Figure } from '../../components/Figure'
import { Icon, type IconName } from '../../components/Icon'
import { CheckBox, Switch } from '../../components/Switch'
import { kindIcons, rowName, thingWords } from '../words'
import type { Group, Line } from './lines'
import { isLoss, rowReason } from './reasons'
import { insistedAside } from './ticks'

/** What a line may ask of the review. */
export interface LineActs {
  readonly onSelect: (place: number) => void
  /** Takes rows out of the plan, or in again. */
  readonly onTick: (rows: readonly PlanRow[]) => void
  /** Opens or closes a group or a fold. */
  readonly onTurn: (key: string) => void
  /** Null while nobody may insist on anything. */
  readonly onInsist: ((row: PlanRow) => void) | null
}

export interface LineViewProps extends LineActs {
  readonly line: Line
  readonly place: number
  readonly top: number
  readonly height: number
  readonly tick: 'all' | 'some' | 'none'
  readonly selected: boolean
  /** The plan's figures are being taken. */
  readonly weighing: boolean
  /** The one line that the Tab key reaches. */
  readonly reachable: boolean
}

const groupMarks: Readonly<Record<Group, { word: string; icon: IconName; aside: string }>> = {
  goes: { word: 'Will be removed', icon: 'check', aside: 'nothing to lose' },
  kept: { word: 'Kept because…', icon: 'shield', aside: '' },
  unknown: { word: 'Cannot tell', icon: 'question', aside: 'kept, always' }
}

export const groupWord = (group: Group): string => groupMarks[group].word

function GroupCells({ line }: { line: Line & { kind: 'group' } }) {
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

function FoldCells({ line }: { line: Line & { kind: 'fold' } }) {
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

/** An old figure is fainter until it was weighed anew. */
function BytesCell({ row, weighing }: { row: PlanRow; weighing: boolean }) {
  const { disk, estimate = null, measuredAt } = row
  if (disk === null && row.kind !== 'clone') return <div role="gridcell" className="line-bytes" />
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

type RowCellsProps = { readonly row: PlanRow } & Pick<LineViewProps, 'weighing' | 'reachable' | 'onInsist'>

function RowCells({ row, weighing, reachable, onInsist }: RowCellsProps) {
  const name = rowName(row)
  const insisted = row.overridden.length > 0
  const reason = rowReason(row)
  const promotable = insisted || row.overridable !== null
  return (
    <>
      <div role="gridcell" className="line-icon text-2">
        <Icon name={kindIcons[row.kind]} size={14} />
      </div>
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

const rowsOf = (line: Line): readonly PlanRow[] => (line.kind === 'row' ? [line.row] : line.rows)

/** What a line is called for the check box and for the ear. */
const nameOf = (line: Line): string =>
  line.kind === 'row' ? rowName(line.row) : line.kind === 'fold' ? line.name : groupWord(line.group)

/** One line of the review: a group, a fold or a row. The line itself takes the focus. */
export const LineView = memo(function LineView(props: LineViewProps) {
  const { line, place, tick, selected, reachable, onSelect, onTick, onTurn, onInsist } = props
  const style: CSSProperties = { transform: `translateY(${props.top}px)`, height: props.height }
  const insisted = line.kind === 'row' && line.row.overridden.length > 0
  const classes = [
    'line',
    `line-${line.kind}`,
    insisted && 'line-insisted',
    tick === 'none' && line.group === 'goes' && 'line-out'
  ]
  const inside = line.kind === 'row' && line.inFold
  const press = () => {
    onSelect(place)
    if (line.kind !== 'row') onTurn(line.key)
  }
  let cells: ReactNode
  if (line.kind === 'group') cells = <GroupCells line={line} />
  else if (line.kind === 'fold') cells = <FoldCells line={line} />
  else cells = <RowCells row={line.row} weighing={props.weighing} reachable={reachable} onInsist={onInsist} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to the keys for all of its lines
    <div
      role="row"
      className={classes.filter(Boolean).join(' ')}
      style={style}
      data-place={place}
      data-row={line.kind === 'row' ? line.row.id : undefined}
      tabIndex={reachable ? 0 : -1}
      aria-rowindex={place + 1}
      aria-level={line.kind === 'group' ? 1 : inside ? 3 : 2}
      aria-selected={selected}
      aria-expanded={line.kind === 'row' ? undefined : line.open}
      onClick={press}
    >
      {line.kind !== 'group' && (
        <div role="gridcell" className="line-tick">
          {line.group === 'goes' && (
            // biome-ignore lint/a11y/noStaticElementInteractions: keeps a press on the box from opening the line
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
            <span onClick={(event) => event.stopPropagation()}>
              <CheckBox
                label={`Include ${nameOf(line)}`}
                on={tick === 'some' ? 'mixed' : tick === 'all'}
                tabIndex={-1}
                onChange={() => onTick(rowsOf(line))}
              />
            </span>
          )}
        </div>
      )}
      {cells}
    </div>
  )
})
