import { lstat, realpath, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Bytes } from '../../../shared/bytes'
import { Refusal } from '../../../shared/dispatch'
import type { WatchedPlace } from '../../../shared/model'
import { siteIdOf } from '../ids'
import { bytesOf, type Place, placeOf, shown } from '../place'
import { createDocument, createKept, type Document } from '../state/document'
import { answering } from '../tools/system/answering'
import { isAbsence, words } from '../words'

const mostPlaces = 1_000

/** `bytes` is a path with a character for each byte, so that any name survives the file. */
const Stored = z.strictObject({
  version: z.literal(1),
  chosen: z.boolean(),
  places: z.array(z.strictObject({ bytes: z.string().min(1), on: z.boolean(), own: z.boolean() })).max(mostPlaces)
})
type Stored = z.infer<typeof Stored>

const none: Stored = { version: 1, chosen: false, places: [] }

export interface PlaceBook {
  /** True until the person has scanned or changed a place for the first time. */
  first(): boolean
  list(bytesOf: (place: Place) => Bytes | null): Promise<WatchedPlace[]>
  turn(id: string, on: boolean): Promise<void>
  forget(id: string): Promise<void>
  /** Adds a folder and turns it on. Rejects with a `Refusal` when it is no folder. */
  add(path: Place): Promise<void>
  /** The person has seen the choice and scans with it. */
  settle(): Promise<void>
  /** Folders to look through, turned on. */
  roots(): readonly Place[]
  devlaunch(): boolean
}

export interface PlacePorts {
  readonly file: string | null
  readonly clones: Place | null
  readonly suggested: readonly string[]
  readonly home: string | null
  readonly notice: (text: string) => void
}

const devlaunchId = 'devlaunch'

/** The places to watch: devlaunch's clones, what was suggested, and what the person added. */
export async function openPlaces(ports: PlacePorts): Promise<PlaceBook> {
  const document: Document<Stored> | null = ports.file === null ? null : createDocument(ports.file, Stored, none)
  const reading = await document?.read()
  if (reading?.notice) ports.notice(reading.notice)
  const clones = ports.clones
  const read = reading?.value ?? none
  const devlaunchFound = clones !== null && (await stateOf(clones)).found !== 'absent'
  const kept = createKept(
    document,
    none,
    read.chosen ? ofThisHome(read, clones) : firstChoice(read, ports.suggested, clones, devlaunchFound)
  )

  const places = () => kept.get().places
  const change = (edit: (places: Stored['places']) => Stored['places']) =>
    kept.change((stored) => ({ version: 1, chosen: true, places: edit(ofThisHome(stored, clones).places) }))
  const changeOne = (id: string, edit: (place: Stored['places'][number]) => Stored['places']) =>
    change((all) => all.flatMap((place) => (idOf(place.bytes, clones) === id ? edit(place) : [place])))

  return {
    first: () => !kept.get().chosen,
    list: (bytes) => Promise.all(places().map((place) => viewOf(place, clones, ports.home, bytes))),
    turn: (id, on) => changeOne(id, (place) => [{ ...place, on }]),
    forget: (id) => changeOne(id, (place) => (place.own ? [] : [place])),
    add: async (path) => {
      const place = await canonicalFolder(path)
      const same = new Set<string>([place])
      for (const { bytes } of places()) if ((await realOf(bytes as Place)) === place) same.add(bytes)
      if (clones !== null && same.has(clones)) return changeOne(devlaunchId, (known) => [{ ...known, on: true }])
      if (places().length >= mostPlaces)
        throw new Refusal(`At most ${mostPlaces} places are watched. Forget one first.`)
      await change((all) => [...all.filter((other) => !same.has(other.bytes)), { bytes: place, on: true, own: true }])
    },
    settle: () => change((all) => all),
    roots: () => places().flatMap((place) => (place.on && place.bytes !== clones ? [place.bytes as Place] : [])),
    devlaunch: () => places().some((place) => place.on && place.bytes === clones)
  }
}

/** devlaunch's clones are where this run's environment puts them, wherever they were when the choice was made. */
function ofThisHome(stored: Stored, clones: Place | null): Stored {
  const own = stored.places.filter((place) => place.own && place.bytes !== clones)
  if (clones === null) return { ...stored, places: own }
  const on = stored.places.find((place) => !place.own || place.bytes === clones)?.on ?? true
  return { ...stored, places: [{ bytes: clones, on, own: false }, ...own] }
}

/** Before the first choice: devlaunch's clones are on; folders of one's own only where there is nothing else to show. */
function firstChoice(
  stored: Stored,
  suggested: readonly string[],
  clones: Place | null,
  devlaunchFound: boolean
): Stored {
  const own = suggested.map((path) => ({ bytes: placeOf(path) as string, on: !devlaunchFound, own: true }))
  return {
    ...stored,
    places: [...(clones === null ? [] : [{ bytes: clones as string, on: true, own: false }]), ...own]
  }
}

const idOf = (bytes: string, clones: Place | null) => (bytes === clones ? devlaunchId : siteIdOf(bytes as Place))

async function canonicalFolder(path: Place): Promise<Place> {
  try {
    await answering(path)
    const real = (await realpath(bytesOf(path), { encoding: 'buffer' })).toString('latin1') as Place
    if ((await lstat(bytesOf(real))).isDirectory()) return real
  } catch (error) {
    throw new Refusal(`${shown(path)} cannot be watched: ${words(error)}. Choose another folder.`)
  }
  throw new Refusal(`${shown(path)} is not a folder. Choose a folder.`)
}

/** Where a place really is; the place itself when that cannot be told. */
const realOf = (place: Place): Promise<Place> =>
  answering(place)
    .then(() => realpath(bytesOf(place), 'latin1'))
    .then(
      (real) => real as Place,
      () => place
    )

/** A link that was chosen is followed, as a search does. */
async function stateOf(place: Place): Promise<{ found: WatchedPlace['found']; said: string }> {
  try {
    await answering(place)
    const stats = await stat(bytesOf(place))
    return stats.isDirectory() ? { found: 'found', said: '' } : { found: 'absent', said: 'It is not a folder.' }
  } catch (error) {
    return { found: isAbsence(error) ? 'absent' : 'closed', said: words(error) }
  }
}

async function viewOf(
  stored: Stored['places'][number],
  clones: Place | null,
  home: string | null,
  bytes: (place: Place) => Bytes | null
): Promise<WatchedPlace> {
  const place = stored.bytes as Place
  const devlaunch = place === clones
  const { found, said } = await stateOf(place)
  const what = devlaunch ? 'Clones and agent worktrees' : 'Your own checkouts. Measured, never offered for removal.'
  const missing = devlaunch ? 'devlaunch has made no clone here' : 'It may be on a disk that is not mounted'
  return {
    id: idOf(place, clones),
    kind: devlaunch ? 'devlaunch' : 'folder',
    title: devlaunch ? 'devlaunch clones' : 'Your own checkouts',
    path: tilde(shown(place), home),
    detail: found === 'found' ? what : found === 'absent' ? missing : said,
    mode: devlaunch ? 'act' : 'look',
    on: stored.on,
    found,
    bytes: bytes(await realOf(place)),
    own: stored.own
  }
}

/** `~` for the home, as people write it. */
export const tilde = (path: string, home: string | null): string =>
  home !== null && home !== '/' && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path
