import type { Bytes } from '../../../shared/bytes'
import type { Input, Output } from '../../../shared/contract'
import { Refusal } from '../../../shared/dispatch'
import type { Place } from '../place'
import { weigh } from '../scan/weigh'
import { listing } from '../sources/devlaunch/listing'
import { listingAnswer } from '../sources/devlaunch/listing-answer'
import { locate, NowhereToLook } from '../sources/devlaunch/locations'
import type { Run } from '../tools/run'

export interface ListingCallPorts {
  readonly env: NodeJS.ProcessEnv
  readonly run: Run
  readonly worker: string
  readonly notice: (text: string) => void
}

/** `clearhold ls`: the devlaunch listing, or why there is none (DL-LS-01). Throws a `Refusal` where no home is known. */
export async function listingCall(
  ports: ListingCallPorts,
  wanted: Input<'cli.listing'>
): Promise<Output<'cli.listing'>> {
  const measure = (places: readonly Place[]) => measureAll(ports.worker, places)
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
async function measureAll(worker: string, places: readonly Place[]): Promise<ReadonlyMap<Place, Bytes>> {
  if (places.length === 0) return new Map()
  const ledger = await weigh({ sites: places.map((place) => ({ id: place, place })), worker })
  try {
    return new Map(places.map((place) => [place, ledger.exclusive(place)]))
  } finally {
    ledger.close()
  }
}
