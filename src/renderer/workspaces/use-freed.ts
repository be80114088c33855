import { useEffect, useState } from 'react'
import type { Bytes, Estimate } from '../../shared/bytes'
import type { Site } from '../../shared/model'
import { useClient } from '../app/context'
import { usePage } from '../store/store'

/** What a set of sites frees together, as the engine weighs it. `unmeasured` sites are not in the figure. */
export interface Freed {
  readonly bytes: Bytes | null
  readonly estimate: Estimate | null
  readonly unmeasured: number
}

/** How long a set has to stay the same before the engine is asked: a large one changes while somebody types. */
const settleMs = (count: number) => (count > 1_000 ? 250 : 0)
/** The most sites that one question may name. */
const most = 12_000
const unknown: Freed = { bytes: null, estimate: null, unmeasured: 0 }
const none: Freed = { bytes: { exclusiveBytes: 0 }, estimate: null, unmeasured: 0 }

/**
 * The figure for exactly these sites, asked anew when the set or the survey changes. It is never a sum: files that two
 * sites share are freed by neither alone. The engine has the figure of all sites ready.
 */
export function useFreed(sites: readonly Site[], all: boolean): Freed {
  const client = useClient()
  const summary = usePage((state) => state.summary)
  const [freed, setFreed] = useState<Freed>(unknown)
  const revision = summary?.revision ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision asks again
  useEffect(() => {
    if (all) return
    if (sites.length === 0 || sites.length > most) {
      setFreed(sites.length === 0 ? none : unknown)
      return
    }
    let gone = false
    const timer = setTimeout(() => {
      client.call('survey.freed', { sites: sites.map((site) => site.id) }).then(
        (answer) => {
          if (!gone) setFreed({ bytes: answer.bytes, estimate: answer.estimate, unmeasured: answer.unmeasured })
        },
        () => {
          if (!gone) setFreed(unknown)
        }
      )
    }, settleMs(sites.length))
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [client, sites, all, revision])

  if (!all) return freed
  return {
    bytes: summary?.total ?? null,
    estimate: summary?.estimate ?? null,
    unmeasured: summary?.unmeasured ?? 0
  }
}
