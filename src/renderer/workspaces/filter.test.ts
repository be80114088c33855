import { describe, expect, test } from 'vitest'
import { unsavedAnswer } from './answer'
import { chipsFor, filterSites } from './filter'
import { manySites, siteWith } from './sites-for-tests'

const world = [
  siteWith({ label: 'kestrel-main-4f2a', repo: 'acme/kestrel', state: 'live', unsaved: { wouldLose: '3 files' } }),
  siteWith({ label: 'lumen-api-9c1d', repo: 'acme/lumen', state: 'stopped', unsaved: { nothingToLose: true } }),
  siteWith({ label: 'sundial-77c1', state: 'orphaned', unsaved: { couldNotTell: 'git could not read it' } }),
  siteWith({ label: 'orbit-e61c', state: 'disagree' }),
  siteWith({ label: 'elsewhere', kind: 'folder', state: 'stopped', path: '/srv/Kestrel/own' }),
  siteWith({ label: 'checkout', kind: 'checkout', source: 'git-worktrees', state: null })
]
const names = (chip: Parameters<typeof filterSites>[1], typed = '') =>
  filterSites(world, chip, typed).map((site) => site.label)

describe('the answer about unsaved work', () => {
  test('three answers, and two ways of having none, are never folded into one another', () => {
    expect(world.map((site) => unsavedAnswer(site))).toEqual([
      { form: 'loses', text: '3 files' },
      { form: 'clear', text: 'Nothing to lose' },
      { form: 'cannot', text: 'git could not read it' },
      { form: 'not-asked', text: 'Not asked yet' },
      { form: 'not-looked', text: 'Not looked at' },
      { form: 'not-asked', text: 'Not asked yet' }
    ])
  })
})

describe('chips', () => {
  test('each counts what it takes, and a count of none is not drawn', () => {
    expect(chipsFor(world.slice(0, 4), 'all').map((entry) => [entry.chip, entry.count])).toEqual([
      ['all', 4],
      ['live', 1],
      ['stopped', 1],
      ['orphaned', 1],
      ['disagree', 1],
      ['loses', 1],
      ['cannot', 2]
    ])
    expect(chipsFor(world.slice(0, 1), 'all').map((entry) => entry.chip)).toEqual(['all', 'live', 'loses'])
  })

  test('"All" and the chip in use stay even with nothing to show', () => {
    expect(chipsFor([], 'orphaned').map((entry) => [entry.label, entry.count])).toEqual([
      ['All', 0],
      ['Orphaned', 0]
    ])
  })

  test('every chip counts exactly the rows it then shows', () => {
    for (const entry of chipsFor(world, 'all')) expect(names(entry.chip), entry.label).toHaveLength(entry.count)
  })

  test('"Cannot tell" holds what could not be told and what nobody asked, not what is not looked at', () => {
    expect(names('cannot')).toEqual(['sundial-77c1', 'orbit-e61c', 'checkout'])
  })
})

describe('the text filter', () => {
  test('looks at name, repository and path, without case, and wants every word', () => {
    expect(names('all', 'KESTREL')).toEqual(['kestrel-main-4f2a', 'elsewhere'])
    expect(names('all', ' kestrel  4f2a ')).toEqual(['kestrel-main-4f2a'])
    expect(names('stopped', 'kestrel')).toEqual(['elsewhere'])
    expect(names('all', 'nothing like it')).toEqual([])
  })

  test('does not join the end of one part to the start of the next', () => {
    expect(names('all', '4f2aacme')).toEqual([])
  })

  test('keeps the identity of the list when nothing is filtered', () => {
    expect(filterSites(world, 'all', '  ')).toBe(world)
  })

  test('10,000 sites are filtered and counted in under 50 ms (G7)', () => {
    const sites = manySites(10_000)
    const started = performance.now()
    expect(filterSites(sites, 'live', 'feature-7').length).toBeGreaterThan(0)
    chipsFor(sites, 'all')
    expect(performance.now() - started).toBeLessThan(50)
  })
})
