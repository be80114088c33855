import { type Asked, readArguments } from './argv'
import { version } from './built'
import { demo } from './commands/demo'
import { ls } from './commands/ls'
import { serve } from './commands/serve'
import { size } from './commands/size'
import { survey } from './commands/survey'
import { tree } from './commands/tree'
import { Ending, exits } from './exit'
import { helpText } from './help'
import { printable } from './printable'
import { withEngine } from './session'
import { readerGone, type Terminal } from './terminal'

/** Reads the command line, does what it asks, and answers with the exit status of architecture section 5. */
export async function main(terminal: Terminal): Promise<number> {
  const asked = readArguments(terminal.words)
  try {
    return await answer(terminal, asked)
  } catch (error) {
    return endingOf(terminal, error)
  }
}

async function answer(terminal: Terminal, asked: Asked): Promise<number> {
  const here = { env: terminal.env, demo: false }
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
    case 'ls':
      return withEngine(terminal, here, (engine) => ls(terminal, engine, asked))
    case 'survey':
      return withEngine(terminal, here, (engine) => survey(terminal, engine, asked))
    case 'size':
      return withEngine(terminal, here, (engine) => size(terminal, engine, asked))
    case 'tree':
      return withEngine(terminal, here, (engine) => tree(terminal, engine, asked))
    case 'serve':
      return withEngine(terminal, here, (engine) => serve(terminal, engine, asked))
    case 'demo':
      return demo(terminal, asked)
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
