import type { FocusEvent, KeyboardEvent } from 'react'
import { useMemo, useRef, useState } from 'react'
import type { TreeLevel } from '../../shared/model'
import { type Held, useHeldFocus } from './held-focus'
import { type Colouring, itemsOf, type MapItem } from './items'
import { createLayout, type Laid } from './layout'
import { mapAct } from './map-keys'
import { TileTip } from './TileTip'
import { TileView } from './TileView'
import './treemap.css'
import { useBox } from './useBox'
import { useGrowth } from './useGrowth'
import { useTileTip } from './useTileTip'
import { undrawnWords } from './words'

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

const selectorOf = (key: string): string => `[data-tile="${CSS.escape(key)}"]`

/** The map: a tree of tiles with one tab stop. Area is what deleting frees, and nothing else. */
export function Treemap(props: TreemapProps) {
  const { level, colouring, pending, selected = null, onSelect } = props
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useBox(frame)
  const [layout] = useState(createLayout)
  const items = useMemo(() => itemsOf(level, colouring, pending), [level, colouring, pending])
  const { tiles, undrawn } = useMemo(() => layout(items, width, height), [layout, items, width, height])
  const [active, setActive] = useState<string | null>(null)
  const byKey = useMemo(() => new Map(tiles.map((tile) => [tile.item.key, tile])), [tiles])
  const stop = byKey.has(active ?? '') ? active : (tiles[0]?.item.key ?? null)
  const grown = useGrowth(level.node)
  const tip = useTileTip(byKey, frame)
  useHeldFocus(props.held, frame, props.focusNode)

  const open = (tile: Laid) => {
    if (tile.item.form === 'smaller') props.onTable()
    else if (tile.item.node !== null && tile.item.opens) {
      grown.from(tile)
      props.onOpen(tile.item.node)
    }
  }
  /** One click opens, or selects where there is an inspector, and then two open. The second of two never opens twice. */
  const press = (key: string | null, clicks: number) => {
    const tile = key === null ? undefined : byKey.get(key)
    if (tile === undefined || (onSelect === undefined && clicks > 1)) return
    setActive(tile.item.key)
    tip.hide()
    if (onSelect === undefined || clicks === 2) open(tile)
    else onSelect(tile.item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const tile = byKey.get(keyAt(event.target) ?? '')
    const act = tile === undefined ? null : mapAct(tiles, tile, event)
    if (tile === undefined || act === null) return
    event.preventDefault()
    const does = {
      open: () => open(tile),
      select: () => onSelect?.(tile.item),
      up: props.onUp,
      colour: props.onColour,
      table: props.onTable
    }
    if (act.does === 'focus') frame.current?.querySelector<HTMLElement>(selectorOf(act.key))?.focus()
    else does[act.does]()
  }
  const onFocus = (event: FocusEvent) => {
    const key = keyAt(event.target)
    if (key === null) return
    setActive(key)
    if (event.target.matches(':focus-visible')) tip.focus(key)
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
        onBlur={tip.hide}
        onMouseOver={(event) => tip.point(keyAt(event.target), event.clientX, event.clientY)}
        onMouseLeave={tip.hide}
        onClick={(event) => press(keyAt(event.target), event.detail)}
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
      {undrawn > 0 && <span className="spoken">{undrawnWords(undrawn)}</span>}
      {tip.shown !== null && <TileTip tile={tip.shown.tile} at={tip.shown.at} />}
    </div>
  )
}
