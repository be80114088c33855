import { useCallback, useEffect, useState } from 'react'
import type { WatchedPlace } from '../../shared/model'
import { useClient } from '../app/context'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

export interface Places {
  /** `null` until they were listed for the first time. */
  readonly list: readonly WatchedPlace[] | null
  readonly fault: string | null
  turn(place: string, on: boolean): void
  forget(place: string): void
  /** Asks the desktop's own dialog for a folder. */
  choose(): void
  take(list: readonly WatchedPlace[]): void
}

/** The places to watch, listed anew when they changed and when a scan ended: their figures are those of the last scan. */
export function usePlaces(): Places {
  const client = useClient()
  const placesRevision = usePage((state) => state.placesRevision)
  const scan = usePage((state) => `${state.summary?.scan} ${state.summary?.finishedAt}`)
  const [list, setList] = useState<readonly WatchedPlace[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  const take = useCallback((next: readonly WatchedPlace[]) => {
    setList(next)
    setFault(null)
  }, [])
  const show = useCallback(
    (asked: Promise<readonly WatchedPlace[]>) => void asked.then(take, (error: unknown) => setFault(faultWords(error))),
    [take]
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of places or of the scan asks again
  useEffect(() => show(client.call('places.list', {})), [client, show, placesRevision, scan])

  return {
    list,
    fault,
    turn: (place, on) => show(client.call('places.turn', { place, on })),
    forget: (place) => show(client.call('places.forget', { place })),
    choose: () => show(client.call('places.choose', {})),
    take
  }
}
