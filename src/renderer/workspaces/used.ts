import { dayWords } from '../components/age'

const gap = '\u00a0'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago, in the shortest form: `now`, `12 min`, `1 h`, `3 d`, from the eighth day on the date, and of another
 * year its month; `null` for a time that cannot be read. A time ahead of the clock counts as now. Times in milliseconds.
 */
export function usedShort(iso: string, now: number): string | null {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return null
  const age = Math.max(0, now - at)
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)}${gap}min`
  if (age < day) return `${Math.floor(age / hour)}${gap}h`
  if (age < 8 * day) return `${Math.floor(age / day)}${gap}d`
  const [date, today] = [new Date(at), new Date(now)]
  const words = dayWords(date, today)
  return date.getFullYear() === today.getFullYear() ? words : words.replace(/^\d+ /, '')
}
