import { type RefObject, useRef, useState } from 'react'
import type { Rect } from '../components/place-tip'
import { tipDelay } from '../components/Tooltip'
import type { Laid } from './layout'

export interface TileTipState {
  /** What is shown now; null when nothing is, or when its tile is gone. */
  readonly shown: { readonly tile: Laid; readonly at: Rect } | null
  /** The pointer rests on a tile, at a place of the window. */
  point(key: string | null, x: number, y: number): void
  /** The keyboard is on a tile. */
  focus(key: string): void
  hide(): void
}

/** Which tile tells about itself: after a rest of the pointer beside it, at once under the tile that has the focus. */
export function useTileTip(byKey: ReadonlyMap<string, Laid>, frame: RefObject<HTMLElement | null>): TileTipState {
  const [tip, setTip] = useState<{ key: string; at: Rect } | null>(null)
  const timer = useRef(0)
  const hide = () => {
    clearTimeout(timer.current)
    setTip(null)
  }
  const later = (key: string, delay: number, place: () => Rect | undefined) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const at = place()
      if (at !== undefined) setTip({ key, at })
    }, delay)
  }
  const tile = tip === null ? undefined : byKey.get(tip.key)
  return {
    shown: tip === null || tile === undefined ? null : { tile, at: tip.at },
    point: (key, x, y) => {
      if (key === null) hide()
      else later(key, tipDelay, () => ({ left: x + 10, top: y, width: 0, height: 12 }))
    },
    focus: (key) =>
      later(key, 0, () => frame.current?.querySelector(`[data-tile="${CSS.escape(key)}"]`)?.getBoundingClientRect()),
    hide
  }
}
