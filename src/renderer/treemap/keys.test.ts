import { describe, expect, test } from 'vitest'
import { itemsOf } from './items'
import { labelForm } from './labels'
import type { Laid } from './layout'
import { madeLevel } from './levels-for-tests'
import { mapAct } from './map-keys'
import { byLetter, farthest, nearest } from './navigate'
import { rowAct, rowsOf } from './rows'
import { nameWords } from './words'

const place = (label: string, x: number, y: number, width: number, height: number, level: 1 | 2 = 1): Laid => {
  const [item] = itemsOf(madeLevel([{ label, size: width * height }]), 'verdict', false)
  if (item === undefined) throw new Error('no item')
  const parent = level === 2 ? 'group' : null
  return {
    item: { ...item, key: label },
    x,
    y,
    width,
    height,
    level,
    parent,
    group: false,
    position: 1,
    setSize: 5,
    drawnAs: 'in-use'
  }
}

const big = place('big', 0, 0, 200, 200)
const top = place('top', 203, 0, 100, 60)
const middle = place('middle', 203, 63, 100, 60)
const low = place('low', 203, 126, 100, 74)
const inner = place('inner', 10, 30, 50, 50, 2)
const map = [big, inner, top, middle, low]
const press = (key: string, shiftKey = false) => ({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false })

describe('arrows', () => {
  test('go to the tile of the same level whose centre is nearest', () => {
    expect(nearest(map, big, 'right')).toBe(middle)
    expect(nearest(map, top, 'left')).toBe(big)
    expect(nearest(map, top, 'down')).toBe(middle)
    expect(nearest(map, low, 'up')).toBe(middle)
  })
  test('stay where nothing lies in the direction, and never change the level', () => {
    expect(nearest(map, big, 'left')).toBeNull()
    expect(nearest(map, inner, 'right')).toBeNull()
  })
  test('of two as near, the one that faces the tile more', () => {
    const from = place('from', 100, 100, 40, 40)
    const above = place('above', 144, 60, 40, 20)
    const facing = place('facing', 144, 145, 40, 20)
    const wide = { ...facing, y: 145, item: { ...facing.item, key: 'wide' } }
    const twin = { ...above, y: 75, height: 40, item: { ...above.item, key: 'twin' } }
    expect(nearest([from, twin, { ...wide, y: 125, height: 40 }], from, 'right')?.item.key).toBe('twin')
  })
})

test('Home and End are the largest and the smallest, letters jump by name and go round', () => {
  expect(farthest(map, middle, 'largest')).toBe(big)
  expect(farthest(map, big, 'smallest')).toBe(top)
  expect(byLetter(map, big, 'm')).toBe(middle)
  expect(byLetter(map, low, 'T')).toBe(top)
  expect(byLetter(map, low, 'z')).toBeNull()
})

test('keys of the map: open, select, up, and V and T, which with Shift are letters', () => {
  expect(mapAct(map, big, press('Enter'))).toEqual({ does: 'open' })
  expect(mapAct(map, big, press(' '))).toEqual({ does: 'select' })
  expect(mapAct(map, big, press('Backspace'))).toEqual({ does: 'up' })
  expect(mapAct(map, inner, press('Backspace'))).toEqual({ does: 'focus', key: 'group' })
  expect(mapAct(map, big, press('v'))).toEqual({ does: 'colour' })
  expect(mapAct(map, big, press('t'))).toEqual({ does: 'table' })
  expect(mapAct(map, big, press('T', true))).toEqual({ does: 'focus', key: 'top' })
  expect(mapAct(map, big, press('ArrowRight'))).toEqual({ does: 'focus', key: 'middle' })
})

test('no key of the map removes anything, and keys with a modifier are left to the page', () => {
  expect(mapAct(map, big, press('Delete'))).toBeNull()
  expect(mapAct(map, big, { ...press('v'), ctrlKey: true })).toBeNull()
})

test.each([
  [58, 34, 6, { name: true, size: true }],
  [57, 34, 6, { name: false, size: false }],
  [58, 33, 6, { name: false, size: false }],
  [64, 18, 6, { name: true, size: false }],
  [64, 17, 6, { name: false, size: false }],
  [84, 40, 6, { icon: true }],
  [83, 40, 6, { icon: false }],
  [60, 40, 12, { size: false }]
])('a label on %i × %i px with a size of %i characters: %o', (width, height, length, form) => {
  expect(labelForm(width, height, length)).toMatchObject(form)
})

test('a tile is read out with its kind, its size in words and its verdict', () => {
  const [item] = itemsOf(madeLevel([{ label: 'agent-a49a', size: 5.8e9, kind: 'worktrees' }]), 'verdict', false)
  if (item === undefined) throw new Error('no item')
  expect(nameWords(item, 'nothing-to-lose', 'decimal')).toBe('agent-a49a, worktree, 5.8 gigabytes, nothing to lose')
  expect(nameWords({ ...item, bytes: null }, 'cannot-tell', 'decimal')).toContain('not measured yet')
})

describe('G3: the table', () => {
  const level = madeLevel([
    { label: 'small', size: 5 },
    {
      label: 'big',
      size: 50,
      inside: [
        { label: 'x', size: 10 },
        { label: 'y', size: 40 }
      ]
    },
    { label: 'unmeasured', size: null }
  ])
  const closed = rowsOf(level, new Set())
  const bigKey = closed[0]?.item.key ?? ''
  const open = rowsOf(level, new Set([bigKey]))

  test('has everything the map has, and what is not measured, largest first', () => {
    expect(closed.map((row) => row.item.label)).toEqual(['big', 'small', 'unmeasured'])
    expect(open.map((row) => [row.item.label, row.depth])).toEqual([
      ['big', 1],
      ['y', 2],
      ['x', 2],
      ['small', 1],
      ['unmeasured', 1]
    ])
  })
  test('opens and closes by arrows, and goes up to the row around', () => {
    expect(rowAct(closed, 0, 'ArrowRight')).toEqual({ does: 'expand' })
    expect(rowAct(open, 0, 'ArrowRight')).toEqual({ does: 'focus', index: 1 })
    expect(rowAct(open, 2, 'ArrowLeft')).toEqual({ does: 'focus', index: 0 })
    expect(rowAct(open, 0, 'ArrowLeft')).toEqual({ does: 'collapse' })
    expect(rowAct(closed, 2, 'ArrowDown')).toBeNull()
    expect(rowAct(closed, 1, 'Enter')).toEqual({ does: 'open' })
    expect(rowAct(closed, 1, 'Delete')).toBeNull()
  })
})
