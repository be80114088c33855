import { createInterface } from 'node:readline'
import type { Engine } from '../../engine/ports'
import { createRun } from '../../engine/tools/run'
import { type Host, serve as startHost } from '../../web/serve'
import { built } from '../built'
import { Ending, exits } from '../exit'
import type { Terminal } from '../terminal'

/**
 * `clearhold serve`: the browser host until Ctrl-C, or until nobody has used it for a while. Enter prints a new address,
 * because each works once.
 */
export async function serve(
  terminal: Terminal,
  engine: Engine,
  asked: { readonly open: boolean; readonly port: number | null }
): Promise<number> {
  const host = await startHost({
    engine,
    files: built.page,
    out: (line) => terminal.answer(line),
    ...(asked.port === null ? {} : { port: asked.port }),
    ...(asked.open ? { open: browserOf(terminal) } : {})
  }).catch((error: Error) => {
    throw new Ending(exits.failed, error.message)
  })
  const forget = terminal.inputTakesLines ? renewOnEnter(terminal, host) : () => undefined
  try {
    const why = await Promise.race([host.closed, aborted(terminal.signal)])
    if (why === 'idle') terminal.say('Nobody used the page for a while, so Clearhold stopped serving it.')
    return exits.done
  } finally {
    forget()
    await host.close()
  }
}

function renewOnEnter(terminal: Terminal, host: Host): () => void {
  terminal.say('Press Enter for a new address, Ctrl-C to stop.')
  const lines = createInterface({ input: terminal.input })
  lines.on('line', () => terminal.answer(`Clearhold is at ${host.renew()}`))
  return () => lines.close()
}

const aborted = (signal: AbortSignal) =>
  new Promise<'asked'>((resolve) => {
    if (signal.aborted) resolve('asked')
    signal.addEventListener('abort', () => resolve('asked'), { once: true })
  })

/** The system's own opener; the address it gets holds no token (C4). */
const browserOf = (terminal: Terminal) => async (address: string) => {
  const run = createRun(terminal.env)
  const [program, args] = openers[process.platform] ?? ['xdg-open', []]
  const ran = await run(program, [...args, address], { timeoutMs: 15_000, signal: terminal.signal })
  if (ran.kind !== 'exited' || ran.exit !== 0) throw new Error(`${program} could not open a browser.`)
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, readonly string[]]>> = {
  darwin: ['open', []],
  win32: ['rundll32', ['url.dll,FileProtocolHandler']]
}
