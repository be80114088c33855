// biome-ignore-all lint/a11y/useSemanticElements: lines are placed one by one, which the layout of a table cannot do
import { type KeyboardEvent, useEffect } from 'react'
import { gridMove } from '../../rows/grid-keys'
import { useRowsInView } from '../../rows/rows-in-view'
import { type LineActs, LineView } from './LineView'
import type { Line } from './lines'
import { type Off, tickOf } from './ticks'

export interface LineGridProps extends Omit<LineActs, 'onSelect'> {
  readonly lines: readonly Line[]
  readonly off: Off
  /** The plan's figures are being taken. */
  readonly weighing: boolean
  /** The key of the line that the panel speaks of. */
  readonly selected: string | null
  readonly onSelect: (key: string) => void
}

const heights = { group: 32, clone: 32, fold: 31, row: 31 } as const
const keyOf = (line: Line) => line.key
const heightOf = (line: Line | undefined) => heights[line?.kind ?? 'row']
const rowsOf = (line: Line) => (line.kind === 'row' ? [line.row] : line.rows)

/**
 * The lines of a review. Lines take the focus; over 200 only those in view stand in the page, and `aria-rowcount` and
 * `aria-rowindex` tell the rest. Space takes a line out or in; no key removes anything.
 */
export function LineGrid({ lines, off, weighing, selected, onSelect, onTick, onTurn, onInsist }: LineGridProps) {
  const { scroller, virtual, reachable, goTo } = useRowsInView({
    rows: lines,
    keyOf,
    heightOf,
    head: 0,
    selected,
    onSelect
  })

  // Heights depend on what the lines are, so a new list is laid out anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list says when
  useEffect(() => virtual.measure(), [lines, virtual])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const own = event.target.dataset['place']
    // A switch inside a line keeps its own keys, but the arrows still go from line to line.
    const place = Number(own ?? event.target.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? Number.NaN)
    const line = lines[place]
    if (line === undefined || (own === undefined && !event.key.startsWith('Arrow'))) return
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / heights.row)
    const move = gridMove(event.key, place, lines.length, page)
    if (event.key === ' ') onTick(rowsOf(line))
    else if (move === null) return
    else if (move.kind === 'to') goTo(move.row)
    else if (line.kind === 'row') {
      if (move.kind === 'collapse') goTo(lines.findLastIndex((each, at) => at < place && each.kind !== 'row'))
    } else if (move.kind === 'expand' && line.open) goTo(place + 1)
    else if (move.kind === 'open' || line.open === (move.kind === 'collapse')) onTurn(line.key)
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      role="treegrid"
      className="lines"
      aria-label="Rows of the plan"
      aria-rowcount={lines.length}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="lines-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index]
          if (line === undefined) return null
          return (
            <LineView
              key={line.key}
              line={line}
              place={item.index}
              top={item.start}
              height={item.size}
              tick={tickOf(rowsOf(line), off)}
              selected={line.key === selected}
              weighing={weighing}
              reachable={item.index === reachable}
              onSelect={goTo}
              onTick={onTick}
              onTurn={onTurn}
              onInsist={onInsist}
            />
          )
        })}
      </div>
    </div>
  )
}
