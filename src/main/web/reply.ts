import type { Answer, Fault } from '../../shared/contract'
import { pageHeaders } from '../security/policy'
import { messageLimit } from './streams'

/** What a request is answered with. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Bytes of a type, with the headers that every reply has. */
export const reply = (status: number, type: string, body: Uint8Array): Reply => ({
  status,
  headers: { ...pageHeaders, 'content-type': type, 'content-length': String(body.byteLength) },
  body
})

/** A sentence for whoever asks without being a page of ours. */
export const sentence = (status: number, text: string): Reply =>
  reply(status, 'text/plain; charset=utf-8', Buffer.from(`${text}\n`))

/** An Answer of the wire; one that is longer than a message may be becomes a fault. */
export function answer(value: Answer<unknown>, status = 200): Reply {
  const body = Buffer.from(JSON.stringify(value))
  if (body.byteLength > messageLimit)
    return fault(200, 'internal', 'The answer was too long to send. Ask for less at once.')
  return reply(status, 'application/json; charset=utf-8', body)
}

export const fault = (status: number, code: Fault['code'], message: string): Reply =>
  answer({ ok: false, fault: { code, message } }, status)
