import type { PlanRefusal } from '../../../../shared/plan'
import { type Place, placeOf } from '../../place'
import { type Listed, listWorkspaces } from '../../tools/devpod/list'
import type { Workspace } from '../../tools/devpod/workspace'
import type { Run } from '../../tools/run'
import { resolvePlace } from './canonical'
import { type CloneListing, listClones } from './clones'
import { readDevpodHome } from './devpod-home'
import { findLive, type Live } from './holders'
import { inTurns } from './in-turns'
import type { Locations } from './locations'
import { type CloneRecord, type Metadata, type MetadataReading, readMetadata } from './metadata'
import { recordDirectory } from './records'
import { indexLive, type LiveIndex } from './standing'

/** Who opens what, and which clones there are: all that a reclaiming pass rests on, read at one moment. */
export interface Situation {
  readonly locations: Locations
  /** Canonical, both (DL-PLACE-03). */
  readonly cache: Place
  readonly cloneRoot: Place
  readonly listed: readonly Workspace[]
  readonly live: readonly Live[]
  readonly index: LiveIndex
  /** Every workspace that devpod lists or that its home has a record of, in any context. */
  readonly ids: ReadonlySet<string>
  readonly reading: MetadataReading
  /** By canonical directory; several records may name one. */
  readonly records: ReadonlyMap<Place, readonly CloneRecord[]>
  readonly clones: CloneListing
}

export type Situated =
  | { readonly kind: 'situated'; readonly situation: Situation }
  | { readonly kind: 'refused'; readonly refusal: PlanRefusal }

export interface SituationPorts {
  readonly run: Run
  readonly locations: Locations
}

const atOnce = 16

/**
 * Asks devpod once and reads its home, devlaunch's records and the clone root (DL-PRUNE-22). A listing that cannot be
 * read, and a workspace that could be anywhere, refuse the whole pass (DL-PLACE-01). Writes nothing.
 */
export async function situate(ports: SituationPorts, signal: AbortSignal): Promise<Situated> {
  const { run, locations } = ports
  const [cache, cloneRoot] = await Promise.all([canonical(locations.cache), canonical(locations.cloneRoot)])
  const [listed, clones] = await Promise.all([listWorkspaces(run, signal), listClones(cloneRoot, signal)])
  const refusal = refusalOf(listed)
  if (refusal !== null) return { kind: 'refused', refusal }
  const workspaces = listed.kind === 'listed' ? listed.workspaces : []
  return readAround({ locations, cache, cloneRoot }, workspaces, clones)
}

/** The same situation with everything but devpod's listing read anew: what devpod's home says by now. */
export const refresh = ({ locations, cache, cloneRoot, listed, clones }: Situation): Promise<Situated> =>
  readAround({ locations, cache, cloneRoot }, listed, clones)

async function readAround(
  where: Pick<Situation, 'locations' | 'cache' | 'cloneRoot'>,
  listed: readonly Workspace[],
  clones: CloneListing
): Promise<Situated> {
  const { locations, cloneRoot } = where
  const from = placeOf(process.cwd())
  const [home, reading] = await Promise.all([readDevpodHome(locations.devpodHome), readMetadata(locations.metadata)])
  const live = await findLive({ listed, home, cloneRoot, cache: locations.cache, from })
  const lost = live.filter(({ hold }) => hold.kind === 'unlocatable')
  if (lost.length > 0) return { kind: 'refused', refusal: unlocatable(lost) }
  const records = await recordsByPlace(reading.metadata, locations.cloneRoot, from)
  const ids = new Set([...live.map(({ id }) => id), ...home.records.map(({ id }) => id)])
  const index = indexLive(live)
  return { kind: 'situated', situation: { ...where, listed, live, index, ids, reading, records, clones } }
}

/** Where a place really is, as far as that can be told; a relative one counts from the working folder. */
export async function canonical(place: Place): Promise<Place> {
  const resolved = await resolvePlace(place, placeOf(process.cwd()))
  return resolved.kind === 'place' ? resolved.place : place
}

/** Records by the canonical directory each stands for (DL-META-08); one that names none is left out. */
export async function recordsByPlace(
  metadata: Metadata,
  cloneRoot: Place,
  from: Place
): Promise<Map<Place, CloneRecord[]>> {
  const byPlace = new Map<Place, CloneRecord[]>()
  await inTurns(metadata.clones, atOnce, async (record) => {
    const directory = await recordDirectory(record, cloneRoot)
    if (directory === null) return
    const resolved = await resolvePlace(directory, from)
    const place = resolved.kind === 'place' ? resolved.place : directory
    byPlace.set(place, [...(byPlace.get(place) ?? []), record])
  })
  return byPlace
}

function refusalOf(listed: Listed): PlanRefusal | null {
  switch (listed.kind) {
    case 'listed':
      return null
    case 'missing':
      return {
        code: 'devpod-missing',
        text: 'devpod is not installed, or not on PATH, so nothing can tell which clones are in use. Install it, then ask again.'
      }
    case 'unreadable':
      return {
        code: 'devpod-unreadable',
        text: `${listed.said}. Nothing was changed. Run "devpod list" to see what is wrong.`
      }
  }
}

const mostNamed = 20

function unlocatable(lost: readonly Live[]): PlanRefusal {
  const named = lost.slice(0, mostNamed).map(({ id, hold }) => {
    const why = hold.kind === 'unlocatable' ? hold.why : ''
    return id === '' ? why : `The workspace ${id} could be anywhere: ${why}.`
  })
  const more = lost.length > mostNamed ? [`And ${lost.length - mostNamed} more.`] : []
  const end = 'Nothing was changed. Repair or delete these workspaces in devpod, then ask again.'
  return { code: 'unlocatable', text: [...named, ...more, end].join(' ') }
}
