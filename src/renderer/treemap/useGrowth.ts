import { type CSSProperties, useRef } from 'react'
import type { Laid } from './layout'

export interface Growth {
  readonly className: string
  readonly style: CSSProperties | undefined
  /** The next level grows out of this tile. */
  from(tile: Laid): void
}

/** A level that was opened from a tile grows out of where the tile was; one reached otherwise is just there. */
export function useGrowth(node: string): Growth {
  const opened = useRef<{ tile: Laid; before: string } | null>(null)
  const from = (tile: Laid) => {
    opened.current = { tile, before: node }
  }
  const last = opened.current
  if (last === null || last.before === node) return { className: 'treemap-tiles', style: undefined, from }
  const { x, y } = last.tile
  return { className: 'treemap-tiles treemap-grows', style: { transformOrigin: `${x}px ${y}px` }, from }
}
