// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which the layout of a table cannot do
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { gridMove } from '../rows/grid-keys'
import { useRowsInView } from '../rows/rows-in-view'
import { SiteRowView } from './SiteRowView'
import type { TableRow, TableView } from './table-model'

export interface SiteGridProps {
  readonly rows: readonly TableRow[]
  /** Not read, but it says when rows must be drawn anew. */
  readonly expanded: TableView['expanded']
  readonly head: ReactNode
  readonly selected: string | null
  readonly ticked: ReadonlySet<string>
  readonly comesBack: boolean
  readonly onSelect: (site: string) => void
  readonly onTick: (site: string) => void
  readonly onOpen: (site: string) => void
  readonly now: number
}

const rowHeight = 36
const headHeight = 34
const keyOf = (row: TableRow) => row.id
const heightOf = () => rowHeight

/**
 * The treegrid of sites. Rows take the focus; over 200 rows only those in view stand in the page, and `aria-rowcount`
 * and `aria-rowindex` tell the rest. Space ticks a row, so that its figure is among those that are weighed together.
 */
export function SiteGrid({ rows, head, selected, ticked, comesBack, onSelect, onTick, onOpen, now }: SiteGridProps) {
  const { scroller, virtual, reachable, focusOn, goTo } = useRowsInView({
    rows,
    keyOf,
    heightOf,
    head: headHeight,
    selected,
    onSelect
  })
  const back = useRef(comesBack)

  // Back from a workspace's page, the row that was left has the focus again.
  useEffect(() => {
    if (!back.current || rows.length === 0) return
    back.current = false
    if (document.activeElement !== document.body) return
    focusOn(reachable)
  }, [rows, focusOn, reachable])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    if (event.target.closest('button, input') !== null && (event.key === 'Enter' || event.key === ' ')) return
    const at = event.target.closest<HTMLElement>('[data-place]')
    const place = Number(at?.dataset['place'] ?? Number.NaN)
    const row = rows[place]
    if (row !== undefined && event.key === ' ') {
      event.preventDefault()
      onTick(row.id)
      return
    }
    const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight)
    const move = row === undefined ? null : gridMove(event.key, place, rows.length, page)
    if (row === undefined || move === null) return
    event.preventDefault()
    if (move.kind === 'to') goTo(move.row)
    else if (move.kind === 'open') onOpen(row.id)
    else if (move.kind === 'expand') {
      if (!row.getCanExpand()) return
      if (row.getIsExpanded()) goTo(place + 1)
      else row.toggleExpanded(true)
    } else if (row.getCanExpand() && row.getIsExpanded()) row.toggleExpanded(false)
    else if (row.depth > 0) goTo(rows.findIndex((each) => each.id === row.parentId))
  }

  return (
    <div
      ref={scroller}
      role="treegrid"
      className="site-table"
      aria-label="Workspaces"
      aria-rowcount={rows.length + 1}
      aria-colcount={7}
      onKeyDown={onKeyDown}
    >
      {head}
      <div role="rowgroup" className="site-body" style={{ height: virtual.getTotalSize() - headHeight }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <SiteRowView
              key={row.id}
              row={row}
              place={item.index}
              top={item.start - headHeight}
              expanded={row.getCanExpand() ? row.getIsExpanded() : null}
              selected={row.id === selected}
              ticked={ticked.has(row.id)}
              reachable={item.index === reachable}
              now={now}
              onSelect={goTo}
              onTick={onTick}
              onOpen={onOpen}
            />
          )
        })}
      </div>
    </div>
  )
}
