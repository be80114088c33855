import { expect, test } from 'vitest'
import type { ActProgress } from '../../../shared/plan'
import { doneWith, rowWith } from '../rows-for-tests'
import { stepsOf } from './Steps'
import { actingRows, actSpoken, leftTimeWords, leftWords, stillIn, timeLeft } from './status'
import { isOver, merged } from './use-act'

const progress = (part: Partial<ActProgress> = {}): ActProgress => ({
  act: 'a',
  plan: 'prune',
  id: 'p',
  state: 'removing',
  refused: null,
  waiting: null,
  stopping: false,
  current: 'b',
  done: 1,
  total: 3,
  claims: { clones: 10 },
  startedAt: '2026-12-01T10:00:00Z',
  elapsedMs: 2_000,
  ...part
})
const approved = [rowWith({ id: 'a' }), rowWith({ id: 'b' }), rowWith({ id: 'c' }), rowWith({ id: 'd' })]

test('each row by what became of it; the row in hand has what its kind freed beyond the others', () => {
  const done = [
    doneWith({ id: 'a', removedBytes: 4 }),
    doneWith({ id: 'd', outcome: 'kept', because: 'A workspace opened it.', removedBytes: 0 })
  ]
  const rows = actingRows(approved, done, progress())
  expect(rows.map(({ id, status, gone }) => [id, status, gone])).toEqual([
    ['a', 'went', 4],
    ['b', 'removing', 6],
    ['c', 'waiting', 0],
    ['d', 'left', 0]
  ])
  expect(leftWords(rows, false)?.title).toBe('One item left the list at the second look.')
  expect(leftWords(rows.slice(0, 3), false)).toBeNull()
  expect(stillIn(approved, done).map((row) => row.id)).toEqual(['a', 'b', 'c'])
  expect(actSpoken(progress(), rows)).toBe('Removing, 1 of 3: kestrel-perf-1e77')
})

test('"Removed" only where it was proved: absent is gone, a part is refused in part, a failure fails', () => {
  const words = (['removed', 'absent', 'dropped', 'removed-in-part', 'failed', 'kept'] as const).map(
    (outcome) => actingRows([], [doneWith({ outcome })], null)[0]?.word
  )
  expect(words).toEqual(['Removed', 'Is gone', 'Dropped', 'Refused in part', 'Failed', 'Left'])
})

test('the list may shrink at the second look and says by how much', () => {
  expect(stepsOf(progress({ state: 'second-look' }), 8, 0).map((step) => step.state)).toEqual(['now', 'next', 'next'])
  expect(stepsOf(progress(), 8, 1)[0]?.text).toBe('8\u00a0items became 7')
  expect(stepsOf(progress(), 8, 1)[1]).toMatchObject({ text: '1 of 3', state: 'now' })
})

test('time left is told only where it is no guess', () => {
  expect(timeLeft(1, 100, 60_000)).toBeNull()
  expect(timeLeft(50, 100, 500)).toBeNull()
  expect(timeLeft(50, 100, 10_000)).toBe(10_000)
  expect([4_400, 22_000, 240_000].map(leftTimeWords)).toEqual(['about 4 s left', 'about 20 s left', 'about 4 min left'])
})

test('an act is over in every state but three; a row that is told twice stands once', () => {
  const over = (['second-look', 'removing', 'finishing', 'done', 'stopped', 'refused', 'failed'] as const).filter(
    (state) => isOver(progress({ state }))
  )
  expect(over).toEqual(['done', 'stopped', 'refused', 'failed'])
  expect(
    merged([doneWith()], [doneWith({ removedBytes: 7 }), doneWith({ id: 'z' })]).map((row) => row.removedBytes)
  ).toEqual([7, 3])
})
