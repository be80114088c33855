import { describe, expect, test } from 'vitest'
import { siteWith } from '../workspaces/sites-for-tests'
import { type PaletteWorld, paletteEntries, siteNote } from './entries'

const kestrel = siteWith({
  id: 'k',
  label: 'kestrel-main-4f2a',
  state: 'live',
  disk: { atLeastBytes: 34_600_000_000, unreadable: 1 },
  reasons: [{ kind: 'held', code: 'opened', text: 'A workspace opens it.' }]
})
const world: PaletteWorld = {
  sites: [
    siteWith({ id: 'l', label: 'lumen-api-9c1d', disk: { exclusiveBytes: 18_900_000_000 } }),
    kestrel,
    siteWith({ id: 'a', label: 'agent-c771', kind: 'worktree', parent: 'k', state: null, disk: null }),
    siteWith({ id: 'n', label: 'nova', disk: null })
  ],
  settings: { theme: 'dark', units: 'decimal', motion: 'system', patterns: 'always' },
  host: 'browser',
  scanning: false,
  reviewable: [],
  chosen: null
}
const ids = (typed: string, change: Partial<PaletteWorld> = {}) =>
  paletteEntries(typed, { ...world, ...change }).map((entry) => entry.id)

describe('what the palette lists', () => {
  test('names first, then things inside them, then commands', () => {
    const groups = paletteEntries('a', world).map((entry) => entry.group)
    const order = ['Workspaces', 'Inside', 'Commands']
    expect(new Set(groups)).toEqual(new Set(order))
    expect(groups).toEqual([...groups].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
  })

  test('a thing is found by its own name and by the name of what holds it', () => {
    expect(ids('c771')[0]).toBe('site-a')
    expect(ids('kestrel agent')[0]).toBe('site-a')
    expect(paletteEntries('c771', world)[0]?.name).toBe('kestrel-main-4f2a › agent-c771')
  })

  test('with nothing typed: the largest names, and commands', () => {
    expect(ids('').slice(0, 3)).toEqual(['site-k', 'site-l', 'site-n'])
    expect(ids('')).toContain('go-overview')
    expect(ids('')).not.toContain('site-a')
  })

  test('the scan is started, or stopped while it runs, never both', () => {
    expect(ids('scan')).toContain('scan')
    expect(ids('scan')).not.toContain('stop')
    expect(ids('scan', { scanning: true })).toContain('stop')
    expect(ids('scan', { scanning: true })).not.toContain('scan')
  })

  test('the theme in use and the units in use are not offered', () => {
    expect(ids('theme').sort()).toEqual(['theme-light', 'theme-system'])
    expect(ids('sizes')).toEqual(['units-binary'])
  })

  test('a folder is shown only where a file manager is', () => {
    expect(ids('folder', { chosen: kestrel })).not.toContain('reveal')
    expect(ids('folder', { chosen: kestrel, host: 'desktop' })).toContain('reveal')
    expect(ids('path', { chosen: kestrel })).toContain('copy-path')
  })

  test('a name that was found brings the commands about it', () => {
    expect(paletteEntries('lumen', world).map((entry) => entry.name)).toEqual([
      'lumen-api-9c1d',
      'Copy the path of lumen-api-9c1d'
    ])
  })

  test('a plan that can be reviewed is opened, and one that cannot is not listed', () => {
    expect(ids('prune')).toEqual([])
    const [entry] = paletteEntries('prune', { ...world, reviewable: ['prune'] })
    expect(entry).toMatchObject({ name: 'Review Prune', act: { kind: 'review', plan: 'prune' } })
  })

  test('no entry removes anything', () => {
    const acts = new Set(
      ['', 'a', 'e', 'remove', 'purge', 'prune', 'delete'].flatMap((typed) =>
        paletteEntries(typed, { ...world, chosen: kestrel, host: 'desktop' }).map((entry) => entry.act.kind)
      )
    )
    for (const act of acts)
      expect(['site', 'go', 'scan', 'stop', 'keys', 'settings', 'copy-path', 'reveal']).toContain(act)
  })
})

test('a line about a site says a floor as a floor, and a size nobody measured as that (G6)', () => {
  expect(siteNote(kestrel, 'decimal')).toBe('Live, ≥\u00a034.6\u00a0GB, in use')
  expect(siteNote(siteWith({ state: null, disk: null }), 'decimal')).toBe('Not measured yet, cannot tell')
})
