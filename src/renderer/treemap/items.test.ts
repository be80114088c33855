import { expect, test } from 'vitest'
import { careOf, itemsOf } from './items'
import { madeLevel } from './levels-for-tests'

const clone = madeLevel([
  {
    label: 'kestrel',
    size: 100,
    inside: [
      { label: 'Rest of the clone', size: 40 },
      { label: 'agent-a', size: 30, group: 'nothing-to-lose', kind: 'worktrees' },
      { label: 'agent-b', size: 20, group: 'in-use', kind: 'worktrees' },
      { label: 'agent-c', size: 10, group: 'cannot-tell', kind: 'worktrees' }
    ]
  },
  { label: 'plain', size: 50, inside: [{ label: 'src', size: 20 }] },
  { label: 'unknown', size: null }
])

const byLabel = (by: 'verdict' | 'kind', label: string, pending = false) => {
  const found = itemsOf(clone, by, pending).find((item) => item.label === label)
  if (found === undefined) throw new Error(`${label} is not on the map`)
  return found
}

test('by verdict, whatever shares the verdict of its clone is joined into its rest, and no byte is lost', () => {
  const inside = byLabel('verdict', 'kestrel').children
  expect(inside.map((item) => [item.label, item.bytes])).toEqual([
    ['agent-a', { exclusiveBytes: 30 }],
    ['agent-c', { exclusiveBytes: 10 }],
    ['Rest of the clone', { exclusiveBytes: 60 }]
  ])
})

test('by verdict, a workspace of one verdict is one tile', () => {
  expect(byLabel('verdict', 'plain').children).toEqual([])
})

test('by kind everything is apart, and what nothing inside accounts for is the rest', () => {
  expect(byLabel('kind', 'kestrel').children).toHaveLength(4)
  expect(byLabel('kind', 'plain').children.map((item) => item.bytes)).toEqual([
    { exclusiveBytes: 20 },
    { exclusiveBytes: 30 }
  ])
})

test('what is not measured has a place only while a scan runs', () => {
  expect(itemsOf(clone, 'verdict', false).map((item) => item.label)).not.toContain('unknown')
  expect(byLabel('verdict', 'unknown', true).bytes).toBeNull()
})

test('a tile that is not split takes the least permissive verdict inside', () => {
  expect(careOf(byLabel('verdict', 'kestrel'))).toBe('cannot-tell')
  expect(careOf(byLabel('verdict', 'plain'))).toBe('in-use')
})

test('every item has a key of its own, also where two share a node', () => {
  const level = madeLevel([
    {
      label: 'a',
      size: 9,
      inside: [
        { label: 'x', size: 3 },
        { label: 'y', size: 3 }
      ]
    }
  ])
  const shared = {
    ...level,
    tiles: level.tiles.map((tile) => ({
      ...tile,
      children: tile.children.map((child) => ({ ...child, node: tile.node }))
    }))
  }
  const keys = itemsOf(shared, 'kind', false).flatMap((item) => [item.key, ...item.children.map((child) => child.key)])
  expect(new Set(keys).size).toBe(4)
})
