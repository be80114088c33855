import { describe, expect, it } from 'vitest'
import { parseSecondStart } from './single'

describe('what a second start says (F1)', () => {
  it('asks for the window', () => {
    expect(parseSecondStart({ ask: 'show' })).toEqual({ ask: 'show' })
  })

  it.each([
    undefined,
    null,
    '',
    'show',
    {},
    { ask: 'quit' },
    { ask: 'show', path: '/etc' },
    ['show'],
    JSON.parse('{"__proto__":{"ask":"show"}}')
  ])('%o is not understood', (said) => {
    expect(parseSecondStart(said)).toBeNull()
  })
})
