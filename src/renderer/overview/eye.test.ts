import { expect, test } from 'vitest'
import type { Reason, Site } from '../../shared/model'
import { diskShares } from '../disk/shares'
import { needsEye } from './eye'

const site = (id: string, size: number | null, reasons: Reason[], parent: string | null = null): Site => ({
  id,
  source: 'devlaunch',
  kind: 'clone',
  path: `/x/${id}`,
  label: id,
  repo: null,
  branch: null,
  workspaces: [],
  state: null,
  stateWord: null,
  lastUsed: null,
  disk: size === null ? null : { exclusiveBytes: size },
  shared: null,
  estimate: null,
  measuredAt: null,
  unsaved: null,
  lost: null,
  verdict: reasons.length === 0 ? 'collectable' : 'stands',
  reasons,
  parent,
  changed: 1
})
const loses: Reason = { kind: 'loses', code: 'commits', text: '1 commit on no remote' }
const unknown: Reason = { kind: 'unknown', code: 'locked', text: 'git lock: "claude session"' }
const disputed: Reason = { kind: 'disputed', code: 'records', text: 'The workspace a opens another folder.' }
const claimed: Reason = { kind: 'claimed', code: 'opened', text: 'A workspace opens it.' }
const of = (...sites: Site[]) => needsEye(sites, new Map(sites.map((one) => [one.id, one])))

test('names what would lose work or could not be told, the largest first; not what is in use or can go', () => {
  const { shown, all } = of(
    site('small', 1, [loses]),
    site('used', 99, [claimed]),
    site('free', 98, []),
    site('big', 50, [unknown]),
    site('unmeasured', null, [disputed])
  )
  expect(shown.map((entry) => entry.site.id)).toEqual(['big', 'small', 'unmeasured'])
  expect(all).toBe(3)
})

test('six at most, and how many there are in all', () => {
  const { shown, all } = of(...Array.from({ length: 9 }, (_, at) => site(`s${at}`, at, [loses])))
  expect(shown).toHaveLength(6)
  expect(all).toBe(9)
})

test('a nested one is named with what it lies in; each has its icon and its few words', () => {
  const { shown } = of(
    site('kestrel', 9, [claimed]),
    site('agent', 5, [unknown], 'kestrel'),
    site('d', 4, [disputed]),
    site('l', 3, [loses])
  )
  expect(shown.map(({ name, icon, why }) => [name, icon, why])).toEqual([
    ['kestrel › agent', 'lock', 'git lock: "claude session"'],
    ['d', 'not-equal', 'Records disagree'],
    ['l', 'warning', '1 commit on no remote']
  ])
  expect(shown[1]?.reason).toBe(disputed.text)
})

test('the disk meter never shows more than is used, and nothing of a disk of unknown size', () => {
  const disk = { totalBytes: 100, freeBytes: 20 }
  expect(diskShares(disk, 30, 10)).toEqual({ other: 0.5, held: 0.2, reclaimable: 0.1 })
  expect(diskShares(disk, 500, 0)).toEqual({ other: 0, held: 0.8, reclaimable: 0 })
  expect(diskShares({ totalBytes: 0, freeBytes: 0 }, 5, 0)).toEqual({ other: 0, held: 0, reclaimable: 0 })
})

test('a row says in few words what the icon does not', () => {
  const { shown } = of(
    site('a', 2, [{ kind: 'loses', code: 'unsaved', text: 'Would lose 1 unpushed commit(s).' }]),
    site('c', 2, [{ kind: 'loses', code: 'unsaved', text: `Would lose 3 uncommitted change(s) (${'n'.repeat(40)}).` }]),
    site('b', 1, [{ kind: 'unknown', code: 'unsaved', text: 'Could not tell: git could not read /x.' }])
  )
  expect(shown.map(({ why, reason }) => [why, reason])).toEqual([
    ['1 unpushed commit', 'Would lose 1 unpushed commit.'],
    ['3\u00a0files', expect.stringMatching(/^Would lose 3 uncommitted changes \(n+\)\.$/)],
    ['git could not read it', 'Could not tell: git could not read /x.']
  ])
})
