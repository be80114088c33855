import { useEffect, useRef, useState } from 'react'
import type { ActProgress, PlanRow, ReportRow } from '../../../shared/plan'
import { useClient } from '../../app/context'
import { usePage } from '../../store/store'

/** How often an act is asked for, should an event have been missed. Milliseconds. */
const every = 1_000

export const isOver = (progress: ActProgress): boolean =>
  progress.state !== 'second-look' && progress.state !== 'removing' && progress.state !== 'finishing'

/** How far one act is; null until it was told. Asked for too, so that a missed event does not hold the page up. */
export function useActProgress(act: string): ActProgress | null {
  const client = useClient()
  const told = usePage((state) => state.act)
  const [polled, setPolled] = useState<ActProgress | null>(null)
  const own = [told, polled].filter((one) => one?.act === act)
  const progress = own.find((one) => one != null && isOver(one)) ?? own[0] ?? null
  const over = progress !== null && isOver(progress)
  useEffect(() => {
    if (over) return
    // A question that failed is asked again; the banner behind says that the engine does not answer.
    const timer = setInterval(() => client.call('act.now', {}).then(setPolled, () => undefined), every)
    return () => clearInterval(timer)
  }, [client, over])
  return progress
}

/** The rows that an act has finished, read on as it goes; one question at a time, however fast it is. */
export function useActRows(act: string, progress: ActProgress | null): readonly ReportRow[] {
  const client = useClient()
  const [rows, setRows] = useState<readonly ReportRow[]>([])
  const reader = useRef<{ from: string | null; reading: boolean; again: boolean } | null>(null)
  const alive = useRef(true)
  const done = progress?.done ?? 0
  const state = progress?.state ?? null
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row more, or another step, asks again
  useEffect(() => {
    const own = reader.current ?? { from: null, reading: false, again: false }
    reader.current = own
    own.again = true
    if (own.reading) return
    const read = async () => {
      while (own.again && alive.current) {
        own.again = false
        const { rows: more, next } = await client.call('act.rows', { act, after: own.from })
        // While the act runs there is always a next page, and it may be empty yet.
        own.again ||= next !== null && more.length > 0
        own.from = next ?? own.from
        if (alive.current) setRows((old) => merged(old, more))
      }
    }
    own.reading = true
    // What failed is asked again with the next row.
    read()
      .catch(() => undefined)
      .finally(() => {
        own.reading = false
      })
  }, [client, act, done, state])

  return rows
}

/** Rows by their id, later words about one in its place. Pure. */
export function merged(old: readonly ReportRow[], more: readonly ReportRow[]): ReportRow[] {
  const byId = new Map(old.map((row) => [row.id, row]))
  for (const row of more) byId.set(row.id, row)
  return [...byId.values()]
}

/** The rows that were approved: those this page sent, or after a reload those of the plan that is spent. */
export function useApproved(plan: string | null, sent: readonly PlanRow[] | null): readonly PlanRow[] {
  const client = useClient()
  const [read, setRead] = useState<readonly PlanRow[]>([])
  const known = sent !== null
  useEffect(() => {
    if (known || plan === null) return
    let over = false
    const readAll = async () => {
      const rows: PlanRow[] = []
      let after: string | null = null
      do {
        const page: { rows: readonly PlanRow[]; next: string | null } = await client.call('plan.rows', { plan, after })
        rows.push(...page.rows)
        after = page.next
      } while (after !== null && !over)
      if (!over) setRead(rows.filter((row) => row.decision !== 'keep'))
    }
    // Without them the finished rows stand alone.
    readAll().catch(() => undefined)
    return () => {
      over = true
    }
  }, [client, plan, known])
  return sent ?? read
}
