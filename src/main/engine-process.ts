import './desktop/no-asar'
import { constants, setPriority } from 'node:os'
import type { Answer } from '../shared/contract'
import { Refusal } from '../shared/dispatch'
import type { EngineStart, FromEngine, OwnQuestion, ToEngine } from './desktop/engine-wire'
import { createEngine, type Engine } from './engine/engine'

// Before any worker is there, since threads take this from the one that makes them: a scan leaves the desktop its speed.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const port = process.parentPort
const tell = (message: FromEngine): void => port.postMessage(message)

/** Set by the first message; whatever comes before it is ready waits for it. */
let engine: Promise<Engine> | null = null

port.on('message', ({ data }) => {
  const message = data as ToEngine
  switch (message.kind) {
    case 'start':
      engine ??= start(message.start)
      return
    case 'close':
      void close()
      return
    case 'call':
      void answer(message.id, async (running) => running.dispatch('desktop')(message.name, message.input))
      return
    case 'own':
      void answer(message.id, (running) => own(running, message.question, message.ask))
      return
    default:
      message satisfies never
  }
})

async function start({ version, walker, demo, beside }: EngineStart): Promise<Engine> {
  try {
    const log = (line: { level: 'info' | 'warn' | 'error'; text: string }) => tell({ kind: 'log', ...line })
    const made = await createEngine({ env: process.env, version, host: 'desktop', walker, demo, beside, log })
    made.on((name, payload) => tell({ kind: 'event', name, payload }))
    tell({ kind: 'ready' })
    return made
  } catch (error) {
    tell({ kind: 'failed', said: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    process.exit(1)
  }
}

async function answer(id: number, ask: (running: Engine) => Promise<Answer<unknown>>): Promise<void> {
  if (engine === null) throw new Error('The engine was asked before it was started.')
  tell({ kind: 'answer', id, answer: await ask(await engine) })
}

/** What main alone may ask; a refusal crosses as it is, anything else goes to the log. */
async function own(running: Engine, question: OwnQuestion, ask: string): Promise<Answer<unknown>> {
  try {
    return { ok: true, value: question === 'add-place' ? await running.addPlace(ask) : running.pathOf(ask) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, fault: { code: 'refused', message: error.message } }
    tell({ kind: 'log', level: 'error', text: `${question}: ${error instanceof Error ? error.stack : error}` })
    return { ok: false, fault: { code: 'internal', message: 'Clearhold met an error of its own.' } }
  }
}

async function close(): Promise<void> {
  await (await engine)?.close()
  process.exit(0)
}
