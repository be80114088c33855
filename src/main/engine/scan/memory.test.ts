import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtWalker, builtWeigh } from '../../../../e2e/world/paths'
import { inMemory, scratch } from '../../../../e2e/world/scanning'
import { placeOf } from '../place'
import { mountTable } from '../tools/system/mounts'
import { CONTROL_WORDS } from './jobs'
import { merge } from './merge'
import { buffersOf, partOf } from './part'
import { Walk } from './walk'

const soak = process.env['CLEARHOLD_SOAK'] === '1'
const entries = soak ? 500_000 : 100_000

/** Megabytes, whichever walker it is. */
const most = 30
const disk = scratch(inMemory)

/** About as many folders among the entries as a tree of packages has: one in ten. */
const GROWN = `
import os, sys
top, left = sys.argv[1], int(sys.argv[2])
for outer in range(left // 1000):
    for inner in range(100):
        path = '%s/package-%d/lib-%d' % (top, outer, inner)
        os.makedirs(path)
        folder = os.open(path, os.O_RDONLY)
        for file in range(9): os.close(os.open('file-%d.js' % file, os.O_CREAT | os.O_WRONLY, dir_fd=folder))
        os.close(folder)`

beforeAll(() => {
  for (const top of soak ? ['site', 'more'] : ['site'])
    execFileSync('python3', ['-c', GROWN, disk.at(top), String(entries)])
}, 300_000)
afterAll(() => {
  execFileSync('rm', ['-rf', disk.at('site'), disk.at('more')])
  disk.remove()
})

/** In a process of its own: one small walk to warm up, then what the large one adds to the most it ever held. */
const CHILD = `
const { readFileSync, writeFileSync } = require('node:fs')
const { weigh } = require(${JSON.stringify(builtWeigh)})
const field = (name) => Number(new RegExp(name + ':\\\\s*(\\\\d+)').exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1000
const walk = (place) => weigh({ sites: [{ id: 'site', place }], worker: ${JSON.stringify(builtWalker)}, threads: 2 })
;(async () => {
  ;(await walk(process.argv[1] + '/package-0')).close()
  gc()
  writeFileSync('/proc/self/clear_refs', '5')
  const before = field('VmRSS')
  const ledger = await walk(process.argv[1])
  console.log(JSON.stringify({ entries: ledger.entries('site'), added: field('VmHWM') - before }))
  process.exit(0)
})()`

test.skipIf(process.platform !== 'linux')(
  `a walk over ${entries} entries adds at most ${most} MB to its process`,
  { timeout: 600_000 },
  () => {
    const said = execFileSync(process.execPath, ['--expose-gc', '-e', CHILD, disk.at('site')], { encoding: 'utf8' })
    const answer = JSON.parse(said) as { entries: number; added: number }
    console.warn(`${answer.entries} entries added ${answer.added.toFixed(1)} MB`)
    expect(answer.entries).toBeGreaterThanOrEqual(entries)
    expect(answer.added).toBeGreaterThan(0.5)
    expect(answer.added).toBeLessThan(most)
  }
)

/** Bytes in the tables for each entry of these packages, of a thousand entries each: while walking, and kept. */
function bytesPerEntry(places: readonly string[]): { entries: number; walking: number; kept: number } {
  const walk = new Walk({
    slot: 0,
    control: new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4)),
    meter: null,
    mounts: mountTable([]),
    give: () => {}
  })
  for (const [root, place] of places.entries()) walk.run({ kind: 'root', root, place: placeOf(place) })
  const part = partOf(0, walk)
  const size = (record: object): number => buffersOf(record).reduce((sum, buffer) => sum + buffer.byteLength, 0)
  const merged = merge({ parts: [part], plan: { roots: [], sites: [] }, left: [], stopped: false })
  const met = merged.entriesBefore[merged.nodes] ?? 0
  return { entries: met, walking: size(part) / met, kept: size(merged) / met }
}

test('DL-SIZE-13: ten times as many entries take ten times as much of the tables, at most 60 bytes each', () => {
  const packages = (top: string) => Array.from({ length: entries / 1000 }, (_, n) => disk.at(top, `package-${n}`))
  const all = [...packages('site'), ...(soak ? packages('more') : [])]
  const [few, many] = [bytesPerEntry(all.slice(0, all.length / 10)), bytesPerEntry(all)]
  console.warn(`per entry, walking and kept: ${JSON.stringify([few, many])}`)
  expect(many.entries).toBeGreaterThan(few.entries * 9)
  for (const { walking, kept } of [few, many]) expect(Math.max(walking, kept)).toBeLessThan(60)
  // Tables grow by doubling, so that they are at most twice what is in them.
  expect(many.walking).toBeLessThan(few.walking * 2)
  expect(many.kept).toBeLessThan(few.kept * 2)
})
