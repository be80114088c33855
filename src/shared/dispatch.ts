import { type Answer, type CallName, calls, type Fault, type Handlers, type HostName } from './contract'

/** A refusal meant for the person who asked; its message crosses the wire as it is. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export type Dispatch = (name: unknown, input: unknown) => Promise<Answer<unknown>>

const no = (code: Fault['code'], message: string): Answer<never> => ({ ok: false, fault: { code, message } })

/**
 * The one way in: name known → host allowed → input valid → handler → Answer. Never rejects; a throw that is no
 * `Refusal` is told to `onBug` whole and crosses as `internal`.
 */
export function createDispatch(
  handlers: Partial<Handlers>,
  host: HostName,
  onBug: (name: string, error: unknown) => void
): Dispatch {
  return async (name, input) => {
    if (typeof name !== 'string' || !Object.hasOwn(calls, name)) return no('unknown-call', 'There is no such call.')
    const known = name as CallName
    const call = calls[known]
    const handler = Object.hasOwn(handlers, known) ? handlers[known] : undefined
    if (!(call.hosts as readonly HostName[]).includes(host) || handler === undefined)
      return no('not-here', `${known} cannot be asked from here.`)
    const parsed = call.input.safeParse(input)
    if (!parsed.success) return no('bad-input', `${known} was asked with something it does not take.`)
    try {
      return { ok: true, value: await (handler as (value: unknown) => unknown)(parsed.data) }
    } catch (error) {
      if (error instanceof Refusal) return no('refused', error.message)
      onBug(known, error)
      return no('internal', 'Clearhold met an error of its own. The diagnostics in Settings tell more.')
    }
  }
}
