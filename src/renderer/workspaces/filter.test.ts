import { describe, expect, test } from 'vitest'
import { chipsFor, filterSites, noFilter, type SiteFilter } from './filter'
import { fastest, manySites, siteWith } from './sites-for-tests'

const reason = (kind: 'held' | 'loses' | 'unknown' | 'disputed') => [{ kind, code: kind, text: kind }]
const world = [
  siteWith({ label: 'kestrel-main-4f2a', repo: 'acme/kestrel', state: 'live', reasons: reason('held') }),
  siteWith({ label: 'lumen-api-9c1d', repo: 'acme/lumen', state: 'stopped', verdict: 'collectable' }),
  siteWith({ label: 'sundial-77c1', state: 'orphaned', reasons: reason('unknown') }),
  siteWith({ label: 'orbit-e61c', state: 'disagree', reasons: reason('disputed') }),
  siteWith({ label: 'spike-55aa', state: 'orphaned', reasons: reason('loses') }),
  siteWith({ label: 'checkout', kind: 'checkout', state: null, path: '/srv/Kestrel/own', reasons: reason('held') })
]
const chips = (filter: Partial<SiteFilter> = {}) => chipsFor(world, { ...noFilter, ...filter })
const names = (filter: Partial<SiteFilter>) => filterSites(world, { ...noFilter, ...filter }).map((site) => site.label)

describe('chips', () => {
  test('each counts what it takes, and a count of none is not drawn', () => {
    expect(chips().map((chip) => [chip.label, chip.count])).toEqual([
      ['All', 6],
      ['Live', 1],
      ['Stopped', 1],
      ['Orphaned', 2],
      ['Records disagree', 1],
      ['Would lose work', 1],
      ['Cannot tell', 2]
    ])
  })

  test('"All" and a chip in use stay even with nothing to show', () => {
    const filter = { ...noFilter, state: 'orphaned' as const }
    expect(chipsFor([], filter).map((chip) => [chip.label, chip.pressed])).toEqual([
      ['All', false],
      ['Orphaned', true]
    ])
  })

  test('every chip counts exactly the rows it shows once pressed', () => {
    for (const chip of chips({ groups: ['in-use'] }))
      if (!chip.pressed && chip.by === 'state')
        expect(filterSites(world, chip.next), chip.label).toHaveLength(chip.count)
    for (const chip of chips()) expect(filterSites(world, chip.next), chip.label).toHaveLength(chip.count)
  })

  test('verdicts add up, a state takes their place, and a chip pressed again lets go', () => {
    const loses = chips().find((chip) => chip.id === 'would-lose')
    const both = chips(loses?.next).find((chip) => chip.id === 'cannot-tell')
    expect(both?.next.groups).toEqual(['would-lose', 'cannot-tell'])
    expect(names(both?.next ?? {})).toEqual(['sundial-77c1', 'orbit-e61c', 'spike-55aa'])
    expect(chips(both?.next).find((chip) => chip.id === 'live')?.next).toEqual({ ...noFilter, state: 'live' })
    expect(chips({ state: 'live' }).find((chip) => chip.id === 'live')?.next).toEqual(noFilter)
  })

  test('"In use" is offered only when something asked for it', () => {
    expect(chips().map((chip) => chip.id)).not.toContain('in-use')
    expect(chips({ groups: ['in-use'] }).find((chip) => chip.id === 'in-use')).toMatchObject({
      count: 2,
      pressed: true
    })
  })
})

describe('the text filter', () => {
  test('looks at name, repository and path, without case, and wants every word', () => {
    expect(names({ typed: 'KESTREL' })).toEqual(['kestrel-main-4f2a', 'checkout'])
    expect(names({ typed: ' kestrel  4f2a ' })).toEqual(['kestrel-main-4f2a'])
    expect(names({ typed: 'kestrel', state: 'stopped' })).toEqual([])
    expect(names({ typed: 'nothing like it' })).toEqual([])
  })

  test('does not join the end of one part to the start of the next', () => {
    expect(names({ typed: '4f2aacme' })).toEqual([])
  })

  test('keeps the identity of the list when nothing is filtered', () => {
    expect(filterSites(world, { ...noFilter, typed: '  ' })).toBe(world)
  })

  test('10,000 sites are filtered and counted in under 50 ms (G7)', () => {
    const sites = manySites(10_000)
    const took = fastest(() => {
      expect(filterSites(sites, { ...noFilter, state: 'live', typed: 'feature-7' }).length).toBeGreaterThan(0)
      chipsFor(sites, noFilter)
    })
    expect(took).toBeLessThan(50)
  })
})
