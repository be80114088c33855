const gap = '\u00a0'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23'
})

/**
 * How long ago, in the shortest form a column has room for: `now`, `12 min`, `1 h`, `3 d`, and a date from the eighth
 * day on; `null` for a time that cannot be read. A time ahead of the clock counts as now. Times in ms.
 */
export function sinceShort(iso: string, now: number): string | null {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return null
  const age = Math.max(0, now - at)
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)}${gap}min`
  if (age < day) return `${Math.floor(age / hour)}${gap}h`
  if (age < 8 * day) return `${Math.floor(age / day)}${gap}d`
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? dayOfYear : dayAndYear).format(at)
}

/** The same inside a sentence: `just now`, `12 min ago`, `on 2 Oct`. */
export function sinceWords(iso: string, now: number): string | null {
  const short = sinceShort(iso, now)
  if (short === null || short === 'now') return short === null ? null : 'just now'
  return /\u00a0(min|h|d)$/.test(short) ? `${short} ago` : `on ${short}`
}

/** The whole date and time, for a tooltip and for screen readers: `2 October 2026 at 18:22`. */
export function absolute(iso: string): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? iso : whole.format(at)
}
