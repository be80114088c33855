import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { levels, makeDeep, names } from '../../../../e2e/world/extreme-trees'
import { asideIn, doomed, removeApart, removing } from '../../../../e2e/world/removing'
import { du, giveAway, inMemory, scratch } from '../../../../e2e/world/scanning'

const patient = { timeout: 600_000 }

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch(inMemory)
  at = disk.at
})
afterEach(() => {
  execFileSync('rm', ['-rf', at('site')])
  disk.remove()
})

const WIDE = `
import os, sys
os.mkdir(sys.argv[1]); os.chdir(sys.argv[1])
for index in range(int(sys.argv[2])):
    if index % 100 == 0: os.mkdir('%07d-with-a-name-of-some-length' % index)
    else: os.mknod('%07d-with-a-name-of-some-length' % index)`

const made = (script: string, count: number) => execFileSync('python3', ['-c', script, at('site'), String(count)])

test.each([1, 2] as const)(`CS-29: ${levels} levels go with 48 descriptors, threads: %i`, patient, (threads) => {
  makeDeep(at('site'), levels)
  giveAway(at())
  const held = du(at('site'))
  const limits = 'ulimit -n 48 && export NODE_OPTIONS=--max-old-space-size=64'
  expect(removeApart(doomed(at('site')), { limits, threads })).toEqual({
    kind: 'removed',
    bytes: held,
    refusals: [],
    why: null
  })
  expect(readdirSync(at())).toEqual([])
})

test('CS-25, CS-29: what refuses at the very bottom is one line, and everything else goes', patient, () => {
  const few = 2000
  makeDeep(at('site'), few)
  giveAway(at())
  const bottom = at('site', ...Array.from({ length: 300 }, () => 'next'))
  chmodSync(bottom, 0o555)
  const end = removeApart(doomed(at('site')), { aside: asideIn(at()) })
  expect(end.kind).toBe('in-part')
  expect(end.refusals).toEqual([{ path: bottom, said: 'Permission denied', code: 'EACCES' }])
  expect(readdirSync(at('site'))).toEqual(['next'])
  expect(readdirSync(bottom).sort()).toEqual(['beside', 'file', 'next'])
  chmodSync(bottom, 0o755)
  expect(removeApart(doomed(at('site'))).kind).toBe('removed')
})

test(`CS-29: ${names} entries of one folder go without all their names being held`, patient, () => {
  made(WIDE, names)
  giveAway(at())
  const held = du(at('site'))
  const limits = 'export NODE_OPTIONS=--max-old-space-size=20'
  expect(removeApart(doomed(at('site')), { limits })).toEqual({ kind: 'removed', bytes: held, refusals: [], why: null })
})

test(`a folder of ${names} entries that nobody may take out is one line, and is listed once`, patient, () => {
  made(WIDE, names)
  giveAway(at())
  chmodSync(at('site'), 0o555)
  const limits = 'export NODE_OPTIONS=--max-old-space-size=40'
  const end = removeApart(doomed(at('site')), { limits })
  expect(end.refusals).toEqual([{ path: at('site'), said: 'Permission denied', code: 'EACCES' }])
  expect(end.kind).toBe('nothing')
})

test('the event loop turns on while a large tree goes, and what went is told on the way', patient, async () => {
  made(WIDE, names)
  const told: number[] = []
  const late = monitorEventLoopDelay({ resolution: 5 })
  late.enable()
  const began = performance.eventLoopUtilization()
  const end = await removing(doomed(at('site')), { onProgress: ({ entries }) => told.push(entries) })
  late.disable()
  const busy = performance.eventLoopUtilization(began)
  expect(end.kind).toBe('removed')
  // The time in which this thread does nothing but wait: the work is done by others.
  expect(busy.utilization).toBeLessThan(0.2)
  expect(late.percentile(50) / 1e6).toBeLessThan(50)
  expect(told.length).toBeGreaterThan(1)
  expect(told).toEqual([...told].sort((one, other) => one - other))
})
