import { expect, test } from 'vitest'
import { gridMove } from './grid-keys'

test.each([
  ['ArrowDown', 3, { kind: 'to', row: 4 }],
  ['ArrowDown', 99, { kind: 'to', row: 99 }],
  ['ArrowUp', 0, { kind: 'to', row: 0 }],
  ['Home', 50, { kind: 'to', row: 0 }],
  ['End', 50, { kind: 'to', row: 99 }],
  ['PageDown', 50, { kind: 'to', row: 59 }],
  ['PageDown', 95, { kind: 'to', row: 99 }],
  ['PageUp', 50, { kind: 'to', row: 41 }],
  ['PageUp', 4, { kind: 'to', row: 0 }],
  ['Enter', 4, { kind: 'open' }],
  ['ArrowRight', 4, { kind: 'expand' }],
  ['ArrowLeft', 4, { kind: 'collapse' }],
  ['Delete', 4, null],
  ['a', 4, null]
])('%s on row %i of 100 with 10 in view (G2)', (key, row, move) => {
  expect(gridMove(key, row, 100, 10)).toEqual(move)
})

test('a table without rows has no moves, and a view lower than two rows still pages', () => {
  expect(gridMove('End', 0, 0, 10)).toBeNull()
  expect(gridMove('PageDown', 0, 100, 0)).toEqual({ kind: 'to', row: 1 })
})
