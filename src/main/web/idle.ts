/** Watches whether anybody needs a host. */
export interface Idle {
  /** Somebody asked just now. */
  touch(): void
  stop(): void
}

/**
 * Calls `end` once `needed` has said no, and nobody asked, for `after` milliseconds on end (C6). The wait is longer than
 * that by an eighth at most.
 */
export function watchIdle(after: number, needed: () => boolean, end: () => void): Idle {
  let last = Date.now()
  const look = () => {
    if (needed()) last = Date.now()
    else if (Date.now() - last >= after) {
      clearInterval(timer)
      end()
    }
  }
  const timer = setInterval(look, Math.max(10, Math.min(after / 8, 10_000)))
  return {
    touch: () => {
      last = Date.now()
    },
    stop: () => clearInterval(timer)
  }
}
