import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { useMemo, useRef, useState } from 'react'
import type { TreeLevel } from '../../shared/model'
import type { Rect } from '../components/place-tip'
import { tipDelay } from '../components/Tooltip'
import { type Held, useHeldFocus } from './held-focus'
import { type Colouring, itemsOf, type MapItem } from './items'
import { createLayout, type Laid } from './layout'
import { mapAct } from './map-keys'
import { TileTip } from './TileTip'
import { TileView } from './TileView'
import './treemap.css'
import { useBox } from './useBox'

export interface TreemapProps {
  readonly level: TreeLevel
  readonly label: string
  readonly colouring: Colouring
  /** A scan runs: what is not measured yet has an outline instead of no tile. */
  readonly pending: boolean
  /** The node that gets the focus when it is drawn: the one left by going up. */
  readonly focusNode: string | null
  readonly held: Held
  /** The key of the item that an inspector shows. Without `onSelect` a click opens. */
  readonly selected?: string | null
  readonly onSelect?: (item: MapItem) => void
  readonly onOpen: (node: string) => void
  readonly onUp: () => void
  readonly onColour: () => void
  readonly onTable: () => void
}

const keyAt = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-tile]')?.dataset['tile'] ?? null) : null

/** The map: a tree of tiles with one tab stop. Area is what deleting frees, and nothing else. */
export function Treemap(props: TreemapProps) {
  const { level, colouring, pending, selected = null, onSelect } = props
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useBox(frame)
  const [layout] = useState(createLayout)
  const items = useMemo(() => itemsOf(level, colouring, pending), [level, colouring, pending])
  const { tiles, undrawn } = useMemo(() => layout(items, width, height), [layout, items, width, height])
  const [active, setActive] = useState<string | null>(null)
  const [tip, setTip] = useState<{ tile: Laid; at: Rect } | null>(null)
  const timer = useRef(0)
  const byKey = useMemo(() => new Map(tiles.map((tile) => [tile.item.key, tile])), [tiles])
  const stop = byKey.has(active ?? '') ? active : (tiles[0]?.item.key ?? null)
  const grown = useGrowth(level.node, byKey)

  const elementOf = (key: string) => frame.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(key)}"]`)
  useHeldFocus(props.held, frame, props.focusNode)

  const showTip = (key: string | null, delay: number, pointer?: MouseEvent) => {
    clearTimeout(timer.current)
    const tile = key === null ? undefined : byKey.get(key)
    if (tile === undefined) {
      setTip(null)
      return
    }
    timer.current = window.setTimeout(() => {
      const at =
        pointer === undefined
          ? elementOf(tile.item.key)?.getBoundingClientRect()
          : { left: pointer.clientX + 10, top: pointer.clientY, width: 0, height: 12 }
      if (at !== undefined) setTip({ tile, at })
    }, delay)
  }

  const open = (tile: Laid) => {
    if (tile.item.form === 'smaller') props.onTable()
    else if (tile.item.node !== null && tile.item.opens) {
      grown.from(tile)
      props.onOpen(tile.item.node)
    }
  }
  const press = (key: string | null, opens: boolean) => {
    const tile = key === null ? undefined : byKey.get(key)
    if (tile === undefined) return
    setActive(tile.item.key)
    setTip(null)
    if (opens || onSelect === undefined) open(tile)
    else onSelect(tile.item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const tile = byKey.get(keyAt(event.target) ?? '')
    if (tile === undefined) return
    const act = mapAct(tiles, tile, event)
    if (act === null) return
    event.preventDefault()
    if (act.does === 'focus') elementOf(act.key)?.focus()
    else if (act.does === 'open') open(tile)
    else if (act.does === 'select') onSelect?.(tile.item)
    else if (act.does === 'up') props.onUp()
    else if (act.does === 'colour') props.onColour()
    else props.onTable()
  }
  const onFocus = (event: FocusEvent) => {
    const key = keyAt(event.target)
    if (key === null) return
    setActive(key)
    if (event.target.matches(':focus-visible')) showTip(key, 0)
  }
  return (
    <div className="treemap" ref={frame}>
      <div
        key={level.node}
        className={grown.className}
        style={grown.style}
        role="tree"
        aria-label={props.label}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => showTip(null, 0)}
        onMouseOver={(event: MouseEvent) => showTip(keyAt(event.target), tipDelay, event)}
        onMouseLeave={() => showTip(null, 0)}
        onClick={(event) => press(keyAt(event.target), false)}
        onDoubleClick={(event) => press(keyAt(event.target), true)}
      >
        {tiles.map((tile) => (
          <TileView
            key={tile.item.key}
            tile={tile}
            colouring={colouring}
            stop={tile.item.key === stop}
            selected={onSelect === undefined ? null : tile.item.key === selected}
          />
        ))}
      </div>
      {undrawn > 0 && <span className="spoken">{undrawn} more are too small to be drawn; the table has them.</span>}
      {tip !== null && <TileTip tile={tip.tile} at={tip.at} />}
    </div>
  )
}

/** The tile that was opened grows to the frame. */
function useGrowth(node: string, byKey: ReadonlyMap<string, Laid>) {
  const opened = useRef<{ tile: Laid; before: string } | null>(null)
  const from = (tile: Laid) => {
    opened.current = byKey.has(tile.item.key) ? { tile, before: node } : null
  }
  const last = opened.current
  if (last === null || last.before === node) return { className: 'treemap-tiles', style: undefined, from }
  const { x, y } = last.tile
  return { className: 'treemap-tiles treemap-grows', style: { transformOrigin: `${x}px ${y}px` }, from }
}
