import { addBytes, amountOf, type Bytes, bytesFrom, unreadableIn } from '../../../shared/bytes'
import type { LeafTile, Smaller, Tile, TileKind } from '../../../shared/model'
import { groupsByCare } from '../../../shared/verdict'
import { fitting } from '../fitting'

export const mostTiles = 60
export const mostInAll = 300
/** Of all tiles of a level on the wire, in bytes; long names leave room for fewer. */
const roomInAll = 220 * 1024
const roomForTop = 150 * 1024

/** What is left of a figure when a part of it is shown apart; never below 0 bytes. A floor stays a floor. */
export const without = (whole: Bytes, part: Bytes): Bytes =>
  bytesFrom(Math.max(0, amountOf(whole) - amountOf(part)), Math.max(0, unreadableIn(whole) - unreadableIn(part)))

const bySize = (a: LeafTile, b: LeafTile) => sizeOf(b) - sizeOf(a) || a.label.localeCompare(b.label)
const sizeOf = (tile: LeafTile) => (tile.bytes === null ? -1 : amountOf(tile.bytes))

/** The largest tiles, as many as may be and as have room (bytes), and the rest as one per verdict group. */
export function cut<T extends LeafTile>(
  tiles: readonly T[],
  most: number,
  room = roomForTop
): { tiles: T[]; smaller: Smaller[] } {
  const sorted = [...tiles].sort(bySize)
  const kept = fitting(sorted.slice(0, most), room)
  const rest = sorted.slice(kept.length)
  const smaller = groupsByCare.flatMap((group) => {
    const inGroup = rest.filter((tile) => tile.group === group && tile.bytes !== null)
    if (inGroup.length === 0) return []
    return [
      {
        group,
        count: inGroup.length,
        bytes: addBytes(inGroup.flatMap((tile) => (tile.bytes === null ? [] : [tile.bytes])))
      }
    ]
  })
  return { tiles: kept, smaller }
}

/** Gives each tile its children until the budget for a whole level is used; larger tiles first. */
export function withChildren(tiles: readonly LeafTile[], childrenOf: (tile: LeafTile) => readonly LeafTile[]): Tile[] {
  let budget = mostInAll - tiles.length
  let room = roomInAll - Buffer.byteLength(JSON.stringify(tiles))
  return tiles.map((tile) => {
    const inner =
      tile.opens && budget > 0 && room > 0
        ? cut(childrenOf(tile), Math.min(20, budget), room)
        : { tiles: [], smaller: [] }
    budget -= inner.tiles.length
    room -= Buffer.byteLength(JSON.stringify(inner))
    return { ...tile, children: inner.tiles, smaller: inner.smaller }
  })
}

/** Bytes per kind, the largest first; each byte in one kind. */
export function sumKinds(parts: readonly { kind: TileKind; bytes: Bytes }[]): { kind: TileKind; bytes: Bytes }[] {
  const sums = new Map<TileKind, Bytes>()
  for (const { kind, bytes } of parts) sums.set(kind, addBytes([sums.get(kind) ?? { exclusiveBytes: 0 }, bytes]))
  return [...sums].map(([kind, bytes]) => ({ kind, bytes })).sort((a, b) => amountOf(b.bytes) - amountOf(a.bytes))
}
