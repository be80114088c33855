import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent } from 'react'
import { useMemo, useRef, useState } from 'react'
import type { TreeLevel } from '../../shared/model'
import { type Held, useHeldFocus } from './held-focus'
import type { MapItem } from './items'
import { type MapRow, rowAct, rowsOf } from './rows'
import { TableRow } from './TableRow'
import './treemap-table.css'

export interface TreemapTableProps {
  readonly level: TreeLevel
  readonly label: string
  readonly selected?: string | null
  readonly onSelect?: (item: MapItem) => void
  readonly onOpen: (node: string) => void
  readonly onUp: () => void
  readonly onMap: () => void
  /** As for the map. */
  readonly focusNode: string | null
  readonly held: Held
}

const rowHeight = 32

/** The map as a table: the same things, the same figures, and what the map cannot draw. */
export function TreemapTable(props: TreemapTableProps) {
  const { level, onSelect } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => rowsOf(level, open), [level, open])
  const [active, setActive] = useState<number | null>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8
  })
  const back = rows.findIndex((row) => props.focusNode !== null && row.item.node === props.focusNode)
  const stop = Math.max(0, Math.min(active ?? back, rows.length - 1))
  useHeldFocus(props.held, scroll, props.focusNode)

  const focusRow = (index: number) => {
    setActive(index)
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus())
  }
  const turn = (row: MapRow, on: boolean) => {
    const next = new Set(open)
    if (on) next.add(row.item.key)
    else next.delete(row.item.key)
    setOpen(next)
  }
  const enter = (row: MapRow) => {
    if (row.item.node !== null && row.item.opens) props.onOpen(row.item.node)
    else if (row.expanded !== null) turn(row, !row.expanded)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[stop]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const act = rowAct(rows, stop, event.key)
    if (act === null) return
    event.preventDefault()
    if (act.does === 'focus') focusRow(act.index)
    else if (act.does === 'expand' || act.does === 'collapse') turn(row, act.does === 'expand')
    else if (act.does === 'open') enter(row)
    else if (act.does === 'select') onSelect?.(row.item)
    else if (act.does === 'up') props.onUp()
    else props.onMap()
  }

  return (
    <div className="map-table" role="treegrid" aria-label={props.label} aria-rowcount={rows.length + 1}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual treegrid has no table element */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a header row takes no focus */}
      <div className="map-row map-row-head" role="row" aria-rowindex={1}>
        <Header word="Name" />
        <Header word="Verdict" />
        <Header word="Kind" />
        <Header word="Frees" sorted />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className="map-table-rows" ref={scroll} role="rowgroup" onKeyDown={onKeyDown}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <TableRow
                  key={row.item.key}
                  row={row}
                  index={index}
                  top={start}
                  stop={index === stop}
                  selected={onSelect === undefined ? undefined : row.item.key === props.selected}
                  onFocus={() => setActive(index)}
                  onTurn={(on) => turn(row, on)}
                  onPress={() => onSelect?.(row.item)}
                  onEnter={() => enter(row)}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Header({ word, sorted = false }: { word: string; sorted?: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual treegrid has no table element
    // biome-ignore lint/a11y/useFocusableInteractive: the sort of this table is fixed
    <span role="columnheader" aria-sort={sorted ? 'descending' : undefined}>
      {word}
    </span>
  )
}
