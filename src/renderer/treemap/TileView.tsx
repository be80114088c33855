import { memo } from 'react'
import { Icon, type IconName } from '../components/Icon'
import { stateMarks, verdictMarks } from '../components/words'
import { usePage, useUnits } from '../store/store'
import type { Colouring } from './items'
import { labelForm } from './labels'
import type { Laid } from './layout'
import { nameWords, sizeWords } from './words'

export interface TileViewProps {
  readonly tile: Laid
  readonly colouring: Colouring
  /** The one tile that Tab reaches. */
  readonly stop: boolean
  /** Null where nothing can be selected. */
  readonly selected: boolean | null
}

const formOf = (tile: Laid, colouring: Colouring): string => {
  if (tile.item.bytes === null) return 'unmeasured'
  return colouring === 'kind' ? tile.item.kind : tile.drawnAs
}

/** What is in use has no icon: it is the ground the others stand on. */
const iconOf = ({ item, drawnAs }: Laid): IconName | null =>
  item.bytes === null || drawnAs === 'in-use' ? null : verdictMarks[drawnAs].icon

function GroupHead({ tile, size }: { tile: Laid; size: string }) {
  const state = usePage((page) => page.sitesById.get(tile.item.site ?? '')?.state ?? null)
  return (
    <span className="tile-head">
      {state !== null && <Icon name={stateMarks[state].icon} size={12} />}
      <span className="cut">{tile.item.label}</span>
      {tile.width >= 120 && <span className="tile-head-size figure">{size}</span>}
    </span>
  )
}

function Label({ tile, size, icon }: { tile: Laid; size: string; icon: IconName | null }) {
  // Words may be cut where a size may not.
  const form = labelForm(tile.width, tile.height, tile.item.bytes === null ? 0 : size.length)
  return (
    <>
      {form.icon && icon !== null && (
        <span className="tile-icon">
          <Icon name={icon} size={12} />
        </span>
      )}
      {form.name && (
        <span className={form.icon && icon !== null ? 'tile-name tile-beside' : 'tile-name'}>{tile.item.label}</span>
      )}
      {form.size && <span className="tile-size figure">{size}</span>}
    </>
  )
}

/** One tile, or the frame and header of a group. */
export const TileView = memo(function TileView({ tile, colouring, stop, selected }: TileViewProps) {
  const units = useUnits()
  const { item } = tile
  const size = sizeWords(item, units)
  const tight = labelForm(tile.width, tile.height, size.length).tight
  const look = tile.group ? 'tile-group' : `tile form-${formOf(tile, colouring)}${tight ? ' tile-tight' : ''}`
  const open = tile.group ? true : item.opens ? false : undefined
  return (
    <div
      className={look}
      style={{ left: tile.x, top: tile.y, width: tile.width, height: tile.height }}
      role="treeitem"
      data-tile={item.key}
      data-node={item.node ?? ''}
      data-group={tile.drawnAs}
      data-form={item.form}
      aria-label={nameWords(item, tile.drawnAs, units)}
      aria-level={tile.level}
      aria-posinset={tile.position}
      aria-setsize={tile.setSize}
      aria-expanded={open}
      aria-selected={selected ?? undefined}
      tabIndex={stop ? 0 : -1}
    >
      {tile.group ? <GroupHead tile={tile} size={size} /> : <Label tile={tile} size={size} icon={iconOf(tile)} />}
    </div>
  )
})
