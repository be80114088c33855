import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PlanHead, PlanRow } from '../../../shared/plan'
import { useClient } from '../../app/context'
import { faultWords } from '../../folders/use-folder'

/** A plan as it is read: all of its rows, or why they could not be had. */
export interface PlanRows {
  /** Null until a whole plan was read. */
  readonly head: PlanHead | null
  readonly rows: readonly PlanRow[]
  readonly fault: string | null
  /** Puts a row in the place of the one with its id. */
  replace(row: PlanRow): void
}

type Read = Omit<PlanRows, 'replace'>
const unread: Read = { head: null, rows: [], fault: null }

/**
 * Reads a plan page by page, and again once it was weighed. The plan of before stays until the next one was read whole.
 */
export function usePlanRows(plan: string | null, weighing: boolean): PlanRows {
  const client = useClient()
  const [read, setRead] = useState<Read>(unread)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was weighed is read again
  useEffect(() => {
    if (plan === null) return
    let over = false
    const readAll = async () => {
      const head = await client.call('plan.head', { plan })
      const rows: PlanRow[] = []
      let after: string | null = null
      do {
        const page: { rows: readonly PlanRow[]; next: string | null } = await client.call('plan.rows', { plan, after })
        rows.push(...page.rows)
        after = page.next
      } while (after !== null && !over)
      if (!over) setRead({ head, rows, fault: null })
    }
    readAll().catch((error: unknown) => !over && setRead((old) => ({ ...old, fault: faultWords(error) })))
    return () => {
      over = true
    }
  }, [client, plan, weighing])

  const replace = useCallback(
    (row: PlanRow) =>
      setRead((old) => ({ ...old, rows: old.rows.map((other) => (other.id === row.id ? row : other)) })),
    []
  )
  return useMemo(() => ({ ...read, replace }), [read, replace])
}
