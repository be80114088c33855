import { accessSync, constants, realpathSync, type Stats } from 'node:fs'
import { bytesOf, type Place } from '../place'
import { STOP } from './jobs'
import { allocated, identify, statPlace } from './reach'
import type { Weight } from './tables'
import { codeOf, STOPPED } from './words'

/** What stands at a place. The weight's device is the real device number. */
export interface Seen {
  readonly folder: boolean
  readonly weight: Weight
}

/** What planning asks of the disk. Answers come in the order of the questions; none of them throws. */
export interface Eyes {
  /** The real places of folders: null where the system does not say (too long, closed, missing). */
  real(places: readonly Place[]): Promise<readonly (Place | null)[]>
  /** What stands there, never followed: null when it is missing, else the code of what was refused. */
  stat(places: readonly Place[]): Promise<readonly (Seen | string | null)[]>
  /** Whether folders can be entered and listed; one with too long a path counts as such. */
  listable(places: readonly Place[]): Promise<readonly boolean[]>
}

/** Looks with `node:fs`, for a worker: it blocks. Once the scan is stopped, no more is looked at (code STOPPED). */
export const eyesOfWorker = (control: Int32Array): Eyes => ({
  real: async (places) => places.map(realOf),
  stat: async (places) => places.map((place) => (Atomics.load(control, STOP) === 0 ? seen(place) : STOPPED)),
  listable: async (places) => places.map(isListable)
})

function realOf(place: Place): Place | null {
  try {
    return realpathSync.native(bytesOf(place), 'latin1') as Place
  } catch {
    return null
  }
}

function seen(place: Place): Seen | string | null {
  try {
    const stats = statPlace(place)
    return stats === undefined ? null : { folder: stats.isDirectory(), weight: weightOf(place, stats) }
  } catch (failure) {
    const code = codeOf(failure)
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : code
  }
}

function weightOf(place: Place, stats: Stats): Weight {
  const weight: Weight = { bytes: allocated(stats), links: stats.nlink, device: 0, low: 0, high: 0 }
  identify(stats, '', place, weight, (device) => device)
  return weight
}

function isListable(place: Place): boolean {
  try {
    accessSync(bytesOf(place), constants.R_OK | constants.X_OK)
    return true
  } catch (failure) {
    return codeOf(failure) === 'ENAMETOOLONG'
  }
}
