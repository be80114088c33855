import { useEffect, useState } from 'react'
import type { ReportHead } from '../../shared/plan'
import { useClient } from '../app/context'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

export interface Reports {
  /** Newest first; null until they were read. */
  readonly reports: readonly ReportHead[] | null
  readonly more: boolean
  readonly fault: string | null
  /** Reads the next page. */
  next(): void
}

interface Read {
  readonly reports: readonly ReportHead[] | null
  readonly after: string | null
  readonly fault: string | null
}

/** Past runs, page by page, read anew when one was added. Nothing is asked where the engine keeps none. */
export function useReports(): Reports {
  const client = useClient()
  const here = usePage((state) => state.plansHere)
  const revision = usePage((state) => state.historyRevision)
  const [read, setRead] = useState<Read>({ reports: null, after: null, fault: null })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision reads again
  useEffect(() => {
    if (!here) return
    let over = false
    client.call('history.list', { after: null }).then(
      ({ reports, next }) => !over && setRead({ reports, after: next, fault: null }),
      (error: unknown) => !over && setRead((old) => ({ ...old, fault: faultWords(error) }))
    )
    return () => {
      over = true
    }
  }, [client, here, revision])

  const next = () => {
    client.call('history.list', { after: read.after }).then(
      ({ reports, next: after }) =>
        setRead((old) => ({ reports: [...(old.reports ?? []), ...reports], after, fault: null })),
      (error: unknown) => setRead((old) => ({ ...old, fault: faultWords(error) }))
    )
  }
  return { reports: read.reports, more: read.after !== null, fault: read.fault, next }
}
