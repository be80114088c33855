import type { Job } from '../../../shared/model'
import { createCounter, readCounter } from '../scan/counter'
import { type Ledger, type WeighSite, weigh } from '../scan/weigh'

/** One walk over these sites. */
export type Walk = (sites: readonly WeighSite[]) => Promise<Ledger>

const everyMs = 100

/**
 * Walks for the terminal: what a walk is at is told at most ten times a second, from a count that nobody waits for. A
 * signal stops it; then it answers with floors.
 */
export const createWalk =
  (worker: string, tell: (job: Job) => void, signal?: AbortSignal): Walk =>
  async (sites) => {
    const counter = createCounter()
    const started = Date.now()
    const ticker = setInterval(() => {
      const { entries, bytes, current } = readCounter(counter)
      tell({
        id: 'walk',
        kind: 'scan',
        state: 'running',
        startedAt: new Date(started).toISOString(),
        elapsedMs: Date.now() - started,
        phases: [{ id: 'measure', state: 'running', done: 0, total: null, detail: '' }],
        entries,
        bytes,
        current: current === '' ? null : current,
        measured: 0,
        sites: sites.length,
        fault: null
      })
    }, everyMs)
    try {
      return await weigh({ sites, worker, counter, ...(signal === undefined ? {} : { signal }) })
    } finally {
      clearInterval(ticker)
    }
  }
