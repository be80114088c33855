import { expect, test } from 'vitest'
import { nestSites, type SiteRow } from './nest'
import { siteWith } from './sites-for-tests'

const shape = (rows: readonly SiteRow[]): unknown => rows.map((row) => [row.site.id, shape(row.inside)])

test('a worktree stands under its clone, whatever the order they came in', () => {
  const sites = [
    siteWith({ id: 'tree', parent: 'clone' }),
    siteWith({ id: 'clone' }),
    siteWith({ id: 'deep', parent: 'tree' })
  ]
  expect(shape(nestSites(sites))).toEqual([['clone', [['tree', [['deep', []]]]]]])
})

test('a site whose parent is filtered away stands at the top', () => {
  expect(shape(nestSites([siteWith({ id: 'tree', parent: 'clone' })]))).toEqual([['tree', []]])
})

test('parents in a ring lose no site', () => {
  const sites = [
    siteWith({ id: 'a', parent: 'b' }),
    siteWith({ id: 'b', parent: 'a' }),
    siteWith({ id: 'c', parent: 'c' })
  ]
  const flat = (rows: readonly SiteRow[]): string[] => rows.flatMap((row) => [row.site.id, ...flat(row.inside)])
  expect(flat(nestSites(sites)).sort()).toEqual(['a', 'b', 'c'])
})
