import type { Job, Phase } from '../../shared/model'
import type { IconName } from '../components/icons'
import { counted } from '../components/words'

export const phaseWords: Readonly<Record<Phase['id'], { title: string; says: string }>> = {
  ask: { title: 'Ask devpod which workspaces exist', says: 'Its own list is read, nothing is started' },
  find: { title: 'Find checkouts in the chosen folders', says: 'Git folders and their worktrees' },
  measure: { title: 'Measure what each would free', says: 'Shared files are left out' },
  inspect: { title: 'Ask git what is unsaved', says: 'Branches, worktrees, stash, tags' }
}

export const phaseIcons: Readonly<Record<Phase['state'], IconName>> = {
  waiting: 'ring',
  running: 'refresh',
  done: 'check',
  failed: 'warning'
}

/** `18 of 31`, `18 so far`, or nothing while there is nothing to count. */
export function phaseCount(phase: Phase): string {
  if (phase.state === 'waiting' || (phase.state === 'failed' && phase.done === 0)) return ''
  if (phase.state === 'running' && phase.total === null) return phase.done === 0 ? '' : `${phase.done} so far`
  return phase.total === null || (phase.state === 'done' && phase.done === phase.total)
    ? String(phase.done)
    : `${phase.done} of ${phase.total}`
}

/** `18 of 31 workspaces, 412,380 files`: what was measured, and how much was met on the way. */
export const countWords = (job: Pick<Job, 'measured' | 'sites' | 'entries'>): string =>
  job.sites === 0
    ? 'Looking for workspaces'
    : `${job.measured.toLocaleString('en-GB')} of ${counted(job.sites, 'workspace')}, ${counted(job.entries, 'file')}`
