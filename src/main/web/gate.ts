import type { IncomingHttpHeaders } from 'node:http'

/** A request that goes no further, and the status it ends with. */
export interface Turned {
  readonly status: 403 | 421
  readonly why: string
}

/**
 * Whether a request was meant for us: `Host` names this very port of this machine, and `Origin`, when sent, is our own
 * page (C1). A name that was made to point at this machine fails the first, another site's page the second.
 */
export function turnedAway(headers: IncomingHttpHeaders, port: number): Turned | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (headers.host === undefined || !hosts.includes(headers.host))
    return { status: 421, why: 'This address is not served here.' }
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
    return { status: 403, why: 'Another site may not ask here.' }
  return null
}

/** The secret in an `Authorization: Bearer …` header, or null. */
export const bearer = (headers: IncomingHttpHeaders): string | null =>
  /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? null
