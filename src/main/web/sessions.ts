import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A token dies after this long, in milliseconds. */
export const tokenLife = 10 * 60_000
/** More tabs than this are not kept; the oldest session ends. */
const most = 16

/** Who may ask: a token is given out once and swapped once, for the secret of a session (C2, C3). */
export interface Sessions {
  /** A new one-time token of 256 random bits; the one before it is void. */
  mint(): string
  /** The secret of a new session, or null when the token is wrong, used or too old. */
  swap(token: string): string | null
  /** Whether this is a session's secret. Takes the same time for a near miss as for nonsense. */
  knows(secret: string): boolean
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const secret = () => randomBytes(32).toString('base64url')

/** Keeps digests only. `now` in milliseconds. */
export function createSessions(now: () => number): Sessions {
  let open: { readonly digest: Buffer; readonly until: number } | null = null
  const sessions: Buffer[] = []
  return {
    mint: () => {
      const token = secret()
      open = { digest: digest(token), until: now() + tokenLife }
      return token
    },
    swap: (token) => {
      if (open === null || !timingSafeEqual(digest(token), open.digest)) return null
      const fresh = now() < open.until
      open = null
      if (!fresh) return null
      const made = secret()
      sessions.push(digest(made))
      if (sessions.length > most) sessions.shift()
      return made
    },
    knows: (text) => {
      const asked = digest(text)
      return sessions.reduce((found, one) => timingSafeEqual(asked, one) || found, false)
    }
  }
}
