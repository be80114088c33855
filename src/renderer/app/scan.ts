import { CallFault } from '../../shared/client'
import type { Job } from '../../shared/model'
import { useVoice } from '../components/Voice'
import { usePage } from '../store/store'
import { useClient } from './context'

/** How far a scan is, 0…1, by what was measured of what was found; null while nobody can know. */
export function scanShare(job: Job): number | null {
  const measure = job.phases.find((phase) => phase.id === 'measure')
  if (measure === undefined || measure.state === 'waiting' || measure.total === null || measure.total === 0) return null
  return Math.min(1, measure.done / measure.total)
}

export const isRunning = (job: Job | null): boolean => job?.state === 'running'

export interface Scan {
  readonly running: boolean
  start(): void
  stop(): void
}

/** Starts and stops the scan; what the engine refuses is shown and spoken. */
export function useScan(): Scan {
  const client = useClient()
  const voice = useVoice()
  const running = usePage((state) => isRunning(state.job))
  const told = (error: unknown) => voice.refuse(error instanceof CallFault ? error.fault.message : String(error))
  return {
    running,
    start: () => {
      if (!running) client.call('survey.scan', {}).catch(told)
    },
    stop: () => {
      if (running) client.call('survey.stop', {}).catch(told)
    }
  }
}
