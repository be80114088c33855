import { describe, expect, it } from 'vitest'
import { pageOf } from './pages'

describe('pages of a long answer', () => {
  it('hold every item once, in order, each under 256 KB whatever an item weighs (B6)', () => {
    const items = Array.from({ length: 3_000 }, (_, n) => `${n} ${'\u5b57'.repeat(n % 500)}`)
    items[40] = 'x'.repeat(240_000)
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: { items: string[]; next: string | null } = pageOf(items, after)
      expect(Buffer.byteLength(JSON.stringify(page.items))).toBeLessThan(256 * 1024)
      seen.push(...page.items)
      after = page.next
    } while (after !== null)
    expect(seen).toEqual(items)
  })

  it('a cursor that is none begins anew, one past the end finds nothing', () => {
    for (const cursor of [null, 'x', '-3', '']) expect(pageOf(['a'], cursor)).toEqual({ items: ['a'], next: null })
    expect(pageOf(['a'], '7')).toEqual({ items: [], next: null })
  })
})
