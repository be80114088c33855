import { lstat, realpath } from 'node:fs/promises'
import { z } from 'zod'
import type { Bytes } from '../../../shared/bytes'
import { Refusal } from '../../../shared/dispatch'
import type { WatchedPlace } from '../../../shared/model'
import { siteIdOf } from '../ids'
import { bytesOf, type Place, placeOf, shown } from '../place'
import { createDocument, type Document } from '../state/document'
import { isAbsence, words } from '../words'

/** `bytes` is a path with a character for each byte, so that any name survives the file. */
const Stored = z.strictObject({
  version: z.literal(1),
  chosen: z.boolean(),
  places: z.array(z.strictObject({ bytes: z.string().min(1), on: z.boolean(), own: z.boolean() })).max(1_000)
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
  let stored = reading?.value ?? none
  const clones = ports.clones
  const devlaunchFound = clones !== null && (await stateOf(clones)).found !== 'absent'
  if (!stored.chosen) stored = firstChoice(stored, ports.suggested, clones, devlaunchFound)

  const save = async (places: Stored['places']) => {
    stored = { version: 1, chosen: true, places }
    await document?.write(stored)
  }
  const change = (id: string, edit: (place: Stored['places'][number]) => Stored['places']) =>
    save(stored.places.flatMap((place) => (idOf(place.bytes, clones) === id ? edit(place) : [place])))

  return {
    first: () => !stored.chosen,
    list: (bytes) => Promise.all(stored.places.map((place) => viewOf(place, clones, ports.home, bytes))),
    turn: (id, on) => change(id, (place) => [{ ...place, on }]),
    forget: (id) => change(id, (place) => (place.own ? [] : [place])),
    add: async (path) => {
      const place = await canonicalFolder(path)
      const others = stored.places.filter((other) => other.bytes !== place)
      await save([...others, { bytes: place, on: true, own: true }])
    },
    settle: () => save(stored.places),
    roots: () =>
      stored.places.filter((place) => place.on && place.bytes !== clones).map((place) => place.bytes as Place),
    devlaunch: () => stored.places.some((place) => place.on && place.bytes === clones)
  }
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
    const real = (await realpath(bytesOf(path), { encoding: 'buffer' })).toString('latin1') as Place
    if ((await lstat(bytesOf(real))).isDirectory()) return real
  } catch (error) {
    throw new Refusal(`${shown(path)} cannot be watched: ${words(error)}. Choose another folder.`)
  }
  throw new Refusal(`${shown(path)} is not a folder. Choose a folder.`)
}

async function stateOf(place: Place): Promise<{ found: WatchedPlace['found']; said: string }> {
  try {
    const stats = await lstat(bytesOf(place))
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
    bytes: bytes(place),
    own: stored.own
  }
}

/** `~` for the home, as people write it. */
export const tilde = (path: string, home: string | null): string =>
  home !== null && (path === home || path.startsWith(home.endsWith('/') ? home : `${home}/`))
    ? `~${path.slice(home.length)}`
    : path
