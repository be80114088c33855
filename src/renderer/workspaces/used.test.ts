import { describe, expect, test } from 'vitest'
import { usedShort } from './used'

const now = new Date(2026, 9, 15, 14, 0).getTime()
const minute = 60_000
const day = 24 * 60 * minute

describe('when a workspace was used', () => {
  test.each([
    [0, 'now'],
    [-5 * minute, 'now'],
    [59_999, 'now'],
    [12 * minute, '12\u00a0min'],
    [60 * minute, '1\u00a0h'],
    [day, '1\u00a0d'],
    [8 * day - 1, '7\u00a0d'],
    [8 * day, '7 Oct'],
    [400 * day, 'Sep 2025']
  ])('%i ms ago reads %s', (age, words) => {
    expect(usedShort(new Date(now - age).toISOString(), now)).toBe(words)
  })

  test('a time nobody can read is no time', () => {
    expect(usedShort('yesterday', now)).toBeNull()
  })
})
