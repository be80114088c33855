import type { Laid } from './layout'

export type Direction = 'left' | 'right' | 'up' | 'down'

export const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down'
}

/** Rounding may let neighbours touch or overlap by a pixel. */
const slack = 1

const lies: Readonly<Record<Direction, (to: Laid, from: Laid) => boolean>> = {
  left: (to, from) => to.x + to.width <= from.x + slack,
  right: (to, from) => to.x >= from.x + from.width - slack,
  up: (to, from) => to.y + to.height <= from.y + slack,
  down: (to, from) => to.y >= from.y + from.height - slack
}

const distance = (a: Laid, b: Laid): number =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)

function overlap(a: Laid, b: Laid, way: Direction): number {
  const across = way === 'up' || way === 'down'
  const from = across ? Math.max(a.x, b.x) : Math.max(a.y, b.y)
  const to = across ? Math.min(a.x + a.width, b.x + b.width) : Math.min(a.y + a.height, b.y + b.height)
  return Math.max(0, to - from)
}

/** The nearest tile of the same level in a direction: by centre, then by how much the two face each other. */
export function nearest(tiles: readonly Laid[], from: Laid, way: Direction): Laid | null {
  let best: Laid | null = null
  for (const to of tiles) {
    if (to.level !== from.level || to === from || !lies[way](to, from)) continue
    if (best === null) {
      best = to
      continue
    }
    const nearer = Math.round(distance(best, from)) - Math.round(distance(to, from))
    if (nearer > 0 || (nearer === 0 && overlap(to, from, way) > overlap(best, from, way))) best = to
  }
  return best
}

const sizeOf = (tile: Laid): number => tile.width * tile.height

/** The largest or the smallest tile of the level that `from` is on. */
export function farthest(tiles: readonly Laid[], from: Laid, end: 'largest' | 'smallest'): Laid {
  return tiles
    .filter((tile) => tile.level === from.level)
    .reduce(
      (best, tile) => ((end === 'largest' ? sizeOf(tile) > sizeOf(best) : sizeOf(tile) < sizeOf(best)) ? tile : best),
      from
    )
}

/** The next tile after `from`, on either level, whose name begins with the letter; round and round. */
export function byLetter(tiles: readonly Laid[], from: Laid, letter: string): Laid | null {
  const at = tiles.indexOf(from)
  const wanted = letter.toLowerCase()
  for (let step = 1; step <= tiles.length; step += 1) {
    const tile = tiles[(at + step) % tiles.length]
    if (tile?.item.label.toLowerCase().startsWith(wanted)) return tile
  }
  return null
}
