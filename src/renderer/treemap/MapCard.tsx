import { type ReactNode, useRef } from 'react'
import { Card } from '../components/Card'
import { Icon } from '../components/Icon'
import { Segmented } from '../components/Segmented'
import { usePage } from '../store/store'
import { type Held, holdFocus } from './held-focus'
import './map-card.css'
import type { MapItem } from './items'
import { Treemap } from './Treemap'
import { TreemapTable } from './TreemapTable'
import type { Explorer } from './useExplorer'

export interface MapCardProps {
  readonly explorer: Explorer
  /** Names the region; replaced by the breadcrumb below the top when `crumbs` is set. */
  readonly title: string
  readonly aside?: ReactNode
  /** Under the header: a legend, a bar. */
  readonly above?: ReactNode
  /** Under the map: what is not drawn, the keys. */
  readonly below?: ReactNode
  /** What stands left of the switches. */
  readonly actions?: ReactNode
  /** Shows where the map stands instead of the title. */
  readonly crumbs?: boolean
  /** Without switches for a map that is only looked at. */
  readonly still?: boolean
  readonly selected?: string | null
  readonly onSelect?: (item: MapItem) => void
}

/** The steps from the top to what the map shows, in a form that can be pressed. */
export function MapCrumbs({ explorer }: { explorer: Explorer }) {
  return (
    <span className="map-crumbs">
      {explorer.crumbs.map((crumb, at) => {
        const here = at === explorer.crumbs.length - 1
        return (
          <span key={crumb.node ?? ''} className="map-crumb-step">
            {at > 0 && <Icon name="chevron" size={12} />}
            {here ? (
              <span className={crumb.node === null ? 'cut' : 'mono cut'}>{crumb.label}</span>
            ) : (
              <button type="button" className="map-crumb" onClick={() => explorer.climb(at)}>
                {crumb.label}
              </button>
            )}
          </span>
        )
      })}
    </span>
  )
}

function Switches({ explorer }: { explorer: Explorer }) {
  return (
    <>
      <Segmented
        label="Colour by"
        value={explorer.colouring}
        segments={[
          { value: 'verdict', words: 'Verdict' },
          { value: 'kind', words: 'Kind' }
        ]}
        onChange={explorer.colour}
      />
      <Segmented
        label="Form"
        value={explorer.form}
        segments={[
          { value: 'map', words: 'Show as map', icon: 'map' },
          { value: 'table', words: 'Show as table', icon: 'list' }
        ]}
        onChange={explorer.show}
      />
    </>
  )
}

/** The map in one of its two forms. */
function MapBody(props: MapCardProps & { held: Held }) {
  const { explorer, title, held } = props
  const { level } = explorer
  const pending = usePage((state) => state.job?.state === 'running')
  const chosen = {
    ...(props.selected === undefined ? {} : { selected: props.selected }),
    ...(props.onSelect === undefined ? {} : { onSelect: props.onSelect })
  }
  if (level === null) return <div className="map-empty text-3">{explorer.fault === null && 'Reading the map…'}</div>
  if (level.tiles.length === 0 && level.smaller.length === 0)
    return <div className="map-empty text-3">There is nothing here to draw.</div>
  if (explorer.form === 'table')
    return (
      <TreemapTable
        key={level.node}
        level={level}
        focusNode={explorer.cameFrom}
        held={held}
        label={title}
        {...chosen}
        onOpen={explorer.open}
        onUp={explorer.up}
        onMap={() => explorer.show('map')}
      />
    )
  return (
    <div className="map-frame">
      <Treemap
        level={level}
        label={title}
        colouring={explorer.colouring}
        pending={pending}
        focusNode={explorer.cameFrom}
        held={held}
        {...chosen}
        onOpen={explorer.open}
        onUp={explorer.up}
        onColour={() => explorer.colour(explorer.colouring === 'kind' ? 'verdict' : 'kind')}
        onTable={() => explorer.show('table')}
      />
    </div>
  )
}

/** A card that holds the map, its table, and the switches between them, which come before the map. */
export function MapCard(props: MapCardProps) {
  const { explorer, title, aside, above, below, actions, crumbs = false, still = false } = props
  const deep = crumbs || explorer.canGoUp
  const held = useRef(false)
  return (
    <Card
      className="map-card"
      title={deep ? <MapCrumbs explorer={explorer} /> : title}
      aside={deep ? undefined : aside}
      actions={
        <>
          {actions}
          {!still && <Switches explorer={explorer} />}
        </>
      }
    >
      {above}
      {explorer.fault !== null && (
        <p className="map-fault" role="alert">
          <Icon name="warning" size={14} />
          {explorer.fault}
          {explorer.canGoUp && (
            <button type="button" className="map-crumb" onClick={explorer.up}>
              Up one level
            </button>
          )}
        </p>
      )}
      <div className="map-body" data-map {...holdFocus(held)}>
        <MapBody {...props} held={held} />
      </div>
      {below}
    </Card>
  )
}
