// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which the layout of a table cannot do
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { gridMove } from './grid-keys'
import type { SiteRow } from './nest'
import { SiteHead } from './SiteHead'
import { SiteRowView } from './SiteRowView'
import './site-table.css'
import { type TableView, useSiteTable } from './table-model'

export interface SiteTableProps {
  /** Keeps its identity as long as nothing changed. */
  readonly rows: readonly SiteRow[]
  readonly view: TableView
  readonly changeView: (next: (view: TableView) => TableView) => void
  readonly selected: string | null
  readonly onSelect: (site: string) => void
  readonly onOpen: (site: string) => void
  readonly now: number
}

const rowHeight = 36
const headHeight = 34
/** Up to here every row stands in the page, so that the browser's own search finds it. */
const allUpTo = 200

/**
 * The treegrid of sites. Rows take the focus; over 200 rows only those in view stand in the page, and
 * `aria-rowcount` and `aria-rowindex` tell the rest.
 */
export function SiteTable(props: SiteTableProps) {
  const { rows, view, changeView, selected, onSelect, onOpen, now } = props
  const table = useSiteTable(rows, view, changeView)
  const shown = table.getRowModel().rows
  const scroller = useRef<HTMLDivElement>(null)
  const reachable = Math.max(
    0,
    shown.findIndex((row) => row.id === selected)
  )
  // The row that holds the focus stays in the page however far it is scrolled away, or the focus would be lost.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inView = defaultRangeExtractor(range)
      return inView.includes(reachable) || reachable >= range.count
        ? inView
        : [...inView, reachable].sort((a, b) => a - b)
    },
    [reachable]
  )
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => shown[place]?.id ?? place,
    overscan: shown.length <= allUpTo ? allUpTo : 12,
    scrollPaddingStart: headHeight,
    paddingStart: headHeight,
    rangeExtractor
  })
  const focusNext = useRef<number | null>(null)

  const goTo = useCallback(
    (place: number) => {
      const row = shown[place]
      if (row === undefined) return
      focusNext.current = place
      virtual.scrollToIndex(place)
      onSelect(row.id)
    },
    [shown, virtual, onSelect]
  )

  useEffect(() => {
    if (focusNext.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${focusNext.current}"]`)
    if (row == null) return
    focusNext.current = null
    row.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    if (event.target.closest('button') !== null && event.key === 'Enter') return
    const at = event.target.closest<HTMLElement>('[data-place]')
    if (at === null) return
    const place = Number(at.dataset['place'])
    const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight)
    const move = gridMove(event.key, place, shown.length, page)
    const row = shown[place]
    if (move === null || row === undefined) return
    event.preventDefault()
    if (move.kind === 'to') goTo(move.row)
    if (move.kind === 'open') onOpen(row.id)
    if (move.kind === 'expand' && row.getCanExpand()) {
      if (row.getIsExpanded()) goTo(place + 1)
      else row.toggleExpanded(true)
    }
    if (move.kind === 'collapse') {
      if (row.getCanExpand() && row.getIsExpanded()) row.toggleExpanded(false)
      else if (row.depth > 0) goTo(shown.findIndex((each) => each.id === row.parentId))
    }
  }

  return (
    <div
      ref={scroller}
      role="treegrid"
      className="site-table"
      aria-label="Workspaces"
      aria-rowcount={shown.length + 1}
      aria-colcount={7}
      onKeyDown={onKeyDown}
    >
      <SiteHead table={table} />
      <div role="rowgroup" className="site-body" style={{ height: virtual.getTotalSize() - headHeight }}>
        {virtual.getVirtualItems().map((item) => {
          const row = shown[item.index]
          if (row === undefined) return null
          return (
            <SiteRowView
              key={row.id}
              row={row}
              place={item.index}
              top={item.start - headHeight}
              selected={row.id === selected}
              reachable={item.index === reachable}
              now={now}
              onSelect={goTo}
              onOpen={onOpen}
            />
          )
        })}
      </div>
    </div>
  )
}
