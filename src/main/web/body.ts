import type { IncomingMessage } from 'node:http'

/** The longest body that is read, in bytes. */
export const bodyLimit = 1024 * 1024

export type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'too-long' | 'not-json' }

/** Reads a JSON body; stops keeping it as soon as it is longer than the limit (C6). Rejects when the sender hangs up. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return { kind: 'too-long' }
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += (part as Buffer).length
    if (length > bodyLimit) return { kind: 'too-long' }
    parts.push(part as Buffer)
  }
  try {
    return { kind: 'json', value: JSON.parse(Buffer.concat(parts).toString('utf8')) }
  } catch {
    return { kind: 'not-json' }
  }
}
