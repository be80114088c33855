import { amountOf } from '../../shared/bytes'
import type { TreeLevel } from '../../shared/model'
import { itemsOf, type MapItem } from './items'

/** One row of the map's table. */
export interface MapRow {
  readonly item: MapItem
  readonly depth: 1 | 2
  readonly position: number
  readonly setSize: number
  /** Null when there is nothing inside to show. */
  readonly expanded: boolean | null
}

const sizeOf = (item: MapItem): number => (item.bytes === null ? -1 : amountOf(item.bytes))

const bySize = (a: MapItem, b: MapItem): number => sizeOf(b) - sizeOf(a) || (a.label < b.label ? -1 : 1)

/**
 * The rows of the map's level, largest first; those with their key in `open` are followed by what is in them. Unlike
 * the map nothing is joined or left out: what is not measured has a row too.
 */
export function rowsOf(level: TreeLevel, open: ReadonlySet<string>): MapRow[] {
  const tops = itemsOf(level, 'kind', true).sort(bySize)
  return tops.flatMap((item, at): MapRow[] => {
    const expands = item.children.length > 0
    const expanded = expands ? open.has(item.key) : null
    const row: MapRow = { item, depth: 1, position: at + 1, setSize: tops.length, expanded }
    if (expanded !== true) return [row]
    const inside = [...item.children].sort(bySize)
    return [
      row,
      ...inside.map(
        (child, index): MapRow => ({
          item: child,
          depth: 2,
          position: index + 1,
          setSize: inside.length,
          expanded: null
        })
      )
    ]
  })
}

/** What a key on a row asks for. */
export type RowAct =
  | { readonly does: 'focus'; readonly index: number }
  | { readonly does: 'expand' | 'collapse' | 'open' | 'select' | 'up' | 'map' }

/** Row focus: up and down, right expands, left collapses or goes to the row around it, Enter opens. Null otherwise. */
export function rowAct(rows: readonly MapRow[], at: number, key: string): RowAct | null {
  const row = rows[at]
  if (row === undefined) return null
  const to = (index: number): RowAct | null => (rows[index] === undefined ? null : { does: 'focus', index })
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'ArrowRight':
      if (row.expanded === false) return { does: 'expand' }
      return row.expanded === true ? to(at + 1) : null
    case 'ArrowLeft':
      if (row.expanded === true) return { does: 'collapse' }
      return row.depth === 2 ? to(at - row.position) : null
    case 'Enter':
      return { does: 'open' }
    case ' ':
      return { does: 'select' }
    case 'Backspace':
      return { does: 'up' }
    case 't':
      return { does: 'map' }
    default:
      return null
  }
}
