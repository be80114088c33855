import { inBinary } from '../../shared/bytes'
import type { Job } from '../../shared/model'
import { cutLeft, printable, widthOf } from './printable'
import type { Terminal } from './terminal'

const everyMs = 100

/** What a job is at, in one line of at most `columns`: how much was met so far, and where it is. */
export function progressLine(job: Job, columns: number): string {
  const running = job.phases.find((phase) => phase.state === 'running')
  const doing = running === undefined ? 'Working' : doingWords[running.id]
  const met = job.entries === 0 ? '' : `, ${job.entries.toLocaleString('en-GB')} entries, ${inBinary(job.bytes)} so far`
  const head = printable(`${doing}${met}`)
  const room = columns - widthOf(head) - 3
  if (job.current === null || room < 12) return cutLeft(head, columns - 1)
  return `${head}  ${cutLeft(printable(job.current), room)}`
}

const doingWords = {
  ask: 'Asking devpod',
  find: 'Looking for workspaces',
  measure: 'Measuring',
  inspect: 'Asking git'
} as const

/**
 * Shows the latest job on one rewritten line, at most ten times a second. A stream that is no terminal gets nothing.
 */
export function createProgress(terminal: Terminal): { show(job: Job): void; end(): void } {
  if (!terminal.showsProgress) return { show: () => undefined, end: () => undefined }
  let latest: Job | null = null
  const ticker = setInterval(() => {
    if (latest === null) return
    terminal.rewrite(progressLine(latest, terminal.columns))
    latest = null
  }, everyMs)
  return {
    show: (job) => {
      latest = job
    },
    end: () => {
      clearInterval(ticker)
      terminal.rewrite('')
    }
  }
}
