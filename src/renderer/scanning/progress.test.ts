import { expect, test } from 'vitest'
import type { Phase } from '../../shared/model'
import { countWords, phaseCount, rateWords, sampled } from './progress'

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

test('the rate is that of the last two seconds, in three figures, and of one job only', () => {
  const nb = (text: string) => text.replace(' ', '\u00a0')
  let samples = sampled([], { elapsedMs: 0, entries: 0 })
  expect(rateWords(samples)).toBeNull()
  for (let at = 100; at <= 1000; at += 100) samples = sampled(samples, { elapsedMs: at, entries: at * 41.237 })
  expect(rateWords(samples)).toBe(nb('41,200 files a second'))
  for (let at = 1100; at <= 4000; at += 100) samples = sampled(samples, { elapsedMs: at, entries: 41_237 })
  expect(rateWords(samples)).toBeNull()
  samples = sampled(samples, { elapsedMs: 50, entries: 5 })
  expect(samples).toHaveLength(1)
  expect(rateWords(sampled(samples, { elapsedMs: 1050, entries: 12 }))).toBe(nb('7 files a second'))
})
