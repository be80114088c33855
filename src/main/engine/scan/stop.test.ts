import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtWalker, builtWeigh } from '../../../../e2e/world/paths'
import { du, file, scratch, walker, weighPaths } from '../../../../e2e/world/scanning'
import { amountOf, type Bytes, isFloor } from '../../../shared/bytes'
import { createCounter, readCounter } from './counter'
import { closePool } from './pool'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => disk.remove())
afterAll(closePool)

/** Folders with files in them, made fast. */
function fill(path: string, folders: number, files: number): void {
  const script = `
import os, sys
for folder in range(int(sys.argv[2])):
    path = os.path.join(sys.argv[1], 'f%d' % (folder % 10), 'g%d' % folder)
    os.makedirs(path)
    for index in range(int(sys.argv[3])):
        with open(os.path.join(path, str(index)), 'w') as file: file.write('x')`
  execFileSync('python3', ['-c', script, path, String(folders), String(files)])
}

describe('stopping', () => {
  test('what was measured is told as a floor behind "the scan was stopped"', {
    timeout: 120_000
  }, async () => {
    fill(at('site'), 600, 20)
    const whole = du(at('site'))
    const sites = [at('site'), ...Array.from({ length: 10 }, (_, index) => at(`site/f${index}`))]
    const held = new Map(sites.map((site) => [site, du(site)]))
    for (const after of [0, 15, 30, 45]) {
      const stop = new AbortController()
      setTimeout(() => stop.abort(), after)
      const counter = createCounter()
      const ledger = await weighPaths(sites, { signal: stop.signal, counter })
      const bytes = ledger.exclusive(at('site'))
      if (!isFloor(bytes)) continue
      expect(amountOf(bytes)).toBeLessThan(whole)
      expect(ledger.doors(at('site')).every(({ said }) => said === 'the scan was stopped')).toBe(true)
      for (const site of sites.slice(1)) {
        const part = ledger.exclusive(site)
        if (!isFloor(part)) expect(amountOf(part)).toBe(held.get(site))
        else expect(ledger.doors(site).length).toBeGreaterThan(0)
      }
    }
  })

  test('a scan that is stopped before it began starts nothing', async () => {
    file(at('site/file'), 4096)
    const stop = new AbortController()
    stop.abort()
    const ledger = await weighPaths([at('site')], { signal: stop.signal, worker: at('no-such-worker.cjs') })
    expect(ledger.exclusive(at('site'))).toEqual({ atLeastBytes: 0, unreadable: 1 })
    expect(ledger.doors(at('site'))).toMatchObject([{ said: 'the scan was stopped' }])
    expect(ledger.freedBy([at('site')])).toEqual({ atLeastBytes: 0, unreadable: 1 })
  })
})

describe('workers', () => {
  test.skipIf(process.platform !== 'linux')('no scan leaves a descriptor open, stopped ones included', async () => {
    fill(at('site'), 200, 5)
    const open = () => readdirSync('/proc/self/fd').length
    await Promise.all([weighPaths([at('site')]), weighPaths([at('site')])])
    const before = open()
    for (const after of [1, 5, 10, 1000]) {
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(), after)
      await weighPaths([at('site')], { signal: stop.signal })
      clearTimeout(timer)
    }
    expect(open()).toBeLessThanOrEqual(before)
  })

  test.skipIf(walker === 'native')(
    'a worker that is not there, or that throws, is an error that names what happened',
    async () => {
      mkdirSync(at('site'))
      await expect(weighPaths([at('site')], { worker: at('none.cjs') })).rejects.toThrow(
        /scan worker failed.*none\.cjs/s
      )
      writeFileSync(
        at('bad.cjs'),
        'require("node:worker_threads").parentPort.on("message", () => { throw new Error("lost") })'
      )
      await expect(weighPaths([at('site')], { worker: at('bad.cjs') })).rejects.toThrow(/scan worker failed: lost/)
      writeFileSync(at('gone.cjs'), 'require("node:worker_threads").parentPort.on("message", () => process.exit(3))')
      await expect(weighPaths([at('site')], { worker: at('gone.cjs') })).rejects.toThrow(/ended unexpectedly.*3/)
      expect(isFloor((await weighPaths([at('site')])).exclusive(at('site')))).toBe(false)
    }
  )

  test('warm workers do not keep a process alive', () => {
    mkdirSync(at('site'))
    const script = `
      const { weigh } = require(${JSON.stringify(builtWeigh)})
      weigh({ sites: [{ id: 'a', place: ${JSON.stringify(at('site'))} }], worker: ${JSON.stringify(builtWalker)} })
        .then((ledger) => console.log(ledger.entries('a')))`
    const ran = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 10_000 })
    expect([ran.status, ran.stdout]).toEqual([0, '1\n'])
  })

  test('scans side by side do not mix', async () => {
    for (const name of ['a', 'b', 'c']) fill(at(name), 30, 5)
    const ledgers = await Promise.all(['a', 'b', 'c', 'a'].map((name) => weighPaths([at(name)])))
    for (const [index, name] of ['a', 'b', 'c', 'a'].entries()) {
      expect(ledgers[index]?.exclusive(at(name))).toEqual({ exclusiveBytes: du(at(name)) })
    }
  })
})

describe('progress', () => {
  test('the counter ends at what was met and has named a folder on the way', async () => {
    fill(at('site'), 300, 10)
    const counter = createCounter()
    const ledger = await weighPaths([at('site')], { counter })
    const seen = readCounter(counter)
    expect(seen.entries).toBe(ledger.entries(at('site')) - 1)
    expect(seen.bytes).toBe(du(at('site')) - 4096)
    expect(seen.current.startsWith(at('site'))).toBe(true)
  })

  test('each site is told once, with the figure the ledger has, many of them before the end', async () => {
    const sites = Array.from({ length: 40 }, (_, index) => at(`s${index}`))
    for (const site of sites) file(`${site}/sub/file`, 5000)
    const told = new Map<string, Bytes>()
    const all = [...sites, at('s0/sub'), at('missing')]
    let ended = false
    const ledger = await weighPaths(all, {
      onSite: (id, bytes) => {
        expect(told.has(id)).toBe(false)
        expect(ended).toBe(false)
        told.set(id, bytes)
      }
    })
    ended = true
    expect([...told.keys()].sort()).toEqual([...all].sort())
    for (const [id, bytes] of told) expect(bytes).toEqual(ledger.exclusive(id))
  })
})
