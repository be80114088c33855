import { createCounter, Meter, readCounter, type ScanCounter } from './counter'
import type { Merged } from './merged'
import { LATE, STOPPED } from './words'

/** How long a walk of a far file system may take, in milliseconds: without anything new, and at most. */
export interface Limits {
  readonly silentMs: number
  readonly wholeMs: number
}

export const farLimits: Limits = { silentMs: 10_000, wholeMs: 300_000 }

const lookMs = 100

export interface Bounded {
  readonly limits: Limits
  readonly counter: ScanCounter | null
  readonly signal: AbortSignal | null
}

/**
 * Lets a walk run within limits. Past one it is stopped as a person would stop it, and what it had not looked at is
 * behind the door "it did not answer in time".
 */
export async function within(
  { limits, counter, signal }: Bounded,
  walk: (counter: ScanCounter, signal: AbortSignal) => Promise<Merged>
): Promise<Merged> {
  const own = createCounter()
  const meter = counter === null ? null : new Meter(counter.shared)
  const control = new AbortController()
  const stop = () => control.abort()
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const began = Date.now()
  let told = { entries: 0, bytes: 0 }
  let moved = began
  let late = false
  const look = () => {
    const now = readCounter(own)
    if (now.entries !== told.entries) moved = Date.now()
    meter?.add(now.entries - told.entries, now.bytes - told.bytes)
    meter?.flush()
    told = now
    if (control.signal.aborted) return
    late = Date.now() - moved > limits.silentMs || Date.now() - began > limits.wholeMs
    if (late) stop()
  }
  const timer = setInterval(look, lookMs)
  try {
    const merged = await walk(own, control.signal)
    look()
    return late ? withoutAnswer(merged) : merged
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** The same tables; what a stop left out is said to be late. */
function withoutAnswer(merged: Merged): Merged {
  const renamed = (code: string) => (code === STOPPED ? LATE : code)
  return {
    ...merged,
    codes: merged.codes.map(renamed),
    sites: merged.sites.map((site) => (site.kind === 'refused' ? { ...site, code: renamed(site.code) } : site))
  }
}
