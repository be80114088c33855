// biome-ignore-all lint/a11y/useSemanticElements: lines are placed one by one, which the layout of a table cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: in this grid rows take the focus, not cells
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { PlanRow } from '../../../shared/plan'
import { CheckBox } from '../../components/Switch'
import { rowName } from '../words'
import { CloneCells, FoldCells, GroupCells, groupWord, RowCells } from './LineCells'
import type { Line } from './lines'

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

const rowsOf = (line: Line): readonly PlanRow[] => (line.kind === 'row' ? [line.row] : line.rows)

/** What a line is called for the check box and for the ear. */
const nameOf = (line: Line): string =>
  line.kind === 'row' ? rowName(line.row) : line.kind === 'group' ? groupWord(line.group) : line.name

const levelOf = (line: Line): number => {
  if (line.kind === 'group' || line.kind === 'clone') return 1
  return line.kind === 'fold' ? 2 : (line.inFold ? 3 : 2) + (line.depth ?? 0)
}

/** One line of the review: a group, a clone, a fold or a row. The line itself takes the focus. */
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
  const press = () => {
    onSelect(place)
    if (line.kind !== 'row') onTurn(line.key)
  }
  let cells: ReactNode
  if (line.kind === 'group') cells = <GroupCells line={line} />
  else if (line.kind === 'fold') cells = <FoldCells line={line} />
  else if (line.kind === 'clone') cells = <CloneCells line={line} />
  else cells = <RowCells line={line} weighing={props.weighing} reachable={reachable} onInsist={onInsist} />
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
      aria-level={levelOf(line)}
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
