import { expect, test } from 'vitest'
import type { VerdictGroup } from '../../shared/model'
import { itemsOf } from './items'
import { createLayout, type Laid, limits } from './layout'
import { type Made, madeLevel } from './levels-for-tests'

const lay = (made: readonly Made[], width = 660, height = 428) =>
  createLayout()(itemsOf(madeLevel(made), 'verdict', false), width, height)

const tiles = (laid: ReturnType<typeof lay>, level: 1 | 2) => laid.tiles.filter((tile) => tile.level === level)
const area = (tile: Laid) => tile.width * tile.height
const overlaps = (a: Laid, b: Laid) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** 400 sites whose sizes fall off the way real ones do. */
const many = Array.from({ length: 400 }, (_, at): Made => {
  const groups: readonly VerdictGroup[] = ['in-use', 'would-lose', 'cannot-tell', 'nothing-to-lose']
  return { label: `ws-${at}`, size: Math.round(1e10 / (at + 1) ** 1.3), group: groups[at % 4] ?? 'in-use' }
})

test('areas are in the order of what is freed, the largest is at the top left', () => {
  const laid = tiles(
    lay([
      { label: 'a', size: 50 },
      { label: 'b', size: 30 },
      { label: 'c', size: 20 }
    ]),
    1
  )
  expect(laid.map((tile) => tile.item.label)).toEqual(['a', 'b', 'c'])
  expect(laid[0]).toMatchObject({ x: 0, y: 0 })
  const [a = 0, b = 0, c = 0] = laid.map(area)
  expect(a).toBeGreaterThan(b)
  expect(b).toBeGreaterThan(c)
})

test('at most 60 tiles a level, none under 144 px² or 8 px, none over another', () => {
  const laid = tiles(lay(many), 1)
  expect(laid.length).toBeGreaterThan(20)
  expect(laid.length).toBeLessThanOrEqual(limits.level)
  for (const tile of laid) {
    expect(area(tile)).toBeGreaterThanOrEqual(limits.area)
    expect(Math.min(tile.width, tile.height)).toBeGreaterThanOrEqual(limits.side)
    expect(Number.isInteger(tile.x) && Number.isInteger(tile.width)).toBe(true)
  }
  for (const [at, a] of laid.entries()) for (const b of laid.slice(at + 1)) expect(overlaps(a, b)).toBe(false)
})

test('what is too small is joined once per verdict, last in order, and every byte and every thing is still there', () => {
  const laid = lay(many)
  const top = tiles(laid, 1)
  const joined = top.filter((tile) => tile.item.form === 'smaller')
  expect(new Set(joined.map((tile) => tile.item.group)).size).toBe(joined.length)
  expect(joined.length).toBeGreaterThan(1)
  expect(top.slice(-joined.length)).toEqual(joined)
  expect(top.reduce((sum, tile) => sum + tile.item.count, laid.undrawn)).toBe(400)
  const bytes = top.reduce(
    (sum, tile) => sum + ((tile.item.bytes as { exclusiveBytes: number }).exclusiveBytes ?? 0),
    0
  )
  const all = many.reduce((sum, made) => sum + (made.size ?? 0), 0)
  expect(laid.undrawn === 0 ? bytes : all).toBe(all)
})

test('at most 300 tiles in all', () => {
  const inside = (label: string) =>
    Array.from({ length: 20 }, (_, at): Made => ({ label: `${label}-${at}`, size: 100, group: 'would-lose' }))
  const wide = Array.from(
    { length: 40 },
    (_, at): Made => ({ label: `g-${at}`, size: 2500, inside: inside(`g-${at}`) })
  )
  const laid = lay(wide, 3000, 2000)
  expect(laid.tiles.length).toBeGreaterThan(200)
  expect(laid.tiles.length).toBeLessThanOrEqual(limits.all)
})

test('a group has a header of 20 px and its tiles inside; one under 90 × 60 is one tile in the careful verdict', () => {
  const group: Made = {
    label: 'kestrel',
    size: 100,
    inside: [{ label: 'lost', size: 30, group: 'would-lose' }]
  }
  const big = lay([group])
  const [frame] = tiles(big, 1)
  expect(frame?.group).toBe(true)
  expect(tiles(big, 2)).toHaveLength(2)
  for (const child of tiles(big, 2)) {
    expect(child.parent).toBe(frame?.item.key)
    expect(child.y).toBeGreaterThanOrEqual((frame?.y ?? 0) + limits.header)
    expect(child.x + child.width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
  }
  const small = lay([group], 89, 300)
  expect(small.tiles).toHaveLength(1)
  expect(small.tiles[0]).toMatchObject({ group: false, drawnAs: 'would-lose' })
})

test('tiles of one row or column stay together when sizes change and their order does not', () => {
  const lays = (layout: ReturnType<typeof createLayout>, sizes: readonly number[]) =>
    layout(itemsOf(madeLevel(sizes.map((size, index) => ({ label: `w${index}`, size }))), 'verdict', false), 600, 400)
      .tiles
  const lines = (laid: readonly Laid[]) =>
    laid.map((tile) =>
      laid.map((other) => `${tile.x === other.x ? 'x' : ''}${tile.y === other.y ? 'y' : ''}`).join(' ')
    )
  const layout = createLayout()
  const before = lines(lays(layout, [100, 80, 60, 40, 30, 20, 10]))
  const grown = [97, 69, 59, 48, 29, 18, 9]
  expect(lines(lays(createLayout(), grown))).not.toEqual(before)
  expect(lines(lays(layout, grown))).toEqual(before)
})

test('tiles that would grow long are laid out anew', () => {
  const longest = (layout: ReturnType<typeof createLayout>, sizes: readonly number[]) =>
    Math.max(
      ...layout(
        itemsOf(madeLevel(sizes.map((size, index) => ({ label: `w${index}`, size }))), 'verdict', false),
        600,
        400
      ).tiles.map((tile) => Math.max(tile.width / tile.height, tile.height / tile.width))
    )
  const layout = createLayout()
  const even = [100, 99, 98, 97, 96, 95]
  longest(layout, [1000, 10, 9, 8, 7, 6])
  expect(longest(layout, even)).toBe(longest(createLayout(), even))
  expect(longest(layout, even)).toBeLessThan(2)
})

test('what is not measured yet gets a place of middle size, and no room at all draws nothing', () => {
  const items = itemsOf(
    madeLevel([
      { label: 'a', size: 10 },
      { label: 'b', size: null }
    ]),
    'verdict',
    true
  )
  const laid = createLayout()(items, 400, 200).tiles
  expect(laid.map(area)[1]).toBeGreaterThan(30_000)
  expect(createLayout()(items, 0, 200).tiles).toEqual([])
})

test('10,000 sites are laid out within the time of a frame or two', () => {
  const huge = Array.from({ length: 10_000 }, (_, at): Made => ({ label: `w${at}`, size: 1e9 / (at + 1) }))
  const begun = performance.now()
  const laid = lay(huge)
  expect(laid.tiles.length).toBeLessThanOrEqual(limits.level)
  expect(performance.now() - begun).toBeLessThan(1000)
})
