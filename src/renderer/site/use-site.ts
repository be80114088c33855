import { useEffect, useState } from 'react'
import type { SiteDetail } from '../../shared/model'
import { useClient } from '../app/context'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

export interface SiteAnswer {
  readonly detail: SiteDetail | null
  /** Where the map of this site begins. */
  readonly node: string | null
  readonly fault: string | null
}
const nothing: SiteAnswer = { detail: null, node: null, fault: null }

/** What is known of one site, asked again when the survey has changed. An answer for another site is never shown. */
export function useSite(site: string): SiteAnswer {
  const client = useClient()
  const revision = usePage((state) => state.summary?.revision ?? 0)
  const [answer, setAnswer] = useState<SiteAnswer>(nothing)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision asks again
  useEffect(() => {
    let over = false
    Promise.all([client.call('site.detail', { site }), client.call('site.node', { site })]).then(
      ([detail, { node }]) => !over && setAnswer({ detail, node, fault: null }),
      (error: unknown) => !over && setAnswer((before) => ({ ...before, fault: faultWords(error) }))
    )
    return () => {
      over = true
    }
  }, [client, site, revision])

  return answer.detail !== null && answer.detail.site.id !== site ? nothing : answer
}
