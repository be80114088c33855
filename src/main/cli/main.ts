import { type Asked, readArguments } from './argv'
import { version } from './built'
import { size } from './commands/size'
import { Ending, exits } from './exit'
import { helpText } from './help'
import { printable } from './printable'
import { readerGone, type Terminal } from './terminal'

/**
 * Reads the command line, does what it asks, and answers with the exit status of architecture section 5. What a command
 * needs is loaded when it is asked for, so that a small one starts at once.
 */
export async function main(terminal: Terminal): Promise<number> {
  const asked = readArguments(terminal.words)
  try {
    return await answer(terminal, asked)
  } catch (error) {
    return endingOf(terminal, error)
  }
}

async function answer(terminal: Terminal, asked: Asked): Promise<number> {
  switch (asked.kind) {
    case 'help':
      terminal.answer(helpText(asked.of))
      return exits.done
    case 'version':
      terminal.answer(version())
      return exits.done
    case 'misused':
      terminal.say(printable(Buffer.from(asked.said, 'latin1').toString('utf8')))
      terminal.say(`"clearhold help${asked.of === null ? '' : ` ${asked.of}`}" shows what there is.`)
      return exits.misused
    case 'size':
      return size(terminal, asked)
    case 'doctor':
      return (await import('./commands/doctor')).doctor(terminal, asked)
    case 'demo':
      return (await import('./commands/demo')).demo(terminal, asked)
    default:
      return (await import('./commands/with-engine')).askEngine(terminal, asked)
  }
}

function endingOf(terminal: Terminal, error: unknown): number {
  const { signal } = terminal
  if (error instanceof Ending) {
    terminal.say(printable(error.message))
    return error.status
  }
  if (signal.aborted && error === signal.reason) {
    if (error === readerGone) return exits.done
    terminal.say(error instanceof Interrupted ? error.message : printable(String(error)))
    return error instanceof Interrupted ? error.status : exits.failed
  }
  terminal.say('Clearhold met an error of its own:')
  terminal.say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return exits.failed
}

/** Why a command ended before it was done: a signal, and the status that shells expect for it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  constructor(readonly status: number) {
    super('Stopped before it was done.')
  }
}
