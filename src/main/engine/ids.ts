import { createHash, randomBytes } from 'node:crypto'
import { bytesOf, type Place } from './place'

/** The same place has the same id in every run and for every source: 16 characters made from its bytes. */
export const siteIdOf = (place: Place): string =>
  createHash('sha256').update(bytesOf(place)).digest('base64url').slice(0, 16)

/** An id that means nothing outside this run. */
export const freshId = (): string => randomBytes(9).toString('base64url')

/**
 * Tokens for things that a page may name but must not spell. The oldest are forgotten beyond `most`, so a page that keeps
 * a token for long asks for its level again.
 */
export interface Tokens<Thing> {
  give(key: string, thing: Thing): string
  take(token: string): Thing | undefined
}

export function createTokens<Thing>(most = 20_000): Tokens<Thing> {
  const things = new Map<string, { key: string; thing: Thing }>()
  const byKey = new Map<string, string>()
  return {
    give: (key, thing) => {
      const token = byKey.get(key) ?? freshId()
      things.delete(token)
      things.set(token, { key, thing })
      byKey.set(key, token)
      if (things.size > most) {
        const [oldest] = things.entries()
        if (oldest !== undefined) {
          things.delete(oldest[0])
          byKey.delete(oldest[1].key)
        }
      }
      return token
    },
    take: (token) => things.get(token)?.thing
  }
}
