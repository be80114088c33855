import { useState } from 'react'
import type { SiteDetail } from '../../shared/model'
import { overview, useGo } from '../app/route'
import { Kbd } from '../components/Kbd'
import type { MapItem } from '../treemap/items'
import { MapCard } from '../treemap/MapCard'
import { type Explorer, useExplorer } from '../treemap/useExplorer'
import { Inspector } from './Inspector'
import { KindBar } from './KindBar'
import { SiteFigures } from './SiteFigures'

function KeyHints() {
  return (
    <p className="key-hints small text-3" aria-hidden="true">
      <span>
        <Kbd keys={['←↑↓→']} /> move
      </span>
      <span>
        <Kbd keys={['Enter']} /> open
      </span>
      <span>
        <Kbd keys={['Backspace']} /> up one level
      </span>
      <span>
        <Kbd keys={['T']} /> show as table
      </span>
    </p>
  )
}

/** Where a site's bytes are: four figures, the map by kind, and what is known of the tile selected. */
export function SpaceTab({ detail, node }: { detail: SiteDetail; node: string }) {
  const go = useGo()
  const map = useExplorer(node, detail.site.label, 'kind')
  const explorer: Explorer = {
    ...map,
    crumbs: [{ node: null, label: 'Everything' }, ...map.crumbs],
    open: (next) => (next === null ? go(overview) : map.open(next))
  }
  const [item, setItem] = useState<MapItem | null>(null)
  const [level, setLevel] = useState(explorer.level?.node)
  if (level !== explorer.level?.node) {
    setLevel(explorer.level?.node)
    setItem(null)
  }
  return (
    <>
      <SiteFigures detail={detail} />
      <div className="space">
        <MapCard
          explorer={explorer}
          title={`What ${detail.site.label} holds`}
          crumbs
          above={<KindBar level={explorer.level} />}
          below={<KeyHints />}
          selected={item?.key ?? null}
          onSelect={setItem}
        />
        <Inspector detail={detail} item={item} onOpen={explorer.open} />
      </div>
    </>
  )
}
