import { describe, expect, test } from 'vitest'
import { naturalKey } from './natural-key'
import { compareValues, sortValue } from './order'
import { fastest, manySites, siteWith } from './sites-for-tests'

const sorted = (names: string[]) => [...names].sort((a, b) => compareValues(naturalKey(a), naturalKey(b)))

describe('names', () => {
  test('numbers by size, without case and accents', () => {
    expect(sorted(['test10', 'test2', 'Alpha', 'élan', 'zeta', 'echo'])).toEqual([
      'Alpha',
      'echo',
      'élan',
      'test2',
      'test10',
      'zeta'
    ])
  })
})

describe('what a column sorts by', () => {
  test('a floor by its amount, and what is not measured not at all', () => {
    expect(sortValue(siteWith({ disk: { atLeastBytes: 7, unreadable: 1 } }), 'frees')).toBe(7)
    expect(sortValue(siteWith({ disk: { exclusiveBytes: 0 } }), 'frees')).toBe(0)
    expect(sortValue(siteWith({ disk: null }), 'frees')).toBeUndefined()
  })

  test('a site without state, repository or date, or with a date nobody can read, stands last', () => {
    expect(sortValue(siteWith({ state: null }), 'state')).toBeUndefined()
    expect(sortValue(siteWith({ repo: null }), 'repository')).toBeUndefined()
    expect(sortValue(siteWith({ lastUsed: null }), 'used')).toBeUndefined()
    expect(sortValue(siteWith({ lastUsed: 'yesterday' }), 'used')).toBeUndefined()
  })

  test('unsaved work with losses first, then doubts, then nothing', () => {
    const value = (change: Parameters<typeof siteWith>[0]) => Number(sortValue(siteWith(change), 'unsaved'))
    const losing = value({ unsaved: { wouldLose: '1 file' } })
    const doubtful = value({ unsaved: { couldNotTell: 'no git' } })
    const silent = value({})
    const clear = value({ unsaved: { nothingToLose: true } })
    expect([losing, doubtful, silent, clear]).toEqual([...[losing, doubtful, silent, clear]].sort((a, b) => a - b))
    expect(new Set([losing, doubtful, silent, clear]).size).toBe(4)
  })

  test('nothing is known about what is reclaimable, so no row claims a place by it', () => {
    expect(sortValue(siteWith({}), 'reclaimable')).toBeUndefined()
  })

  test('10,000 names sort in under 50 ms (G7)', () => {
    const keys = manySites(10_000).map((site) => sortValue(site, 'workspace') ?? '')
    expect(fastest(() => void [...keys].sort(compareValues))).toBeLessThan(50)
  })
})
