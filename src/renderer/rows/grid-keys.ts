/** What a key asks of a table whose rows take the focus; `null` = not a key of the table. */
export type GridMove =
  | { readonly kind: 'to'; readonly row: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'expand' }
  | { readonly kind: 'collapse' }
  | null

/** Pure. Rows count from 0; `page` is how many rows fit the view. */
export function gridMove(key: string, row: number, rows: number, page: number): GridMove {
  if (rows === 0) return null
  const to = (wanted: number): GridMove => ({ kind: 'to', row: Math.min(Math.max(wanted, 0), rows - 1) })
  switch (key) {
    case 'ArrowDown':
      return to(row + 1)
    case 'ArrowUp':
      return to(row - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows - 1)
    case 'PageDown':
      return to(row + Math.max(1, page - 1))
    case 'PageUp':
      return to(row - Math.max(1, page - 1))
    case 'ArrowRight':
      return { kind: 'expand' }
    case 'ArrowLeft':
      return { kind: 'collapse' }
    case 'Enter':
      return { kind: 'open' }
    default:
      return null
  }
}
