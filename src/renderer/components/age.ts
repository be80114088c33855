import { useEffect, useState } from 'react'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const two = (value: number) => String(value).padStart(2, '0')

/** `4 Oct`, with the year when it is another one than now's. Local time. */
export function dayWords(at: Date, now: Date): string {
  const words = `${at.getDate()} ${months[at.getMonth()]}`
  return at.getFullYear() === now.getFullYear() ? words : `${words} ${at.getFullYear()}`
}

/** How long ago, in words: relative up to seven days, then the date. Times in milliseconds; null for no time at all. */
export function ageWords(iso: string | null, now: number): string | null {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  if (Number.isNaN(at)) return null
  const passed = now - at
  if (passed < minute) return 'just now'
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`
  if (passed < day) return `${Math.floor(passed / hour)} h ago`
  if (passed < 2 * day) return 'yesterday'
  if (passed <= 7 * day) return `${Math.floor(passed / day)} days ago`
  return dayWords(new Date(at), new Date(now))
}

/** The whole date and time, 24 h, for a tooltip. Local time. */
export function momentWords(iso: string | null): string | null {
  const at = iso === null ? new Date(Number.NaN) : new Date(iso)
  if (Number.isNaN(at.getTime())) return null
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}, ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** `0.9 s`, `22 s`, `3 min 05 s`. Milliseconds in. */
export function lengthWords(ms: number): string {
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  const seconds = Math.floor(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
}

/** Now, read again every `every` milliseconds. */
export function useNow(every: number): number {
  const [now, read] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => read(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
