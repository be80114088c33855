import type { Planning } from '../../../shared/plan'
import { freshId } from '../ids'
import type { PlanBook } from './book'
import type { PruneLook, Telling } from './look'

export interface MakingPorts {
  readonly book: PlanBook
  readonly look: (telling: Telling) => Promise<PruneLook>
  readonly revision: () => number
  /** Called at most ten times a second while a plan is made, and once at its end. */
  readonly tick: (planning: Planning) => void
  readonly bug: (error: unknown) => void
}

/** Makes one plan at a time. */
export interface PlanMaker {
  /** Starts, or answers with the making that runs already. */
  start(): string
  stop(job: string): boolean
  now(): Planning | null
  /** Resolves when none is made. */
  idle(): Promise<void>
}

const tickMs = 100

export function createPlanMaker(ports: MakingPorts): PlanMaker {
  let planning: Planning | null = null
  let control: AbortController | null = null
  let ended: Promise<void> = Promise.resolve()

  const change = (patch: Partial<Planning>) => {
    if (planning !== null) planning = { ...planning, ...patch }
  }
  const tell = () => {
    if (planning !== null) ports.tick(planning)
  }

  const drive = async (signal: AbortSignal) => {
    const timer = setInterval(tell, tickMs)
    try {
      change(await made(ports, { signal, tell: change }))
    } catch (error) {
      ports.bug(error)
      change({ state: 'failed', refused: null, waiting: null })
    } finally {
      clearInterval(timer)
      control = null
      tell()
    }
  }

  return {
    start: () => {
      if (control !== null && planning !== null) return planning.job
      control = new AbortController()
      const job = freshId()
      const fresh = { id: null, refused: null, waiting: null, done: 0, total: null }
      planning = { job, plan: 'prune', state: 'running', ...fresh }
      ended = drive(control.signal)
      return job
    },
    stop: (job) => {
      if (control === null || planning?.job !== job) return false
      control.abort()
      return true
    },
    now: () => planning,
    idle: () => ended
  }
}

/** One look, bound into the book when it came to a plan. */
async function made({ book, look, revision }: MakingPorts, telling: Telling): Promise<Partial<Planning>> {
  const looked = await look(telling)
  switch (looked.kind) {
    case 'looked':
      return { state: 'ready', waiting: null, id: book.add({ plan: 'prune', ...looked }, revision()) }
    case 'refused':
      return { state: 'refused', waiting: null, refused: looked.refusal }
    case 'stopped':
      return { state: 'stopped', waiting: null }
  }
}
