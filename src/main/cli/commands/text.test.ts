import { describe, expect, it } from 'vitest'
import type { Output } from '../../../shared/contract'
import type { Job, Site } from '../../../shared/model'
import { painter } from '../columns'
import { progressLine } from '../progress'
import { listingLines } from './ls'
import { sizeDocument, sizeLines } from './size'
import { surveyDocument, surveyLines } from './survey'
import { treeLines } from './tree'

const plain = painter(false)
const row = (id: string, lastUsed: string, disk?: unknown) => ({
  id,
  lastUsed,
  ...(disk === undefined ? {} : { disk })
})

describe('more lines than a call takes arguments', () => {
  const many = Array.from({ length: 200_000 }, (_, n) => n)

  it('are a table like any other', () => {
    const rows = many.map((n) => row(`w${n}`, ''))
    const sources = many.map(() => ({ type: 'local' as const, detail: '/c' }))
    expect(listingLines({ rows, sources, estimates: [], sweeps: [], refused: null }, false, plain)).toHaveLength(
      200_002
    )
  })

  it('are sizes and a tree like any other', () => {
    const disk = { exclusiveBytes: 4096 }
    const paths = many.map((n) => ({ path: `/${n}`, disk, estimate: null }))
    expect(sizeLines({ paths, together: disk, total: disk, mounts: [], closed: [] }, plain).length).toBeGreaterThan(
      200_000
    )
    const folders = paths.map(({ path }) => ({ path, disk, files: 0, folders: [], smaller: null }))
    const tree = { path: '/', disk, files: 0, folders, smaller: null }
    expect(treeLines({ path: '/', disk, estimate: null, tree }, 1, plain)).toHaveLength(200_001)
  })
})

describe('ls for people', () => {
  const listing: Output<'cli.listing'> = {
    rows: [
      row('app-main-3j1t', '2026-08-08T11:43:27.123Z', {
        atLeastBytes: 3_670_016,
        unreadable: 1,
        worktrees: { exclusiveBytes: 2_726_298 }
      }),
      row('w2', '', null),
      row('w3', '2026-09-14T08:02:11Z', { exclusiveBytes: 1023 })
    ],
    sources: [
      { type: 'local', detail: '/c/app\n\u001b[31m' },
      { type: 'git', detail: 'https://x/y.git' },
      { type: 'unknown', detail: '{"image": "ubuntu:24.04"}' }
    ],
    estimates: [null, null, null],
    sweeps: ['Last cache sweep of acme/app: could not pack the refs it fetched: fatal: \u0007no'],
    refused: null
  }

  it('has the columns of DL-LS-09, A017, DL-SIZE-09 and the sweep lines of DL-LS-10', () => {
    expect(listingLines(listing, true, plain)).toEqual([
      'WORKSPACE      TYPE     SOURCE                                                SIZE  LAST USED',
      '-------------------------------------------------------------------------------------------------------',
      'app-main-3j1t  local    /c/app\\n\\e[31m             ≥3.5 MiB (2.6 MiB in worktrees)  2026-08-08 11:43:27',
      'w2             git      https://x/y.git                                          -  never',
      'w3             unknown  {"image": "ubuntu:24.04"}                           1023 B  2026-09-14 08:02:11',
      '',
      'Last cache sweep of acme/app: could not pack the refs it fetched: fatal: \\x07no'
    ])
  })

  it('shows no sizes unless asked, and a sentence for no workspaces (DL-LS-04)', () => {
    expect(listingLines(listing, false, plain).join('\n')).not.toMatch(/SIZE|MiB/)
    expect(listingLines({ ...listing, rows: [], sources: [], sweeps: [] }, false, plain)).toEqual([
      'devpod has no workspaces.'
    ])
  })
})

describe('size for people', () => {
  const exact = (exclusiveBytes: number) => ({ exclusiveBytes })

  it('says each, the set, what is shared, and why du says more (DL-SIZE-11)', () => {
    const sizes = {
      paths: [
        { path: '/a', disk: exact(7), estimate: null },
        { path: '/b\n', disk: exact(0), estimate: null }
      ],
      together: exact(107),
      total: exact(1131),
      mounts: [],
      closed: []
    }
    expect(sizeLines(sizes, plain)).toEqual([
      '  7 B  /a',
      '  0 B  /b\\n',
      '107 B  together: what deleting all 2 would free',
      '100 B of that is shared between them: it is freed only when the last of them goes.',
      '1.0 KiB more is in files with links elsewhere too: deleting these does not free it.'
    ])
  })

  it('marks floors and names what was closed, in the system’s words (DL-SIZE-08, DL-EXIT-02)', () => {
    const closed = Array.from({ length: 22 }, (_, index) => ({ path: `/a/${index}`, said: 'Permission denied' }))
    const floor = { atLeastBytes: 4096, unreadable: 22 }
    const lines = sizeLines(
      { paths: [{ path: '/a', disk: floor, estimate: null }], together: floor, total: floor, mounts: [], closed },
      plain
    )
    expect(lines.slice(0, 3)).toEqual([
      '≥4.0 KiB  /a',
      'Not everything could be read, so figures marked ≥ are the least it can be:',
      '  /a/0: Permission denied'
    ])
    expect(lines.slice(-2)).toEqual(['  /a/19: Permission denied', '  and 2 more'])
  })

  it('names what is mounted inside, and says why a figure is the most it can be (DL-SIZE-12)', () => {
    const sizes = {
      paths: [{ path: '/a', disk: exact(2048), estimate: 'btrfs' as const }],
      together: exact(2048),
      total: exact(2048),
      mounts: [{ path: '/a/\u001bm', type: 'nfs4' }],
      closed: []
    }
    expect(sizeLines(sizes, plain)).toEqual([
      'up to 2.0 KiB  /a',
      '/a/\\em is a mount of its own (nfs4): it was not entered, and its bytes are in no figure.',
      'Figures marked "up to" are the most it can be: btrfs lets files and snapshots share blocks and packs them, which their sizes do not show.'
    ])
    expect(sizeDocument(sizes)).toMatchObject({
      paths: [{ path: '/a', disk: exact(2048), estimate: 'btrfs' }],
      notices: [expect.stringContaining('is a mount of its own (nfs4)'), expect.stringContaining('btrfs')]
    })
    const ordinary = { ...sizes, paths: [{ path: '/a', disk: exact(1), estimate: null }], mounts: [] }
    expect(Object.keys(sizeDocument(ordinary))).toEqual(['paths', 'together', 'total'])
    expect(Object.keys(sizeDocument(ordinary).paths[0] ?? {})).toEqual(['path', 'disk'])
  })

  it('says nothing of sharing where there is none, and something where paths nest', () => {
    const paths = [{ path: '/a', disk: exact(5), estimate: null }]
    const one = { paths, together: exact(5), total: exact(5), mounts: [], closed: [] }
    expect(sizeLines(one, plain)).toEqual(['5 B  /a'])
    const nested = { ...one, paths: [...one.paths, { path: '/a/b', disk: exact(3), estimate: null }] }
    expect(sizeLines(nested, plain).at(-1)).toBe('Some of the paths lie inside others, so the figures do not add up.')
  })
})

const site: Site = {
  id: 's1',
  source: 'devlaunch',
  kind: 'clone',
  path: '/c/app',
  label: 'app',
  repo: null,
  branch: null,
  workspaces: [],
  state: 'orphaned',
  stateWord: null,
  lastUsed: null,
  disk: { exclusiveBytes: 2048 },
  shared: 5,
  estimate: null,
  measuredAt: null,
  unsaved: null,
  lost: null,
  verdict: 'stands',
  reasons: [{ kind: 'unknown', code: 'not-asked', text: 'Not known yet: what git says' }],
  parent: null,
  changed: 3
}

describe('survey', () => {
  it('has the keys of the headless interface, in its order', () => {
    const document = surveyDocument({ revision: 7, sites: [site], notices: ['n'], failed: false })
    expect(Object.keys(document)).toEqual(['revision', 'sites', 'notices'])
    expect(Object.keys(document.sites[0] ?? {})).toEqual(
      'id source kind path label state lastUsed disk unsaved verdict reasons'.split(' ')
    )
  })

  it('lists the largest first, with the verdict and why', () => {
    const small = { ...site, label: 'small', path: '/c/small', disk: null }
    const lines = surveyLines({ revision: 7, sites: [small, site], notices: [], failed: false }, plain)
    expect(lines[2]).toBe('app    clone  orphaned       2.0 KiB  Cannot tell  /c/app    Not known yet: what git says')
    expect(lines[3]).toContain('not measured')
    expect(surveyLines({ revision: 1, sites: [], notices: [], failed: false }, plain)).toHaveLength(1)
  })
})

describe('progress', () => {
  const job: Job = {
    id: 'j',
    kind: 'scan',
    state: 'running',
    startedAt: '',
    elapsedMs: 0,
    phases: [{ id: 'measure', state: 'running', done: 0, total: null, detail: '' }],
    entries: 12_345,
    bytes: 1_048_576,
    current: '/home/u/very/long\u001b[2J/name',
    measured: 0,
    sites: 0,
    fault: null
  }

  it('fits the line and keeps the end of the path', () => {
    expect(progressLine(job, 66)).toBe('Measuring, 12,345 entries, 1.0 MiB so far  …u/very/long\\e[2J/name')
    expect(progressLine(job, 40).length).toBeLessThan(40)
    expect(progressLine({ ...job, entries: 0, current: null, phases: [] }, 80)).toBe('Working')
  })
})
