import { expect, test } from 'vitest'
import { ageWords, dayWords, lengthWords, momentWords } from './age'

const now = new Date(2026, 9, 15, 12, 0, 0).getTime()
const ago = (ms: number) => new Date(now - ms).toISOString()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [20_000, 'just now'],
  [-5000, 'just now'],
  [minute, '1 min ago'],
  [59 * minute, '59 min ago'],
  [hour, '1 h ago'],
  [23 * hour, '23 h ago'],
  [day, 'yesterday'],
  [2 * day, '2 days ago'],
  [7 * day, '7 days ago'],
  [8 * day, '7 Oct'],
  [400 * day, '10 Sept 2025'.replace('Sept', 'Sep')]
])('%i ms ago reads %s', (ms, words) => {
  expect(ageWords(ago(ms), now)).toBe(words)
})

test('no time, or no date at all, has no words', () => {
  expect(ageWords(null, now)).toBeNull()
  expect(ageWords('yesterday evening', now)).toBeNull()
  expect(momentWords(null)).toBeNull()
})

test('G6: the whole moment is in 24 h, the day has its year only when it is another', () => {
  expect(momentWords(new Date(2026, 9, 4, 9, 5).toISOString())).toBe('4 Oct 2026, 09:05')
  expect(dayWords(new Date(2026, 0, 1), new Date(2026, 9, 15))).toBe('1 Jan')
  expect(dayWords(new Date(2025, 0, 1), new Date(2026, 9, 15))).toBe('1 Jan 2025')
})

test.each([
  [0, '0.0 s'],
  [990, '0.9 s'],
  [22_400, '22 s'],
  [65_000, '1 min 05 s']
])('%i ms lasts %s', (ms, words) => {
  expect(lengthWords(ms)).toBe(words)
})
