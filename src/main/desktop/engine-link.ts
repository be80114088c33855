import type { Answer, EventName } from '../../shared/contract'
import type { EngineStart, FromEngine, LogLevel, OwnQuestion, OwnQuestions, ToEngine } from './engine-wire'

/** The engine's process, as much of it as is used. */
export interface Child {
  postMessage(message: ToEngine): void
  on(event: 'spawn', listener: () => void): unknown
  on(event: 'message', listener: (message: FromEngine) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  kill(): boolean
}

export interface LinkOptions {
  readonly fork: () => Child
  readonly start: EngineStart
  readonly onEvent: (name: EventName, payload: unknown) => void
  /** The engine answers (again), or is gone. */
  readonly onState: (state: 'up' | 'down') => void
  readonly log: (level: LogLevel, text: string) => void
}

/** Main's end of the wire to the engine. */
export interface EngineLink {
  /** Never rejects; without an engine the answer is the fault `engine-gone`. */
  call(name: unknown, input: unknown): Promise<Answer<unknown>>
  own<Name extends OwnQuestion>(
    question: Name,
    ask: OwnQuestions[Name]['ask']
  ): Promise<Answer<OwnQuestions[Name]['answer']>>
  /** Asks the engine to end, and ends it when it does not. */
  close(): Promise<void>
}

/** Waits before another start, in milliseconds; the last one is used from then on. */
export const restartWaits = [250, 1000, 5000, 15_000, 60_000] as const
/** An engine that held out for this long starts the waits over. Milliseconds. */
const heldOut = 60_000
/** How long it may be silent when asked to end: an item that is being removed is finished, and told of. Milliseconds. */
export const patience = 5000

const gone: Answer<never> = {
  ok: false,
  fault: { code: 'engine-gone', message: 'The part that reads the disk stopped. It is being started again.' }
}

/**
 * Keeps an engine running in a process of its own: forks it, hands calls over once it has spawned, starts it again with
 * growing waits when it ends unasked, whatever its exit code (E1). Calls in flight are answered with `engine-gone`.
 */
export function createEngineLink(options: LinkOptions): EngineLink {
  const { fork, start, onEvent, onState, log } = options
  const pending = new Map<number, (answer: Answer<unknown>) => void>()
  let child: Child | null = null
  let spawned = false
  let waiting: ToEngine[] = []
  let last = 0
  let failures = 0
  let closing: (() => void) | null = null
  let timer: NodeJS.Timeout | null = null
  let hard: NodeJS.Timeout | null = null

  const send = (message: ToEngine) => {
    if (spawned) child?.postMessage(message)
    else waiting.push(message)
  }

  const receive = (message: FromEngine) => {
    hard?.refresh()
    switch (message.kind) {
      case 'ready':
        onState('up')
        return
      case 'answer': {
        const settle = pending.get(message.id)
        if (settle === undefined) return log('warn', `The engine answered question ${message.id} more than once.`)
        pending.delete(message.id)
        return settle(message.answer)
      }
      case 'event':
        return onEvent(message.name, message.payload)
      case 'log':
        return log(message.level, message.text)
      case 'failed':
        return log('error', `The engine could not start: ${message.said}`)
      default:
        message satisfies never
    }
  }

  const ended = (code: number, since: number) => {
    child = null
    spawned = false
    waiting = []
    for (const settle of pending.values()) settle(gone)
    pending.clear()
    if (closing !== null) return closing()
    failures = Date.now() - since >= heldOut ? 0 : failures
    const wait = restartWaits[Math.min(failures, restartWaits.length - 1)] ?? 0
    failures += 1
    log('error', `The engine ended unasked with exit code ${code}. It starts again in ${wait} ms.`)
    onState('down')
    timer = setTimeout(run, wait)
  }

  const run = () => {
    timer = null
    const since = Date.now()
    const made = fork()
    child = made
    waiting = [{ kind: 'start', start }]
    made.on('spawn', () => {
      spawned = true
      for (const message of waiting.splice(0)) made.postMessage(message)
    })
    made.on('message', receive)
    made.on('exit', (code) => ended(code, since))
  }

  const ask = (make: (id: number) => ToEngine): Promise<Answer<unknown>> => {
    if (child === null || closing !== null) return Promise.resolve(gone)
    last += 1
    const id = last
    return new Promise((resolve) => {
      pending.set(id, resolve)
      send(make(id))
    })
  }

  run()
  return {
    call: (name, input) => ask((id) => ({ kind: 'call', id, name, input })),
    own: (question, asked) =>
      ask((id) => ({ kind: 'own', id, question, ask: asked })) as ReturnType<EngineLink['own']> as never,
    close: () => {
      if (timer !== null) clearTimeout(timer)
      if (child === null) return Promise.resolve()
      return new Promise((resolve) => {
        const killer = setTimeout(() => child?.kill(), patience)
        hard = killer
        closing = () => {
          clearTimeout(killer)
          resolve()
        }
        send({ kind: 'close' })
      })
    }
  }
}
