import type { Answer, CallName, EventName, EventPayload, Fault, HostName, Input, Output } from './contract'

/** What the preload and the browser's own bridge both offer a page, and nothing else. */
export interface Bridge {
  readonly host: HostName
  call(name: string, input: unknown): Promise<Answer<unknown>>
  /** Listens until the answer is called. */
  on(name: string, listener: (payload: unknown) => void): () => void
}

/** A call that was answered with a fault. */
export class CallFault extends Error {
  override readonly name = 'CallFault'
  constructor(readonly fault: Fault) {
    super(fault.message)
  }
}

export interface Client {
  readonly host: HostName
  /** Asks and unwraps; rejects with `CallFault`. */
  call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void
}

/** Types over any bridge. The engine validated what it sends, so nothing is parsed again here. */
export const createClient = (bridge: Bridge): Client => ({
  host: bridge.host,
  call: async (name, input) => {
    const answer = await bridge.call(name, input)
    if (!answer.ok) throw new CallFault(answer.fault)
    return answer.value as Output<typeof name>
  },
  on: (name, listener) => bridge.on(name, (payload) => listener(payload as EventPayload<typeof name>))
})
