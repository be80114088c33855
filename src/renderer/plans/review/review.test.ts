import { describe, expect, test } from 'vitest'
import type { PlanRow } from '../../../shared/plan'
import { busy, held, keptFor, loses, rowWith, unread } from '../rows-for-tests'
import { rowName } from '../words'
import { linesByClone } from './by-clone'
import { claimNote, claimsOf } from './claims'
import { groupOfRow, type Line, linesOf } from './lines'
import { answerWords, questionWord, sizeWords, stateOf, verdictOf } from './marks'
import { rowReason, withLoss } from './reasons'
import { remedyFor } from './remedy'
import { actWords, insistedAside, tickedRows, tickOf, turned } from './ticks'

const clone = rowWith({ id: 'a', disk: { exclusiveBytes: 5 } })
const other = rowWith({ id: 'b', path: '/c/acme/quill/quill-main', disk: { atLeastBytes: 3, unreadable: 1 } })
const volumes = rowWith({
  id: 'v',
  kind: 'volumes',
  name: 'old-one',
  path: '/copies/old-one.json',
  volumes: ['x', 'y']
})
const record = rowWith({ id: 'd', kind: 'record', name: 'acme/quill/gone', decision: 'drop', path: '/c/gone' })
const lock = rowWith({ id: 'l', kind: 'launch-lock', name: 'old-one', path: '/locks/old-one.lock' })
const losing = keptFor([loses], {
  id: 'k',
  path: '/c/acme/lumen/lumen-spike',
  overridable: 'force',
  disk: { exclusiveBytes: 9 }
})
const insisted = rowWith({ ...losing, decision: 'remove', reasons: [], overridden: [loses] })
const opened = (at: number) => keptFor([held], { id: `h${at}`, path: `/c/acme/kestrel/k-${at}` })
const none: ReadonlySet<string> = new Set()
const short = (lines: readonly Line[]) =>
  lines.map((line) =>
    line.kind === 'row' ? line.row.id : line.kind === 'fold' ? `+${line.rows.length} ${line.reason}` : `# ${line.group}`
  )

describe('the three groups', () => {
  test('what goes, what is kept, and what nobody can tell are never mixed (ui 6)', () => {
    expect(groupOfRow(clone)).toBe('goes')
    expect(groupOfRow(record)).toBe('goes')
    expect(groupOfRow(losing)).toBe('kept')
    expect(groupOfRow(keptFor([held]))).toBe('kept')
    expect(groupOfRow(keptFor([unread]))).toBe('unknown')
    expect(groupOfRow(keptFor([{ kind: 'disputed', code: 'disputed', text: 'x' }, held]))).toBe('unknown')
    expect(groupOfRow(insisted)).toBe('goes')
  })

  test('long runs of one reason fold, rows that can be promoted never do', () => {
    const kept = [1, 2, 3, 4].map(opened)
    const rows = [clone, losing, ...kept, keptFor([unread], { id: 'u', overridable: 'force' })]
    const view = { turned: none, typed: '' }
    expect(short(linesOf(rows, view))).toEqual([
      '# goes',
      'a',
      '# kept',
      'k',
      '+4 A workspace opens each',
      '# unknown',
      'u'
    ])
    const fold = linesOf(rows, view).find((line) => line.kind === 'fold')
    const open = linesOf(rows, { turned: new Set([fold?.key ?? '']), typed: '' })
    expect(short(open)).toContain('h4')
    expect(short(linesOf(rows, { turned: new Set(['kept']), typed: '' }))).toEqual([
      '# goes',
      'a',
      '# kept',
      '# unknown',
      'u'
    ])
  })

  test('small things stand in one line that opens to each', () => {
    const rows = [clone, volumes, record, lock, { ...lock, id: 'l2' }]
    expect(short(linesOf(rows, { turned: none, typed: '' }))).toEqual([
      '# goes',
      'a',
      '+4 2\u00a0volumes, 1\u00a0record, 2\u00a0launch locks'
    ])
    expect(short(linesOf(rows.slice(0, 4), { turned: none, typed: '' }))).toEqual(['# goes', 'a', 'v', 'd', 'l'])
  })

  test('what is typed finds a row by name, path, reason and volume, also inside a fold', () => {
    const rows = [clone, volumes, losing, ...[1, 2, 3, 4].map(opened)]
    const typed = (words: string) => short(linesOf(rows, { turned: none, typed: words }))
    expect(typed('K-3')).toEqual(['# kept', 'h3'])
    expect(typed('kestrel-main opens')).toHaveLength(5)
    expect(typed('lumen commit')).toEqual(['# kept', 'k'])
    expect(typed('x y old')).toEqual(['# goes', 'v'])
    expect(typed('nothing like it')).toEqual([])
  })
})

describe('what the button says and takes', () => {
  test('names the verb and the thing, and what is lost (ui 7)', () => {
    expect(actWords([clone, other, volumes, lock])).toBe('Remove 2\u00a0clone folders, 2\u00a0volumes')
    expect(actWords([lock, record])).toBe('Remove 1\u00a0launch lock, 1\u00a0record')
    expect(actWords([clone, insisted])).toBe('Remove 2\u00a0clone folders and lose 2\u00a0files, 1\u00a0commit')
    expect(actWords([insisted, { ...insisted, id: 'k2' }])).toMatch(/and lose work in 2 of them$/)
    expect(actWords([rowWith({ overridden: [unread] })])).toMatch(/, 1 of them unchecked$/)
    expect(actWords([])).toBe('Nothing to remove')
    expect(insistedAside([clone])).toBeNull()
    expect(insistedAside([clone, insisted, rowWith({ overridden: [unread] })])).toBe(
      '1 would lose work and 1 unchecked'
    )
  })

  test('rows that stay are never in, whatever is ticked; a half set is told apart', () => {
    const rows = [clone, other, losing]
    expect(tickedRows(rows, none).map((row) => row.id)).toEqual(['a', 'b'])
    const off = turned([clone], none)
    expect(tickedRows(rows, off).map((row) => row.id)).toEqual(['b'])
    expect(tickOf(rows, off)).toBe('some')
    expect(tickOf(rows, turned(rows, none))).toBe('none')
    expect(turned(rows, off)).toEqual(none)
    expect(turned([losing], none)).toEqual(none)
  })
})

describe('claims', () => {
  test('each has the engine’s own figure; what has no size is a claim without one, and nothing is added up', () => {
    const totals = { clones: { atLeastBytes: 8, unreadable: 1 } }
    const claims = claimsOf([clone, other, losing, volumes, record, lock], none, totals)
    expect(claims.map(({ key, bytes, count }) => [key, bytes, count])).toEqual([
      ['clones', totals.clones, null],
      ['small', null, '2\u00a0volumes']
    ])
    expect(claims[1]?.text).toBe('1\u00a0launch lock, 1\u00a0record')
    expect(claimNote(claims)).toContain('not added up')
    const inside = rowWith({ id: 'w', kind: 'worktree' })
    const three = claimsOf([clone, inside], none, { clones: { exclusiveBytes: 5 }, worktrees: { exclusiveBytes: 4 } })
    expect(three.map(({ bytes }) => bytes)).toEqual([{ exclusiveBytes: 5 }, { exclusiveBytes: 4 }])
  })

  test('rows taken out leave the count, and the figure is unknown until the engine gave it', () => {
    const [claim] = claimsOf([clone, other], turned([other], none), null)
    expect(claim).toMatchObject({ bytes: null, text: '1\u00a0folder of 2', tick: 'some' })
    const [, small] = claimsOf([clone, volumes, lock], turned([volumes, lock], none), {})
    expect(small).toMatchObject({ count: 'None', tick: 'none' })
  })
})

describe('a row in words', () => {
  test('fact first, in as few words as there is room for', () => {
    expect(rowReason(clone)).toBe('Nothing opens it')
    expect(rowReason(losing)).toBe('2\u00a0files, 1\u00a0commit only here')
    expect(rowReason(keptFor([held]))).toBe('kestrel-main opens it')
    expect(rowReason(keptFor([unread]))).toBe('git could not read it')
    expect(rowReason(keptFor([busy, loses]))).toBe('A launch holds it at the moment, and one reason more')
    expect(rowReason(insisted)).toBe('Loses 2\u00a0files, 1\u00a0commit')
    expect(rowReason(rowWith({ overridden: [unread] }))).toBe('Could not be checked')
  })

  test('every kept row names one step that would change it', () => {
    for (const reason of [held, loses, unread, busy])
      expect(remedyFor(keptFor([reason]))?.text).toMatch(/then plan again/)
    expect(remedyFor(clone)).toBeNull()
  })

  test('verdict, state and size', () => {
    expect(verdictOf(clone)).toEqual({ group: 'nothing-to-lose' })
    expect(verdictOf(losing)).toEqual({ group: 'would-lose', word: 'Would lose 2\u00a0files, 1\u00a0commit' })
    expect(verdictOf(insisted).word).toMatch(/^Loses /)
    expect(verdictOf(keptFor([held]))).toEqual({ group: 'in-use' })
    expect(stateOf(clone, null)).toBe('orphaned')
    expect(stateOf(keptFor([held]), 'live')).toBe('live')
    expect(stateOf(volumes, null)).toBeNull()
    expect(sizeWords(other)).toContain('1\u00a0folder could not be read')
    expect(answerWords({ question: 'held', answer: 'safe', text: 'x' })).toBe('No workspace devpod lists')
    expect(answerWords({ question: 'unsaved', answer: 'reason', text: '2 commit(s).' })).toBe('2 commits.')
    expect(questionWord('hidden-flags')).toBe('Hidden edits')
    expect(questionWord('something-new')).toBe('something new')
  })
})

describe('what a loss is made of', () => {
  const stash = { ...loses, text: 'Would lose 1 unpushed commit(s).' }
  const row = keptFor([stash], { overridable: 'force' })
  const lost = { files: 0, commits: 0, stashes: 1 }

  test('a stash is called one where a scan has counted the very loss, and never where the loss is another', () => {
    expect(rowReason(row)).toBe('1\u00a0commit only here')
    expect(rowReason(withLoss(row, { lost, reasons: [stash] }))).toBe('1\u00a0stash only here')
    expect(rowReason(withLoss(row, { lost, reasons: [loses] }))).toBe('1\u00a0commit only here')
    expect(rowReason(withLoss(row, undefined))).toBe('1\u00a0commit only here')
  })

  test('the chip, the button and the switched row say the same', () => {
    const counted = withLoss(
      { ...row, decision: 'remove', reasons: [], overridden: [stash] },
      { lost, reasons: [stash] }
    )
    expect(rowReason(counted)).toBe('Loses 1\u00a0stash')
    expect(verdictOf(counted)).toEqual({ group: 'would-lose', word: 'Loses 1\u00a0stash' })
    expect(actWords([counted])).toBe('Remove 1\u00a0clone folder and lose 1\u00a0stash')
  })
})

test('a claim is an estimate as soon as one of its rows is, and has no figure while nobody knows it', () => {
  const estimated = rowWith({ id: 'e', disk: { exclusiveBytes: 5 }, estimate: 'zfs' })
  const [claim] = claimsOf([clone, estimated], none, {})
  expect(claim).toMatchObject({ bytes: null, estimate: 'zfs' })
  expect(claimsOf([clone, estimated], new Set(['e']), { clones: { exclusiveBytes: 5 } })[0]?.estimate).toBeNull()
  expect(sizeWords(estimated)).toBe('The most it can be, on zfs')
})

describe('by clone (mock 19)', () => {
  const main = '/c/acme/kestrel/kestrel-main-4f2a'
  const inside = (id: string, path: string, part: Partial<PlanRow> = {}) =>
    rowWith({ id, kind: 'worktree', path: `${main}/.claude/worktrees/${path}`, ...part })
  const rows = [
    clone,
    inside('w2', 'agent-e5f2', { registrations: 2 }),
    inside('w1', 'agent-a49a', { registrations: 1 }),
    inside('s', 'agent-c771/.pixi/envs/default', { kind: 'subtree', restore: 'pixi install --frozen -e default' }),
    inside('k', 'agent-c771', { decision: 'keep', reasons: [loses] }),
    keptFor([held], { id: 'h', path: main }),
    record
  ]

  test('the clone, then what lies in it by path, what is nested under what holds it; small things last', () => {
    const lines = linesByClone(rows, { turned: none, typed: '' })
    const told = lines.map((line) =>
      line.kind === 'row' ? `${line.row.id} ${line.group} ${line.depth}` : line.kind === 'clone' ? `# ${line.name}` : ''
    )
    expect(told).toEqual([
      '# kestrel-main-4f2a',
      'h kept 0',
      'w1 goes 0',
      'k kept 0',
      's goes 1',
      'w2 goes 0',
      '# Clone folders',
      'a goes 0',
      '# Volumes, locks, records',
      'd goes 0'
    ])
  })

  test('a closed clone has its head alone, and what is typed leaves out what does not answer', () => {
    const turnedOff = linesByClone(rows, { turned: new Set([main]), typed: '' })
    expect(turnedOff.slice(0, 2).map((line) => line.kind)).toEqual(['clone', 'clone'])
    const found = linesByClone(rows, { turned: none, typed: 'pixi' })
    expect(found.map((line) => line.key)).toEqual([main, 's'])
  })

  test('rows inside are named with their clone, and say why they go', () => {
    const [, second, , subtree] = rows
    expect(second && rowName(second)).toBe('kestrel-main-4f2a › agent-e5f2')
    expect(second && rowReason(second)).toBe('Clean, drops 2\u00a0registrations')
    expect(subtree && rowName(subtree)).toBe('agent-c771/.pixi/envs/default')
    expect(subtree && rowReason(subtree)).toBe('pixi install --frozen -e default restores it')
  })
})
