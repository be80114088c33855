import { describe, expect, test } from 'vitest'
import type { AnswerForm } from '../workspaces/answer'
import { closedBeyond, lossWords, sharedNote, sharedWords } from './words'

describe('who shares files', () => {
  test.each([
    [[], null],
    [['a'], 'Hard links with a'],
    [['a', 'b'], 'Hard links with a and b'],
    [['a', 'b', 'c'], 'Hard links with a, b and 1\u00a0other'],
    [['a', 'b', 'c', 'd', 'e'], 'Hard links with a, b and 3\u00a0others']
  ])('%j reads %s', (names, words) => {
    expect(sharedWords(names)).toBe(words)
  })

  test('not measured, nothing shared and shared with nobody we know are three different things', () => {
    const notes = [
      sharedNote({ shared: null, sharedWith: [] }),
      sharedNote({ shared: 0, sharedWith: [] }),
      sharedNote({ shared: 7, sharedWith: [] })
    ]
    expect(notes).toEqual([
      'Not measured yet',
      'It shares no file with anything else',
      'Hard links that lead out of it'
    ])
  })
})

test('what would be lost is named, and nothing that is not known reads as an amount', () => {
  const note = (form: AnswerForm) => lossWords({ form, text: '3 files', whole: '' })
  expect(note('loses')).toEqual({ amount: 'Not known yet', note: '3 files' })
  expect(note('cannot')).toEqual({ amount: 'Not known yet', note: '3 files' })
  expect(note('not-asked').amount).toBe('Not known yet')
  expect(note('clear').amount).toBe('Nothing')
})

test('what could not be read and is not listed is counted', () => {
  const closed = [{ path: '/a', said: 'Permission denied' }]
  expect(closedBeyond({ closed, closedCount: 40 })).toBe(39)
  expect(closedBeyond({ closed, closedCount: 1 })).toBe(0)
})
