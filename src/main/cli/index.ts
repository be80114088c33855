import { constants } from 'node:os'
import { words } from '../engine/words'
import { exits } from './exit'
import { Interrupted, main } from './main'
import { openTerminal, type Terminal } from './terminal'

export { findRuntime, hasDisplay, isRoot, runtimeArguments } from './desktop'

/** The last words may still have found no room. */
function statusOf({ signal, say }: Terminal): number {
  const { reason } = signal as { reason: NodeJS.ErrnoException | undefined }
  if (!(reason instanceof Error) || reason.syscall !== 'write') return exits.done
  say(`The answer could not be written whole: ${words(reason)}.`)
  return exits.failed
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const sameSignalMs = 1_000

/**
 * Runs the command line of this process and ends the process with its status. A signal cancels; a second one ends at
 * once.
 */
export async function run(): Promise<void> {
  const ended = new AbortController()
  const terminal = openTerminal(ended)
  let askedAt = 0
  for (const signal of signals)
    process.on(signal, () => {
      const status = 128 + constants.signals[signal]
      // A terminal and npm may both pass on the same Ctrl-C.
      if (ended.signal.aborted && Date.now() - askedAt > sameSignalMs) process.exit(status)
      askedAt ||= Date.now()
      ended.abort(new Interrupted(status))
    })
  const status = await main(terminal)
  await terminal.flush()
  process.exit(status === exits.done ? statusOf(terminal) : status)
}

if (process.argv[1] === import.meta.filename) await run()
