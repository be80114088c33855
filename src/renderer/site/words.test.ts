import { describe, expect, test } from 'vitest'
import { closedBeyond, sharedNote, sharedWords, unaskedWords } from './words'

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

test('a question nobody asked is not an answer, and a workspace devlaunch did not make is not asked at all', () => {
  expect(unaskedWords({ kind: 'clone' }).title).toBe('Not asked yet')
  expect(unaskedWords({ kind: 'checkout' }).title).toBe('Not asked yet')
  expect(unaskedWords({ kind: 'folder' }).title).toBe('Not looked at')
})

test('what could not be read and is not listed is counted', () => {
  const closed = [{ path: '/a', said: 'Permission denied' }]
  expect(closedBeyond({ closed, closedCount: 40 })).toBe(39)
  expect(closedBeyond({ closed, closedCount: 1 })).toBe(0)
})
