import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'

export interface RowsWish<Row> {
  readonly rows: readonly Row[]
  /** One function for all drawings, as the two below. */
  readonly keyOf: (row: Row) => string
  /** Pixels. */
  readonly heightOf: (row: Row | undefined) => number
  /** Pixels of what stands above the rows and scrolls with them. */
  readonly head: number
  /** The key of the row that Tab reaches; the first one when there is none of that name. */
  readonly selected: string | null
  readonly onSelect: (key: string) => void
}

/** Up to here every row stands in the page, so that the browser's own search finds it. */
const allUpTo = 200

/**
 * Long lists whose rows take the focus: over 200 rows only those in view stand in the page. A row is drawn with its
 * `data-place`, and one that is gone to is scrolled to, selected and focused once it is there.
 */
export function useRowsInView<Row>({ rows, keyOf, heightOf, head, selected, onSelect }: RowsWish<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const reachable = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === selected)
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
    estimateSize: useCallback((place: number) => heightOf(rows[place]), [rows, heightOf]),
    getItemKey: useCallback(
      (place: number) => {
        const row = rows[place]
        return row === undefined ? place : keyOf(row)
      },
      [rows, keyOf]
    ),
    overscan: rows.length <= allUpTo ? allUpTo : 12,
    scrollPaddingStart: head,
    paddingStart: head,
    rangeExtractor
  })
  const focusNext = useRef<number | null>(null)
  const focusOn = useCallback(
    (place: number) => {
      focusNext.current = place
      virtual.scrollToIndex(place)
    },
    [virtual]
  )
  const goTo = useCallback(
    (place: number) => {
      const row = rows[place]
      if (row === undefined) return
      focusOn(place)
      onSelect(keyOf(row))
    },
    [rows, keyOf, focusOn, onSelect]
  )

  useEffect(() => {
    if (focusNext.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${focusNext.current}"]`)
    if (row == null) return
    focusNext.current = null
    row.focus({ preventScroll: true })
  })
  return { scroller, virtual, reachable, focusOn, goTo }
}
