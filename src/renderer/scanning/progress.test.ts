import { expect, test } from 'vitest'
import type { Phase } from '../../shared/model'
import { countWords, phaseCount } from './progress'

const phase = (change: Partial<Phase>): Phase => ({
  id: 'measure',
  state: 'running',
  done: 0,
  total: null,
  detail: '',
  ...change
})

test('a phase counts only what it has counted, and says an end only when it is known', () => {
  expect(phaseCount(phase({ state: 'waiting' }))).toBe('')
  expect(phaseCount(phase({}))).toBe('')
  expect(phaseCount(phase({ done: 7 }))).toBe('7 so far')
  expect(phaseCount(phase({ done: 18, total: 31 }))).toBe('18 of 31')
  expect(phaseCount(phase({ state: 'done', done: 31, total: 31 }))).toBe('31')
  expect(phaseCount(phase({ state: 'failed', done: 0, total: 0 }))).toBe('')
  expect(phaseCount(phase({ state: 'failed', done: 3, total: 31 }))).toBe('3 of 31')
})

test('nothing is counted before it is known how much there is', () => {
  expect(countWords({ measured: 0, sites: 0, entries: 0 })).toBe('Looking for workspaces')
  expect(countWords({ measured: 18, sites: 31, entries: 412_380 })).toBe('18 of 31\u00a0workspaces, 412,380\u00a0files')
})
