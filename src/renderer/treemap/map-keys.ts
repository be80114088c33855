import type { Laid } from './layout'
import { byLetter, directions, farthest, nearest } from './navigate'

/** What a key on a tile asks for. */
export type MapAct =
  | { readonly does: 'focus'; readonly key: string }
  | { readonly does: 'open' | 'select' | 'up' | 'colour' | 'table' }

export interface TileKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const plain: Readonly<Record<string, MapAct>> = {
  Enter: { does: 'open' },
  ' ': { does: 'select' },
  Backspace: { does: 'up' },
  v: { does: 'colour' },
  t: { does: 'table' }
}

const focusOn = (tile: Laid | null | undefined): MapAct | null =>
  tile === null || tile === undefined ? null : { does: 'focus', key: tile.item.key }

/**
 * Arrows go to the nearest tile, Home and End to the largest and smallest, letters jump by name; V and T switch, and
 * with Shift they are letters too. On an inner tile Backspace goes to the group around it first. Null for other keys.
 */
export function mapAct(tiles: readonly Laid[], at: Laid, press: TileKey): MapAct | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const way = directions[press.key]
  if (way !== undefined) return focusOn(nearest(tiles, at, way))
  if (press.key === 'Home') return focusOn(farthest(tiles, at, 'largest'))
  if (press.key === 'End') return focusOn(farthest(tiles, at, 'smallest'))
  if (press.key === 'Backspace' && at.parent !== null) return { does: 'focus', key: at.parent }
  if (Object.hasOwn(plain, press.key) && !(press.shiftKey && /^[a-z]$/.test(press.key))) return plain[press.key] ?? null
  return /^[\p{L}\p{N}.]$/u.test(press.key) ? focusOn(byLetter(tiles, at, press.key)) : null
}
