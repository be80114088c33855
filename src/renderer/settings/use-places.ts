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

/** The places to watch, listed anew whenever they or the survey changed. */
export function usePlaces(): Places {
  const client = useClient()
  const placesRevision = usePage((state) => state.placesRevision)
  const surveyRevision = usePage((state) => state.summary?.revision ?? 0)
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision asks again
  useEffect(() => show(client.call('places.list', {})), [client, show, placesRevision, surveyRevision])

  return {
    list,
    fault,
    turn: (place, on) => show(client.call('places.turn', { place, on })),
    forget: (place) => show(client.call('places.forget', { place })),
    choose: () => show(client.call('places.choose', {})),
    take
  }
}
