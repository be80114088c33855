import { lstat, readlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { bytesOf, childOf, type Place, steps } from '../place'
import { isFar, type Mount, type MountTable } from '../tools/system/mounts'
import type { WeighSite } from './weigh'

/** Sites that are weighed by one walk of their own. */
export interface Group {
  readonly sites: readonly WeighSite[]
  /** The network or FUSE mount they lie on; `null` for what is near. */
  readonly mount: Mount | null
}

/** Sorts sites by the far mount they lie on, so that one that hangs holds up nothing else; all near ones are one group. */
export async function groupsOf(sites: readonly WeighSite[], mounts: MountTable): Promise<Group[]> {
  if (!mounts.all().some(({ type }) => isFar(type))) return [{ sites, mount: null }]
  const seeing = new Seeing(mounts)
  const groups = new Map<number | null, { sites: WeighSite[]; mount: Mount | null }>()
  for (const site of sites) {
    const mount = await seeing.farMountOf(site.place)
    const key = mount?.id ?? null
    const group = groups.get(key) ?? { sites: [], mount }
    groups.set(key, group)
    group.sites.push(site)
  }
  return [...groups.values()]
}

const mostLinks = 40

/** Resolves the links above a place without a look at anything on a far mount. */
class Seeing {
  private readonly real = new Map<Place, Promise<Place>>()

  constructor(private readonly mounts: MountTable) {}

  async farMountOf(place: Place): Promise<Mount | null> {
    const whole = resolve(place) as Place
    const above = dirname(whole) as Place
    const canonical = above === whole ? whole : childOf(await this.realOf(above, 0), steps(whole).pop() ?? '')
    const mount = this.mounts.at(canonical)
    return mount !== null && isFar(mount.type) ? mount : null
  }

  private realOf(folder: Place, links: number): Promise<Place> {
    const known = this.real.get(folder) ?? this.follow(folder, links)
    this.real.set(folder, known)
    return known
  }

  private async follow(folder: Place, links: number): Promise<Place> {
    const above = dirname(folder) as Place
    if (above === folder) return folder
    const place = childOf(await this.realOf(above, links), steps(folder).pop() ?? '')
    if (links >= mostLinks || isFar(this.mounts.at(place)?.type ?? '')) return place
    try {
      if (!(await lstat(bytesOf(place))).isSymbolicLink()) return place
      const target = await readlink(bytesOf(place), 'latin1')
      return await this.realOf(resolve(dirname(place), target) as Place, links + 1)
    } catch {
      // Gone or closed: the walk will say so; where it lies is told by its name alone.
      return place
    }
  }
}
