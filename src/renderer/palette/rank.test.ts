import { describe, expect, test } from 'vitest'
import { fastest } from '../workspaces/sites-for-tests'
import { rank, score } from './rank'

const names = [
  'lumen-api-spike-cache-55aa',
  'kestrel-docs-typo-0c2f',
  'kestrel-main-4f2a',
  'orbit-web-feature-checkout-7b3e',
  'basalt-kestrel-3f3f'
]
const found = (typed: string, most = 10) => rank(typed, names, (name) => name, most)

describe('what the palette finds', () => {
  test('the start of a name before the middle of one, and the order of the list between equals', () => {
    expect(found('kest')).toEqual(['kestrel-docs-typo-0c2f', 'kestrel-main-4f2a', 'basalt-kestrel-3f3f'])
  })

  test('initials of the parts of a name', () => {
    expect(found('owfc')[0]).toBe('orbit-web-feature-checkout-7b3e')
  })

  test('every word counts, in any order', () => {
    expect(found('typo kestrel')).toEqual(['kestrel-docs-typo-0c2f'])
    expect(found('kestrel zzz')).toEqual([])
  })

  test('letters out of order are no answer', () => {
    expect(score('niam', 'kestrel-main')).toBeNull()
  })

  test('case does not matter, and nothing typed keeps the order', () => {
    expect(found('KESTREL-MAIN')).toEqual(['kestrel-main-4f2a'])
    expect(found('  ', 2)).toEqual(names.slice(0, 2))
  })

  test('never more than asked for', () => {
    expect(found('e', 3)).toHaveLength(3)
  })

  test('10,000 names in under 50 ms', () => {
    const many = Array.from({ length: 10_000 }, (_, place) => `repo-${(place * 7919) % 10_007}-feature-${place % 97}`)
    expect(fastest(() => expect(rank('feat 12', many, (name) => name, 5)).toHaveLength(5))).toBeLessThan(50)
  })
})
