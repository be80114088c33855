import { useEffect, useState } from 'react'
import type { Tile } from '../../../shared/model'
import { useClient } from '../../app/context'

/** What lies directly in a site's folder, as the last scan saw it; empty where no scan did. */
export function useInside(site: string): readonly Tile[] {
  const client = useClient()
  const [tiles, setTiles] = useState<readonly Tile[]>([])
  useEffect(() => {
    let over = false
    client
      .call('site.node', { site })
      .then(({ node }) => client.call('tree.level', { node }))
      .then(
        (level) => !over && setTiles(level.tiles),
        // A site that no scan has seen has nothing to list, and the dialog says so.
        () => !over && setTiles([])
      )
    return () => {
      over = true
    }
  }, [client, site])
  return tiles
}
