import { useEffect, useMemo, useRef, useState } from 'react'
import type { PlanRow, Totals } from '../../../shared/plan'
import { useClient } from '../../app/context'

/** How long a set has to stay the same before the engine is asked. Milliseconds. */
const settle = 120

/** What a set of rows frees; `current` is false while the set has changed and the engine has not answered yet. */
export interface Freed {
  readonly totals: Totals | null
  readonly current: boolean
}

/** What exactly these rows free together, per kind, as the engine weighs it; never a sum of parts. */
export function useFreed(plan: string | null, weighing: boolean, ticked: readonly PlanRow[]): Freed {
  const client = useClient()
  const [freed, setFreed] = useState<{ readonly of: string; readonly totals: Totals } | null>(null)
  const key = useMemo(() => `${plan} ${weighing} ${ticked.map((row) => row.id).join()}`, [plan, weighing, ticked])
  const first = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which rows these are
  useEffect(() => {
    if (plan === null) return
    let over = false
    const ask = () => {
      first.current = false
      client.call('plan.freed', { plan, rows: ticked.map((row) => row.id) }).then(
        ({ totals }) => !over && setFreed({ of: key, totals }),
        () => !over && setFreed(null)
      )
    }
    const timer = setTimeout(ask, first.current ? 0 : settle)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [client, key])

  return { totals: freed?.totals ?? null, current: freed?.of === key }
}
