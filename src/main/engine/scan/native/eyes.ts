import type { Place } from '../../place'
import type { Eyes, Seen } from '../eyes'
import { STOPPED } from '../words'
import { type Addon, asked, LOOK_OPEN, LOOK_REAL, LOOK_STAT, type Session, STAT_FIELDS } from './addon'
import { codesOfSystem } from './tables'

const KIND = 0o170000
const DIRECTORY = 0o040000
const BLOCK = 512
const LEFT_OUT = -1

/** One block of bytes in which each place is ended by a zero byte. */
export const blockOf = (places: readonly Place[]): Uint8Array =>
  Buffer.from(places.map((place) => `${place}\0`).join(''), 'latin1')

/** Looks through the addon: on another thread, which a stopped scan leaves behind where it hangs. */
export function eyesOfAddon(addon: Addon, session: Session): Eyes {
  const look = async (what: number, places: readonly Place[]): Promise<unknown> =>
    places.length === 0 ? [] : asked((done) => addon.look(session, what, blockOf(places), places.length, done))
  return {
    real: async (places) =>
      ((await look(LOOK_REAL, places)) as readonly (Place | number)[]).map((real) =>
        typeof real === 'string' ? real : null
      ),
    stat: async (places) => {
      const rows = (await look(LOOK_STAT, places)) as Float64Array
      return places.map((_, index) => seenIn(rows, index * STAT_FIELDS))
    },
    listable: async (places) => {
      const rows = (await look(LOOK_OPEN, places)) as Float64Array
      return places.map((_, index) => ['', 'ENAMETOOLONG'].includes(codeIn(rows, index * STAT_FIELDS)))
    }
  }
}

/** Empty when nothing was refused. */
function codeIn(rows: Float64Array, at: number): string {
  const error = rows[at] ?? LEFT_OUT
  return error === 0 ? '' : error === LEFT_OUT ? STOPPED : (codesOfSystem()[error] ?? 'EIO')
}

function seenIn(rows: Float64Array, at: number): Seen | string | null {
  const code = codeIn(rows, at)
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  if (code !== '') return code
  const [mode = 0, blocks = 0, links = 0, device = 0, low = 0, high = 0] = rows.subarray(at + 1, at + STAT_FIELDS)
  return { folder: (mode & KIND) === DIRECTORY, weight: { bytes: blocks * BLOCK, links, device, low, high } }
}
