import type { Input, Output } from '../../../shared/contract'
import { Refusal } from '../../../shared/dispatch'
import { mountNotes } from '../../../shared/mounted'
import { type Place, shown } from '../place'
import { listing, type Measured } from '../sources/devlaunch/listing'
import { listingAnswer } from '../sources/devlaunch/listing-answer'
import { locate, NowhereToLook } from '../sources/devlaunch/locations'
import type { Run } from '../tools/run'
import type { Walk } from './walk'

export interface ListingCallPorts {
  readonly env: NodeJS.ProcessEnv
  readonly run: Run
  readonly walk: Walk
  readonly notice: (text: string) => void
}

/** `clearhold ls`: the devlaunch listing, or why there is none (DL-LS-01). Throws a `Refusal` where no home is known. */
export async function listingCall(
  ports: ListingCallPorts,
  wanted: Input<'cli.listing'>
): Promise<Output<'cli.listing'>> {
  const measure = (places: readonly Place[]) => measureAll(ports, places)
  const answer = await listing({ locations: located(ports.env), run: ports.run, measure }, wanted)
  if (answer.kind === 'listed') for (const text of answer.notices) ports.notice(text)
  return listingAnswer(answer)
}

function located(env: NodeJS.ProcessEnv) {
  try {
    return locate(env)
  } catch (error) {
    if (error instanceof NowhereToLook) throw new Refusal(error.message)
    throw error
  }
}

/** Every place by itself, all in one walk; what is mounted inside one is said. */
async function measureAll(
  { walk, notice }: ListingCallPorts,
  places: readonly Place[]
): Promise<ReadonlyMap<Place, Measured>> {
  if (places.length === 0) return new Map()
  const ledger = await walk(places.map((place) => ({ id: place, place })))
  try {
    const mounts = new Map(places.flatMap((place) => ledger.mounts(place)).map(({ place, type }) => [place, type]))
    for (const note of mountNotes([...mounts].map(([place, type]) => ({ path: shown(place), type })))) notice(note)
    return new Map(
      places.map((place) => [place, { disk: ledger.exclusive(place), estimate: ledger.estimate([place]) }])
    )
  } finally {
    ledger.close()
  }
}
