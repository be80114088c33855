import { useEffect, useRef } from 'react'
import { figure, spoken } from '../../shared/bytes'
import type { Job } from '../../shared/model'
import { useVoice } from '../components/Voice'
import { counted } from '../components/words'
import { usePage, useUnits } from '../store/store'
import { useApp } from './context'

/** Says the end of a scan at once; shows it too where the page itself does not. */
export function useScanEnd(): void {
  const voice = useVoice()
  const { router, store } = useApp()
  const units = useUnits()
  const state = usePage((page) => page.job?.state ?? null)
  const before = useRef<Job['state'] | null>(null)
  useEffect(() => {
    const was = before.current
    before.current = state
    if (was !== 'running' || state === null || state === 'running') return
    if (state === 'failed') {
      voice.refuse('The scan ended early. The Overview says why.')
      return
    }
    const { summary } = store.get()
    const word = state === 'done' ? 'Scan finished' : 'Scan stopped'
    const where = counted(summary?.workspaces ?? 0, 'workspace')
    const total = summary?.total ?? null
    const estimate = summary?.estimate ?? null
    if (router.get().page === 'overview')
      voice.now(`${word}: ${total === null ? '' : `${spoken(total, units, estimate)} in `}${where}`)
    else voice.toast(`${word}: ${total === null ? '' : `${figure(total, units, estimate)} in `}${where}`)
  }, [state, voice, router, store, units])
}
