import { useEffect, useRef, useState } from 'react'
import { CallFault } from '../../shared/client'
import type { TreeLevel } from '../../shared/model'
import { useClient } from '../app/context'
import { scanShare } from '../app/scan'
import { usePage } from '../store/store'

export interface LevelAnswer {
  /** The last level that came; the one before stays while the next is asked. */
  readonly level: TreeLevel | null
  /** Why the wanted level cannot be shown, in the engine's words. */
  readonly fault: string | null
}

/** How often the map is laid out anew while a scan runs, so that tiles do not jump. Milliseconds. */
const scanPace = 2000

/** One level of the map, asked again when the survey has changed: at once, or every two seconds or tenth of a scan. */
export function useLevel(node: string | null): LevelAnswer {
  const client = useClient()
  const revision = usePage((state) => state.summary?.revision ?? 0)
  const running = usePage((state) => state.job?.state === 'running')
  const tenth = usePage((state) => Math.floor(10 * ((state.job === null ? null : scanShare(state.job)) ?? 0)))
  const [answer, setAnswer] = useState<LevelAnswer>({ level: null, fault: null })
  const asked = useRef({ node: '', at: 0, tenth: 0, count: 0, shown: 0 })
  const wanted = useRef<string | null>(null)

  useEffect(() => {
    wanted.current = node ?? ''
    return () => {
      wanted.current = null
    }
  }, [node])

  useEffect(() => {
    const ask = () => {
      const mine = asked.current.count + 1
      asked.current = { ...asked.current, node: node ?? '', at: performance.now(), tenth, count: mine }
      // A newer revision does not make this answer worthless: in a scan there is one ten times a second.
      const take = (change: (before: LevelAnswer) => LevelAnswer) => {
        if (wanted.current !== (node ?? '') || mine < asked.current.shown) return
        asked.current.shown = mine
        setAnswer(change)
      }
      client.call('tree.level', { node }).then(
        (level) => take(() => ({ level, fault: null })),
        (error: unknown) =>
          take((before) => ({ ...before, fault: error instanceof CallFault ? error.fault.message : String(error) }))
      )
    }
    const last = asked.current
    const fresh = last.node !== (node ?? '') || last.at === 0
    const wait = running && !fresh && last.tenth === tenth ? last.at + scanPace - performance.now() : 0
    if (revision > 0 && wait <= 0) ask()
    const timer = wait > 0 ? setTimeout(ask, wait) : undefined
    return () => clearTimeout(timer)
    // A new revision asks again.
  }, [client, node, revision, running, tenth])
  return answer
}
