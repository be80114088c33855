import { expect, it } from 'vitest'
import type { ReasonKind } from './model'
import { groupOf, leadingReason } from './verdict'

const stands = (...kinds: ReasonKind[]) =>
  groupOf({ verdict: 'stands', reasons: kinds.map((kind) => ({ kind, code: kind, text: kind })) })

it('one group for each site: in use before lost work, lost work before doubt, a dispute before all', () => {
  expect(groupOf({ verdict: 'collectable', reasons: [] })).toBe('nothing-to-lose')
  expect(stands('held')).toBe('in-use')
  expect(stands('held', 'loses', 'unknown')).toBe('in-use')
  expect(stands('loses', 'unknown')).toBe('would-lose')
  expect(stands('unknown')).toBe('cannot-tell')
  expect(stands('disputed', 'held')).toBe('cannot-tell')
  expect(stands('protected')).toBe('in-use')
  expect(stands('foreign')).toBe('cannot-tell')
})

it.each([
  [['loses', 'protected'], 'protected'],
  [['unknown', 'loses'], 'loses'],
  [['held', 'disputed'], 'disputed'],
  [['loses', 'foreign', 'disputed'], 'disputed'],
  [['refused', 'unknown'], 'refused']
] satisfies [ReasonKind[], ReasonKind][])(
  'of %j the reason named first is the one its group follows from',
  (kinds, first) => {
    const reasons = kinds.map((kind) => ({ kind, code: kind, text: kind }))
    expect(leadingReason({ verdict: 'stands', reasons })?.kind).toBe(first)
  }
)
