import type { Bridge } from '../../shared/client'
import type { Answer, Fault } from '../../shared/contract'
import { followEvents } from './event-stream'

const no = (code: Fault['code'], message: string): Answer<never> => ({ ok: false, fault: { code, message } })

/** The bridge of a page that a loopback host serves. `lost` is called once, when the session is not known any more. */
export function createBrowserBridge(secret: string, lost: () => void): Bridge {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const stop = new AbortController()
  const end = () => {
    if (stop.signal.aborted) return
    stop.abort()
    lost()
  }
  void followEvents({
    secret,
    signal: stop.signal,
    lost: end,
    hand: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) listener(payload)
    }
  })
  return {
    host: 'browser',
    call: async (name, input) => {
      const answer = await ask(secret, name, input)
      if (!answer.ok && answer.fault.code === 'no-session') end()
      return answer
    },
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => {
        set.delete(listener)
      }
    }
  }
}

async function ask(secret: string, name: string, input: unknown): Promise<Answer<unknown>> {
  try {
    const response = await fetch('/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ name, input })
    })
    return (await response.json()) as Answer<unknown>
  } catch {
    return no('engine-gone', 'Clearhold does not answer. See whether clearhold serve still runs in the terminal.')
  }
}
