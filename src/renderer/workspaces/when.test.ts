import { describe, expect, test } from 'vitest'
import { absolute, sinceShort, sinceWords } from './when'

const now = new Date(2026, 9, 15, 14, 0).getTime()
const ago = (ms: number) => new Date(now - ms).toISOString()
const minute = 60_000
const day = 24 * 60 * minute

describe('how long ago', () => {
  test.each([
    [0, 'now', 'just now'],
    [-5 * minute, 'now', 'just now'],
    [59_999, 'now', 'just now'],
    [12 * minute, '12\u00a0min', '12\u00a0min ago'],
    [60 * minute, '1\u00a0h', '1\u00a0h ago'],
    [day, '1\u00a0d', '1\u00a0d ago'],
    [7 * day, '7\u00a0d', '7\u00a0d ago'],
    [8 * day, '7 Oct', 'on 7 Oct'],
    [400 * day, '10 Sept 2025', 'on 10 Sept 2025']
  ])('%i ms reads %s', (age, short, words) => {
    expect(sinceShort(ago(age), now)).toBe(short)
    expect(sinceWords(ago(age), now)).toBe(words)
  })

  test('a time nobody can read is no time', () => {
    expect(sinceShort('yesterday', now)).toBeNull()
    expect(sinceWords('', now)).toBeNull()
  })
})

test('the whole date stands behind every short one (G6)', () => {
  expect(absolute(new Date(2026, 9, 2, 8, 5).toISOString())).toBe('2 October 2026 at 08:05')
  expect(absolute('whenever')).toBe('whenever')
})
