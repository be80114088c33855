import { useEffect, useState } from 'react'
import type { PlanRow, RowDetail } from '../../../shared/plan'
import type { UnsavedDetail } from '../../../shared/unsaved'
import { useClient } from '../../app/context'
import { faultWords } from '../../folders/use-folder'

/** What is known of one row. */
export interface RowEvidence {
  readonly detail: RowDetail | null
  /** What its checkout would lose, by name; null where nothing was asked, or while git is asked. */
  readonly unsaved: UnsavedDetail | null
  readonly asking: boolean
  readonly fault: string | null
}

const nothing: RowEvidence = { detail: null, unsaved: null, asking: false, fault: null }
/** How long a row is looked at before anything is asked about it. Milliseconds. */
const rest = 80

/** True for a row whose names are worth asking git for: it stays for something that is in it, or went past that. */
const holds = (row: PlanRow) => row.overridable !== null || row.overridden.length > 0

/** Asks about the row that is looked at. Answers that come too late are not shown. */
export function useEvidence(plan: string | null, row: PlanRow | null): RowEvidence {
  const client = useClient()
  const [known, setKnown] = useState<RowEvidence & { readonly of: string | null }>({ ...nothing, of: null })
  const id = row?.id ?? null
  const names = row !== null && holds(row)

  useEffect(() => {
    if (plan === null || id === null) return
    let over = false
    const put = (part: Partial<RowEvidence>) => {
      if (!over) setKnown((old) => ({ ...(old.of === id ? old : nothing), ...part, of: id }))
    }
    const failed = (error: unknown) => put({ fault: faultWords(error), asking: false })
    const timer = setTimeout(() => {
      put({ asking: names })
      client.call('plan.row', { plan, row: id }).then((detail) => put({ detail }), failed)
      if (names)
        client.call('plan.unsaved', { plan, row: id }).then((unsaved) => put({ unsaved, asking: false }), failed)
    }, rest)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [client, plan, id, names])

  return known.of === id ? known : nothing
}
