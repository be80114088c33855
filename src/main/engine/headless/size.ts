import type { Input, Output } from '../../../shared/contract'
import { type Place, shown } from '../place'
import type { Walk } from './walk'

/**
 * Exclusive bytes of each path and of all together, and what they hold (each inode once, as `du` counts). One walk;
 * a missing path is worth 0 (DL-SIZE-05).
 */
export async function sizeOf(walk: Walk, { paths }: Input<'cli.size'>): Promise<Output<'cli.size'>> {
  const sites = paths.map((path, index) => ({ id: String(index), place: path as Place }))
  const ledger = await walk(sites)
  try {
    const ids = sites.map((site) => site.id)
    const closed = new Map<Place, string>()
    const mounts = new Map<Place, string>()
    for (const id of ids) {
      for (const door of ledger.doors(id)) closed.set(door.place, door.said)
      for (const { place, type } of ledger.mounts(id)) mounts.set(place, type)
    }
    return {
      paths: sites.map(({ id, place }) => ({
        path: shown(place),
        disk: ledger.exclusive(id),
        estimate: ledger.estimate([id])
      })),
      together: ledger.freedBy(ids),
      total: ledger.togetherHeld(ids),
      mounts: byPlace(mounts).map(([place, type]) => ({ path: shown(place), type })),
      closed: byPlace(closed).map(([place, said]) => ({ path: shown(place), said }))
    }
  } finally {
    ledger.close()
  }
}

const byPlace = (named: ReadonlyMap<Place, string>): [Place, string][] =>
  [...named].sort(([a], [b]) => (a < b ? -1 : 1))
