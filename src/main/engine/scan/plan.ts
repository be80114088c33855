import { accessSync, constants, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { bytesOf, type Place } from '../place'
import { STOP } from './jobs'
import { allocated, identify, statPlace } from './reach'
import type { Weight } from './tables'
import { codeOf, STOPPED } from './words'

/** What is known of a site before the walk. `steps` lead from the root down to the folder. */
export type Planned =
  | { readonly kind: 'folder'; readonly root: number; readonly steps: readonly string[] }
  | {
      readonly kind: 'file'
      /** The root and folder it lies in, where that is walked as well; root -1 otherwise. */
      readonly root: number
      readonly steps: readonly string[]
      readonly weight: Weight
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly code: string }

/** The roots to walk, none inside another, and where each site lies. Devices are real device numbers here. */
export interface Plan {
  readonly roots: readonly Place[]
  readonly sites: readonly Planned[]
}

type Looked = { place: Place; stats: Stats } | { kind: 'missing' } | { kind: 'refused'; code: string }

/**
 * Looks at every site (links in the folders above it resolved, the site itself never followed) and finds the
 * outermost roots. A site under a folder that cannot be listed becomes a root of its own: the walk from above would
 * not find it.
 */
export function planOf(places: readonly Place[], control: Int32Array): Plan {
  const parents = new Map<string, string>()
  const looked = places.map((place) => look(place, parents, control))
  const folders = new Set<string>()
  for (const site of looked) if ('stats' in site && site.stats.isDirectory()) folders.add(site.place)
  const listable = new Map<string, boolean>()
  const roots: Place[] = []
  const numbers = new Map<string, number>()
  const locate = (folder: Place) => {
    const root = outermost(folder, folders, listable)
    const number = numbers.get(root) ?? roots.push(root) - 1
    numbers.set(root, number)
    return { root: number, steps: stepsBetween(root, folder) }
  }
  const sites = looked.map((site): Planned => {
    if ('kind' in site) return site
    if (site.stats.isDirectory()) return { kind: 'folder', ...locate(site.place) }
    return fileAt(site.place, site.stats, folders, listable, locate)
  })
  return { roots, sites }
}

function look(place: Place, parents: Map<string, string>, control: Int32Array): Looked {
  if (Atomics.load(control, STOP) !== 0) return { kind: 'refused', code: STOPPED }
  try {
    const canonical = canonicalOf(place, parents)
    const stats = statPlace(canonical)
    return stats === undefined ? { kind: 'missing' } : { place: canonical, stats }
  } catch (failure) {
    const code = codeOf(failure)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'refused', code }
  }
}

/** The place with links above its last step resolved; as it stands where the system does not say (too long, closed). */
function canonicalOf(place: Place, parents: Map<string, string>): Place {
  const whole = resolve(place)
  const parent = dirname(whole)
  if (parent === whole) return whole as Place
  let real = parents.get(parent)
  if (real === undefined) {
    real = realOf(parent)
    parents.set(parent, real)
  }
  return resolve(real, basename(whole)) as Place
}

function realOf(parent: string): string {
  try {
    return realpathSync.native(bytesOf(parent as Place), 'latin1')
  } catch {
    return parent
  }
}

function outermost(folder: Place, folders: ReadonlySet<string>, listable: Map<string, boolean>): Place {
  let root = folder
  for (let at: string = folder, parent = dirname(at); parent !== at; at = parent, parent = dirname(at)) {
    if (!isListable(parent, listable)) break
    if (folders.has(parent)) root = parent as Place
  }
  return root
}

function isListable(folder: string, known: Map<string, boolean>): boolean {
  const before = known.get(folder)
  if (before !== undefined) return before
  let open = true
  try {
    accessSync(bytesOf(folder as Place), constants.R_OK | constants.X_OK)
  } catch (failure) {
    open = codeOf(failure) === 'ENAMETOOLONG'
  }
  known.set(folder, open)
  return open
}

function stepsBetween(root: string, folder: string): string[] {
  const steps: string[] = []
  for (let at = folder; at !== root; at = dirname(at)) steps.push(basename(at))
  return steps.reverse()
}

function fileAt(
  place: Place,
  stats: Stats,
  folders: ReadonlySet<string>,
  listable: Map<string, boolean>,
  locate: (folder: Place) => { root: number; steps: string[] }
): Planned {
  const weight: Weight = { bytes: allocated(stats), links: stats.nlink, device: 0, low: 0, high: 0 }
  identify(stats, '', place, weight, (device) => device)
  const parent = dirname(place) as Place
  const walked = isListable(parent, listable) && folders.has(outermost(parent, folders, listable))
  return { kind: 'file', ...(walked ? locate(parent) : { root: -1, steps: [] }), weight }
}
