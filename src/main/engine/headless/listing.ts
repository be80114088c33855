import type { Bytes } from '../../../shared/bytes'
import type { Input, Output } from '../../../shared/contract'
import { Refusal } from '../../../shared/dispatch'
import type { Place } from '../place'
import { listing } from '../sources/devlaunch/listing'
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
  const measure = (places: readonly Place[]) => measureAll(ports.walk, places)
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

/** Every place by itself, all in one walk. */
async function measureAll(walk: Walk, places: readonly Place[]): Promise<ReadonlyMap<Place, Bytes>> {
  if (places.length === 0) return new Map()
  const ledger = await walk(places.map((place) => ({ id: place, place })))
  try {
    return new Map(places.map((place) => [place, ledger.exclusive(place)]))
  } finally {
    ledger.close()
  }
}
