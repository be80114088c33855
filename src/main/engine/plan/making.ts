import type { Planning } from '../../../shared/plan'
import { freshId } from '../ids'
import type { Ledger } from '../scan/ledger'
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
  /** Starts, or answers with the making that runs already. What is only weighed any more is let go of. */
  start(): string
  stop(job: string): boolean
  now(): Planning | null
  /** Resolves when none is made or weighed. */
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

  const drive = async (own: AbortController) => {
    const patch = (part: Partial<Planning>) => {
      if (control === own) change(part)
    }
    const timer = setInterval(() => control === own && tell(), tickMs)
    try {
      await make(ports, { signal: own.signal, tell: patch }, patch)
    } catch (error) {
      ports.bug(error)
      patch(planning?.state === 'ready' ? { weighing: false } : { state: 'failed', refused: null, waiting: null })
    } finally {
      clearInterval(timer)
      if (control === own) {
        control = null
        tell()
      }
    }
  }

  return {
    start: () => {
      if (control !== null && planning?.state === 'running') return planning.job
      control?.abort()
      control = new AbortController()
      const job = freshId()
      const fresh = { id: null, refused: null, waiting: null, done: 0, total: null, weighing: false, entries: 0 }
      planning = { job, plan: 'prune', state: 'running', ...fresh }
      const before = ended
      const now = drive(control)
      ended = Promise.all([before, now]).then(() => undefined)
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

/** One look, bound into the book when it came to a plan; its figures follow when they are walked. */
async function make(
  { book, look, revision }: MakingPorts,
  telling: Telling,
  change: (part: Partial<Planning>) => void
): Promise<void> {
  const looked = await look(telling)
  switch (looked.kind) {
    case 'refused':
      return change({ state: 'refused', waiting: null, refused: looked.refusal })
    case 'stopped':
      return change({ state: 'stopped', waiting: null })
    case 'looked': {
      const id = book.add({ plan: 'prune', ...looked }, revision())
      change({ state: 'ready', waiting: null, id, weighing: true })
      await weighed(book, id, looked).finally(() => change({ weighing: false }))
    }
  }
}

async function weighed(book: PlanBook, id: string, looked: Extract<PruneLook, { kind: 'looked' }>): Promise<void> {
  let ledger: Ledger | null = null
  try {
    ledger = await looked.walked
  } finally {
    if (ledger === null) book.leaveUnweighed(id)
    else book.weigh(id, looked.weighed(ledger), ledger)
  }
}
