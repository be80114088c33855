import { useCallback, useEffect, useRef, useState } from 'react'
import type { Client } from '../../shared/client'
import type { Planning } from '../../shared/plan'
import type { Actable } from '../../shared/plan-calls'
import { useApp } from '../app/context'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

/** A plan in the making. */
export interface Making {
  /** The plan to show: the last one until the new one is ready; null while there is none. */
  readonly shown: string | null
  /** `shown` is the plan that was asked for, and not the one before it. */
  readonly fresh: boolean
  readonly planning: Planning | null
  readonly fault: string | null
  /** It cannot be had: refused, failed, or the engine did not answer. The plan of before is no plan then. */
  readonly barred: boolean
  /** `shown` is still being weighed. */
  readonly weighing: boolean
  /** Makes it anew. */
  again(): void
}

interface Asked {
  readonly job: string | null
  readonly last: string | null
  readonly fault: string | null
}

const nothing: Asked = { job: null, last: null, fault: null }
/** How often the making is asked for, should an event have been missed. Milliseconds. */
const every = 1_000

/**
 * Makes a plan when its review opens and whenever it is told to; stops the making, and the weighing, when the review is
 * left. The plan of before is shown meanwhile.
 */
export function useMaking(plan: Actable): Making {
  const { client } = useApp()
  const [asked, setAsked] = useState<Asked>(nothing)
  const [round, setRound] = useState(0)
  const told = usePage((state) => state.planning)
  const [polled, setPolled] = useState<Planning | null>(null)
  const planning =
    [told, polled].find((one) => one?.job === asked.job && isOver(one)) ??
    [told, polled].find((one) => one?.job === asked.job && one.state !== 'running') ??
    ownOf(told, asked.job)
  const weighing = planning?.state === 'ready' && planning.weighing
  const settled = asked.fault !== null || (planning !== null && planning.state !== 'running' && !weighing)
  const running = useRef<string | null>(null)
  running.current = settled ? null : asked.job

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round makes it anew
  useEffect(() => {
    let over = false
    const start = async () => {
      const before = await client.call('plan.making', {})
      const last = before?.state === 'ready' && before.plan === plan ? await unspent(client, before.id) : null
      if (!over) setAsked((old) => ({ job: null, last: last ?? old.last, fault: null }))
      const { job } = await client.call('plan.make', { plan })
      if (over) void client.call('plan.stop', { job }).catch(() => undefined)
      else setAsked((old) => ({ ...old, job }))
    }
    start().catch((error: unknown) => !over && setAsked((old) => ({ ...old, fault: faultWords(error) })))
    return () => {
      over = true
      const job = running.current
      if (job !== null) void client.call('plan.stop', { job }).catch(() => undefined)
    }
  }, [client, plan, round])

  // Only leaving a review stops a look, so it was another page's, or the one before.
  const stopped = planning?.state === 'stopped'
  useEffect(() => {
    if (stopped) setRound((before) => before + 1)
  }, [stopped])

  useEffect(() => {
    if (settled || asked.job === null) return
    const timer = setInterval(() => {
      client
        .call('plan.making', {})
        .then(setPolled, (error: unknown) => setAsked((old) => ({ ...old, fault: faultWords(error) })))
    }, every)
    return () => clearInterval(timer)
  }, [client, settled, asked.job])

  const fresh = planning?.state === 'ready'
  return {
    shown: fresh ? planning.id : asked.last,
    fresh,
    weighing,
    planning,
    fault: asked.fault,
    barred: asked.fault !== null || planning?.state === 'refused' || planning?.state === 'failed',
    again: useCallback(() => setRound((before) => before + 1), [])
  }
}

const isOver = ({ state, weighing }: Planning) => state !== 'running' && !weighing

/** A plan that can still be acted on, for the time until the next one; an act spends a plan. */
const unspent = async (client: Client, id: string | null): Promise<string | null> => {
  if (id === null) return null
  // A plan that is not known any more is none to show.
  const head = await client.call('plan.head', { plan: id }).catch(() => null)
  return head === null || head.spent ? null : id
}

const ownOf = (planning: Planning | null, job: string | null): Planning | null =>
  job !== null && planning?.job === job ? planning : null
