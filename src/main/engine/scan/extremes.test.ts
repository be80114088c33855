import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { levels, makeDeep, names } from '../../../../e2e/world/extreme-trees'
import { du, inMemory, scratch, weighPaths } from '../../../../e2e/world/scanning'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch(inMemory)
  at = disk.at
})
afterEach(() => {
  execFileSync('rm', ['-rf', at('site'), at('half')])
  disk.remove()
})

test(`S018, DL-SIZE-13: ${levels} levels take no more than their number`, { timeout: 600_000 }, async () => {
  makeDeep(at('site'), levels)
  makeDeep(at('half'), levels / 2)
  const timed = async (path: string) => {
    const times: number[] = []
    let ledger = await weighPaths([path])
    for (let round = 0; round < 2; round++) {
      const began = process.cpuUsage()
      ledger = await weighPaths([path])
      const { user, system } = process.cpuUsage(began)
      times.push((user + system) / 1000)
    }
    expect(ledger.doors(path)).toEqual([])
    return { ledger, took: Math.min(...times) }
  }
  const half = await timed(at('half'))
  const { ledger, took } = await timed(at('site'))
  expect(ledger.entries(at('site'))).toBe(1 + levels * 3)
  expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
  console.warn(
    `${levels} levels in ${took.toFixed(0)} ms of processor time, half of them in ${half.took.toFixed(0)} ms`
  )
  // Work, not time: twice as deep may take twice as much; what grows by the square would take four times.
  expect(took).toBeLessThan(Math.max(500, half.took * 3.6))
})

test(`${names} empty files in one folder`, { timeout: 600_000 }, async () => {
  const script = `
import os, sys
os.mkdir(sys.argv[1]); os.chdir(sys.argv[1])
for index in range(int(sys.argv[2])): os.mknod('%07d' % index)`
  execFileSync('python3', ['-c', script, at('site'), String(names)])
  const ledger = await weighPaths([at('site')])
  expect(ledger.entries(at('site'))).toBe(1 + names)
  expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
})
