import type { CallName, Input, Output } from '../../shared/contract'
import type { Engine } from '../engine/ports'
import { Ending, exits } from './exit'
import { createProgress } from './progress'
import type { Terminal } from './terminal'

/**
 * Asks the engine one thing on behalf of the terminal, with progress on a terminal. Ends with a sentence and status 1
 * when it refuses, and at once when the terminal's signal is aborted.
 */
export async function ask<Name extends CallName>(
  terminal: Terminal,
  engine: Engine,
  name: Name,
  input: Input<Name>
): Promise<Output<Name>> {
  const progress = createProgress(terminal)
  const forget = engine.on((event, payload) => {
    if (event === 'job.progress') progress.show((payload as { job: Parameters<typeof progress.show>[0] }).job)
  })
  try {
    const answer = await untilAborted(engine.dispatch('cli')(name, input), terminal.signal)
    if (!answer.ok) throw new Ending(exits.failed, answer.fault.message)
    return answer.value as Output<Name>
  } finally {
    forget()
    progress.end()
  }
}

/** What `answer` becomes, or the reason of the signal as soon as that is aborted. */
export function untilAborted<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
