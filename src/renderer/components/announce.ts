/** The least time between two polite announcements. Milliseconds. */
export const announceEvery = 5000

export interface Announcer {
  /** Progress: spoken at most every five seconds, the newest words win. */
  politely(words: string): void
  /** A refusal or an end: spoken at once. */
  now(words: string): void
}

/** Paces what a live region says, over a clock that can be handed in. */
export function createAnnouncer(
  say: (words: string) => void,
  now: () => number,
  later: (run: () => void, ms: number) => void
): Announcer {
  let last = Number.NEGATIVE_INFINITY
  let next: string | null = null
  let waiting = false
  const speak = (words: string) => {
    last = now()
    next = null
    say(words)
  }
  return {
    politely: (words) => {
      const wait = last + announceEvery - now()
      if (wait <= 0) {
        speak(words)
        return
      }
      next = words
      if (waiting) return
      waiting = true
      later(() => {
        waiting = false
        if (next !== null) speak(next)
      }, wait)
    },
    now: speak
  }
}
