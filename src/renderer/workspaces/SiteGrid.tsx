// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which the layout of a table cannot do
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { gridMove } from './grid-keys'
import { SiteRowView } from './SiteRowView'
import type { TableRow, TableView } from './table-model'

export interface SiteGridProps {
  readonly rows: readonly TableRow[]
  /** Not read, but it says when rows must be drawn anew. */
  readonly expanded: TableView['expanded']
  readonly head: ReactNode
  readonly selected: string | null
  readonly comesBack: boolean
  readonly onSelect: (site: string) => void
  readonly onOpen: (site: string) => void
  readonly now: number
}

const rowHeight = 36
const headHeight = 34
/** Up to here every row stands in the page, so that the browser's own search finds it. */
const allUpTo = 200

/**
 * The treegrid of sites. Rows take the focus; over 200 rows only those in view stand in the page, and `aria-rowcount`
 * and `aria-rowindex` tell the rest.
 */
export function SiteGrid({ rows, head, selected, comesBack, onSelect, onOpen, now }: SiteGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const reachable = Math.max(
    0,
    rows.findIndex((row) => row.id === selected)
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
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((place: number) => rows[place]?.id ?? place, [rows]),
    overscan: rows.length <= allUpTo ? allUpTo : 12,
    scrollPaddingStart: headHeight,
    paddingStart: headHeight,
    rangeExtractor
  })
  const focusNext = useRef<number | null>(null)
  const back = useRef(comesBack)

  const goTo = useCallback(
    (place: number) => {
      const row = rows[place]
      if (row === undefined) return
      focusNext.current = place
      virtual.scrollToIndex(place)
      onSelect(row.id)
    },
    [rows, virtual, onSelect]
  )

  // Back from a workspace's page, the row that was left has the focus again.
  useEffect(() => {
    if (!back.current || rows.length === 0) return
    back.current = false
    if (document.activeElement !== document.body) return
    focusNext.current = reachable
    virtual.scrollToIndex(reachable)
  }, [rows, virtual, reachable])

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
    const place = Number(at?.dataset['place'] ?? Number.NaN)
    const row = rows[place]
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
