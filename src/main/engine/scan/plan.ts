import { basename, dirname, resolve } from 'node:path'
import type { Place } from '../place'
import type { Mount, MountTable } from '../tools/system/mounts'
import type { Eyes, Seen } from './eyes'
import type { Weight } from './tables'

/**
 * What is known of a site before the walk. `steps` lead from the root down to the folder; `type` is its file system's,
 * `mounts` the other file systems mounted inside it, which are not entered.
 */
export type Planned =
  | {
      readonly kind: 'folder'
      readonly root: number
      readonly steps: readonly string[]
      readonly type: string
      readonly mounts: readonly Mount[]
    }
  | {
      readonly kind: 'file'
      /** The root and folder it lies in, where that is walked as well; root -1 otherwise. */
      readonly root: number
      readonly steps: readonly string[]
      readonly weight: Weight
      readonly type: string
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly code: string }

/** The roots to walk, none inside another, and where each site lies. Devices are real device numbers here. */
export interface Plan {
  readonly roots: readonly Place[]
  readonly sites: readonly Planned[]
}

/**
 * Looks at every site (links in the folders above it resolved, the site itself never followed) and finds the
 * outermost roots. A site under a folder that cannot be listed becomes a root of its own, and so does one on a mount
 * inside another site: the walk from above would not come there.
 */
export async function planOf(places: readonly Place[], eyes: Eyes, mounts: MountTable): Promise<Plan> {
  const canonical = await canonicalOf(places, eyes)
  const seen = await eyes.stat(canonical)
  const found = canonical.map((place, index) => ({ place, seen: seen[index] ?? null }))
  const folders = new Set<string>()
  for (const { place, seen } of found) if (isFolder(seen)) folders.add(place)
  const listable = await listableAbove(found, folders, eyes)
  const roots: Place[] = []
  const numbers = new Map<string, number>()
  const locate = (folder: Place) => {
    const root = outermost(folder, folders, listable, mounts)
    const number = numbers.get(root) ?? roots.push(root) - 1
    numbers.set(root, number)
    return { root: number, steps: stepsBetween(root, folder) }
  }
  const sites = found.map(({ place, seen }): Planned => {
    if (seen === null) return { kind: 'missing' }
    if (typeof seen === 'string') return { kind: 'refused', code: seen }
    const type = mounts.at(place)?.type ?? ''
    if (seen.folder) return { kind: 'folder', ...locate(place), type, mounts: mounts.within(place) }
    const parent = dirname(place) as Place
    const walked =
      listable.has(parent) && folders.has(outermost(parent, folders, listable, mounts)) && !mounts.isMountPoint(place)
    return { kind: 'file', ...(walked ? locate(parent) : { root: -1, steps: [] }), weight: seen.weight, type }
  })
  return { roots, sites }
}

const isFolder = (seen: Seen | string | null): boolean => typeof seen === 'object' && seen !== null && seen.folder

/** The places with links above their last step resolved; as they stand where the system does not say. */
async function canonicalOf(places: readonly Place[], eyes: Eyes): Promise<Place[]> {
  const whole = places.map((place) => resolve(place) as Place)
  const parents = [...new Set(whole.map((place) => dirname(place) as Place))]
  const reals = await eyes.real(parents)
  const realOf = new Map(parents.map((parent, index) => [parent, reals[index] ?? parent]))
  return whole.map((place) => {
    const parent = dirname(place) as Place
    return parent === place ? place : (resolve(realOf.get(parent) ?? parent, basename(place)) as Place)
  })
}

/** The folders that can be listed, of all those between a site and the outermost site around it. */
async function listableAbove(
  found: readonly { readonly place: Place; readonly seen: Seen | string | null }[],
  folders: ReadonlySet<string>,
  eyes: Eyes
): Promise<ReadonlySet<string>> {
  const asked = new Set<Place>()
  for (const { place, seen } of found) {
    if (typeof seen !== 'object' || seen === null) continue
    const above = ancestors(place)
    while (above.length > 0 && !folders.has(above[above.length - 1] ?? '')) above.pop()
    for (const folder of above) asked.add(folder)
  }
  const questions = [...asked]
  const answers = await eyes.listable(questions)
  return new Set(questions.filter((_, index) => answers[index] === true))
}

/** The folders around a place, the innermost first. */
function ancestors(place: Place): Place[] {
  const above: Place[] = []
  for (let at: string = place, parent = dirname(at); parent !== at; at = parent, parent = dirname(at))
    above.push(parent as Place)
  return above
}

function outermost(
  folder: Place,
  folders: ReadonlySet<string>,
  listable: ReadonlySet<string>,
  mounts: MountTable
): Place {
  let root = folder
  for (let at: string = folder, parent = dirname(at); parent !== at; at = parent, parent = dirname(at)) {
    if (!listable.has(parent) || mounts.isMountPoint(at as Place)) break
    if (folders.has(parent)) root = parent as Place
  }
  return root
}

function stepsBetween(root: string, folder: string): string[] {
  const steps: string[] = []
  for (let at = folder; at !== root; at = dirname(at)) steps.push(basename(at))
  return steps.reverse()
}
