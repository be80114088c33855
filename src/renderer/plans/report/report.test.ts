import { expect, test } from 'vitest'
import type { ReportHead } from '../../../shared/plan'
import { runWords } from '../../history/words'
import { doneWith } from '../rows-for-tests'
import { reportText } from './as-text'
import {
  isMeasured,
  isSmall,
  oftenBecause,
  quoted,
  reportSays,
  reportSections,
  reportTitle,
  smallWords
} from './sections'

const head = (part: Partial<ReportHead> = {}): ReportHead => ({
  act: 'a',
  plan: 'prune',
  id: 'p',
  startedAt: '2026-12-01T12:06:03Z',
  finishedAt: '2026-12-01T12:06:41Z',
  ending: 'part',
  stopped: false,
  refused: null,
  promised: { atLeastBytes: 4_900_000_000, unreadable: 1 },
  claims: { clones: 4_600_000_000 },
  freed: { removedBytes: 4_600_000_000, freeBefore: 31_400_000_000, freeAfter: 36_000_000_000 },
  exit: 1,
  rows: 8,
  outcomes: { removed: 4, dropped: 1, 'removed-in-part': 1, kept: 2 },
  notes: ['Docker images are not touched.'],
  ...part
})
const refused = doneWith({
  id: 'q',
  path: '/c/quill',
  outcome: 'removed-in-part',
  refusals: [{ path: '/c/quill/build/out', said: 'Permission denied', code: 'EACCES' }],
  removedBytes: 800_000_000
})
const left = doneWith({
  id: 'l',
  path: '/c/ferry',
  outcome: 'kept',
  because: 'A workspace opens it: ferry.',
  removedBytes: 0
})

test('titles and sentences say what went, what was refused and what was left', () => {
  expect(reportTitle(head())).toBe('Pruned what was permitted')
  expect(reportTitle(head({ ending: 'all' }))).toBe('Pruned')
  expect(reportTitle(head({ ending: 'nothing', stopped: true }))).toBe('Nothing was removed')
  expect(reportTitle(head({ stopped: true }))).toBe('Pruned until it was stopped')
  expect(reportSays(head())).toMatch(/^5\u00a0items went, 1 went in part and 2 were left\. \d\d:06:41, took 38 s\.$/)
  expect(reportSays(head({ outcomes: {} }))).toMatch(/^Nothing was done\. /)
  expect(runWords(head())).toBe('5\u00a0items, 1 refused by the system and 2 left')
  expect(runWords(head({ refused: { code: 'busy', text: 'Another act runs.' } }))).toBe('Another act runs.')
})

test('rows stand under what became of them, and empty groups do not stand', () => {
  expect(reportSections([refused, left, doneWith()]).map(({ key, rows }) => [key, rows.length])).toEqual([
    ['removed', 1],
    ['refused', 1],
    ['left', 1]
  ])
  const cut = doneWith({ outcome: 'removed-in-part', because: 'Clearhold ended while it was being removed.' })
  expect(reportSections([cut]).map(({ title }) => title)).toEqual(['Not finished, and why'])
  expect(reportSections([doneWith({ outcome: 'absent' })]).map(({ key }) => key)).toEqual(['removed'])
})

test('many small things stand in one line', () => {
  const rows = [
    doneWith({ kind: 'volumes' }),
    doneWith({ kind: 'volumes' }),
    doneWith({ kind: 'launch-lock' }),
    doneWith({ kind: 'record' })
  ]
  expect(smallWords(rows)).toBe('volumes of 2\u00a0workspaces, 1\u00a0launch lock, 1\u00a0record')
  expect(rows.every(isSmall)).toBe(true)
  expect(isSmall(doneWith())).toBe(false)
})

test('an act that ended in the middle claims no figure and no length', () => {
  const cut = head({
    stopped: true,
    promised: { exclusiveBytes: 0 },
    claims: { clones: 0 },
    freed: { removedBytes: 0, freeBefore: null, freeAfter: null }
  })
  expect(isMeasured(cut)).toBe(false)
  expect(isMeasured(head())).toBe(true)
  expect(runWords({ ...cut, outcomes: { failed: 1 } })).toBe('1 not finished, then stopped')
  expect(reportSays(cut)).not.toContain('took')
  expect(reportText(cut, [], 'decimal')).toContain('What it freed was not counted.')
  expect(reportText(cut, [], 'decimal')).not.toContain('Promised')
})

test('a cause is offered, never asserted, with a command to look', () => {
  expect(oftenBecause(['EACCES'])?.text).toMatch(/^Often /)
  expect(oftenBecause(['EROFS'])?.command('/a b')).toBe("findmnt -T '/a b'")
  expect(oftenBecause(['EIO'])).toBeNull()
  expect(quoted("it's")).toBe("'it'\\''s'")
})

test('the copied report has whole paths, the system’s words, promised beside removed, and no odd spaces', () => {
  const text = reportText(head(), [doneWith(), refused, left], 'decimal')
  expect(text).toContain('/c/quill/build/out: Permission denied')
  expect(text).toContain(
    'Freed in clone folders: 4.6 GB\nPromised: ≥ 4.9 GB\nFree on the disk: 31.4 GB before, 36.0 GB after'
  )
  expect(text).toContain('Left: /c/ferry\n    A workspace opens it: ferry.')
  expect(text).not.toContain('\u00a0')
})
