import { useEffect, useState } from 'react'
import type { ReportHead, ReportRow } from '../../../shared/plan'
import { useClient } from '../../app/context'
import { faultWords } from '../../folders/use-folder'

export interface ReadReport {
  readonly head: ReportHead | null
  readonly rows: readonly ReportRow[]
  readonly fault: string | null
}

/** A past act's report, whole. */
export function useReport(act: string): ReadReport {
  const client = useClient()
  const [read, setRead] = useState<ReadReport>({ head: null, rows: [], fault: null })
  useEffect(() => {
    let over = false
    const readAll = async () => {
      const head = await client.call('report.head', { act })
      if (!over) setRead({ head, rows: [], fault: null })
      const rows: ReportRow[] = []
      let after: string | null = null
      do {
        const page: { rows: readonly ReportRow[]; next: string | null } = await client.call('report.rows', {
          act,
          after
        })
        rows.push(...page.rows)
        after = page.next
      } while (after !== null && !over)
      if (!over) setRead({ head, rows, fault: null })
    }
    readAll().catch((error: unknown) => !over && setRead((old) => ({ ...old, fault: faultWords(error) })))
    return () => {
      over = true
    }
  }, [client, act])
  return read
}
