import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { du, type Reference, reference, scratch, weighPaths } from '../../../../e2e/world/scanning'
import { placeOf } from '../place'
import type { Ledger } from './weigh'

const seeds = Number(process.env['CLEARHOLD_SEEDS'] ?? 40)
const start = Number(process.env['CLEARHOLD_SEED'] ?? Math.floor(Math.random() * 1e9))

/** A small generator of numbers in [0, below), the same for the same seed (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Grows a forest with links within and between its tops; returns the tops. */
function grow(top: string, throwDie: (below: number) => number): string[] {
  const tops = ['one', 'two', 'outside'].map((name) => join(top, name))
  for (const folder of tops) mkdirSync(folder)
  const folders = [...tops]
  const files: string[] = []
  const pick = (list: readonly string[]): string => list[throwDie(list.length)] ?? top
  for (let index = 0; index < 30 + throwDie(90); index++) {
    const path = join(pick(folders), `${throwDie(5) === 0 ? 'é\n' : 'n'}${index}`)
    const kind = throwDie(10)
    if (kind < 3) {
      mkdirSync(path)
      folders.push(path)
    } else if (kind < 6 && files.length > 0) linkSync(pick(files), path)
    else if (kind === 6) symlinkSync('/', path)
    else {
      writeFileSync(path, Buffer.alloc(throwDie(20_000), 1))
      if (kind === 7) truncateSync(path, 1_000_000)
      files.push(path)
    }
  }
  return tops
}

/** Compares every folder below a site with the reference. */
function compare(ledger: Ledger, site: string, expected: ReadonlyMap<string, Reference>): number {
  const pending: string[][] = [[]]
  let compared = 0
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const level = ledger.level(site, path, Number.POSITIVE_INFINITY)
    const key = [placeOf(site), ...path].join('/')
    expect(level.bytes, key).toEqual({ exclusiveBytes: expected.get(key)?.exclusive })
    for (const child of level.children) {
      expect(child.entries, `${key}/${child.name}`).toBe(expected.get(`${key}/${child.name}`)?.entries)
      pending.push([...path, child.name])
    }
    compared++
  }
  return compared
}

test(`every folder of ${seeds} random trees, from seed ${start} on, weighs what the definition says`, {
  timeout: 60_000 + seeds * 5_000
}, async () => {
  for (let seed = start; seed < start + seeds; seed++) {
    const disk = scratch()
    try {
      const tops = grow(disk.at(), dice(seed))
      const [one = '', two = '', outside = ''] = tops
      const ledger = await weighPaths([one, two], { threads: 1 + (seed % 3) })
      const expected = reference(one, two)
      const compared = compare(ledger, one, expected) + compare(ledger, two, expected)
      expect(compared, `seed ${seed}`).toBe(expected.size)
      expect(ledger.held(one), `seed ${seed}`).toBe(expected.get(placeOf(one))?.held)
      expect(ledger.togetherHeld([one, two])).toEqual({ exclusiveBytes: du(one, two) })
      const all = await weighPaths([...tops, disk.at()])
      const whole = reference(disk.at()).get(placeOf(disk.at()))
      expect(all.exclusive(disk.at()), `seed ${seed}`).toEqual({ exclusiveBytes: whole?.exclusive })
      expect(all.exclusive(disk.at())).toEqual({ exclusiveBytes: du(disk.at()) })
      expect(all.freedBy([one, two]), `seed ${seed}`).toEqual(ledger.freedBy([two, one]))
      const union = { exclusiveBytes: (whole?.exclusive ?? 0) - 4096 }
      expect(all.freedBy([one, two, outside]), `seed ${seed}`).toEqual(union)
    } finally {
      disk.remove()
    }
  }
})
