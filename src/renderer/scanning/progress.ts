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

/** How many entries a job had met when it had run for so long. */
export interface Sample {
  readonly elapsedMs: number
  readonly entries: number
}

const lookBackMs = 2_000

/** The samples of the last two seconds with a new one; those of another job, which ran longer already, are dropped. */
export const sampled = (before: readonly Sample[], next: Sample): readonly Sample[] => [
  ...before.filter(({ elapsedMs }) => elapsedMs < next.elapsedMs && elapsedMs >= next.elapsedMs - lookBackMs),
  next
]

/** `41,200 files a second` over these samples; `null` while too little is known or nothing moves. */
export function rateWords(samples: readonly Sample[]): string | null {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.elapsedMs - first.elapsedMs < 200) return null
  const rate = ((last.entries - first.entries) * 1000) / (last.elapsedMs - first.elapsedMs)
  if (rate < 1) return null
  const size = 10 ** Math.max(0, Math.floor(Math.log10(rate)) - 2)
  return `${(Math.round(rate / size) * size).toLocaleString('en-GB')}\u00a0files a second`
}
