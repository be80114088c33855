import { spawnSync } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtNative, builtWalker, builtWeigh } from '../../../../../e2e/world/paths'
import { file, scratch, walker, weighPaths } from '../../../../../e2e/world/scanning'
import { compiler, sourcesOf } from '../../../../../scripts/native.mjs'
import { placeOf } from '../../place'
import { closePool } from '../pool'
import type { Ledger } from '../weigh'
import { walkerInUse } from '../weigh'

const native = walker === 'native'
if (!native) console.warn('the native walker was not built here, or is not the one asked for')

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
const choice = process.env['CLEARHOLD_WALKER']
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => {
  disk.remove()
  if (choice === undefined) delete process.env['CLEARHOLD_WALKER']
  else process.env['CLEARHOLD_WALKER'] = choice
})
afterAll(closePool)

describe('which walker is used', () => {
  test('the environment forces one, and a word that names none is refused', () => {
    process.env['CLEARHOLD_WALKER'] = 'typescript'
    expect(walkerInUse(builtWalker)).toEqual({ kind: 'typescript', why: 'CLEARHOLD_WALKER asks for it.' })
    process.env['CLEARHOLD_WALKER'] = 'fortran'
    const why = 'CLEARHOLD_WALKER is "fortran". It can be "native" or "typescript".'
    expect(walkerInUse(builtWalker)).toEqual({ kind: 'none', why })
  })

  test.skipIf(process.platform !== 'linux')(
    'what cannot be loaded is said, and the TypeScript walker stands in',
    async () => {
      delete process.env['CLEARHOLD_WALKER']
      copyFileSync(builtWalker, at('walker.cjs'))
      expect(walkerInUse(at('walker.cjs')).why).toContain('no C compiler was found')
      mkdirSync(at('broken'))
      copyFileSync(builtWalker, at('broken/walker.cjs'))
      writeFileSync(at('broken/walker.node'), 'not a library')
      expect(walkerInUse(at('broken/walker.cjs'))).toMatchObject({ kind: 'typescript' })
      expect(walkerInUse(at('broken/walker.cjs')).why).toMatch(/could not be loaded: .*walker\.node/)
      file(at('site/file'), 4096)
      expect((await weighPaths([at('site')], { worker: at('broken/walker.cjs') })).entries(at('site'))).toBe(2)
      process.env['CLEARHOLD_WALKER'] = 'native'
      await expect(weighPaths([at('site')], { worker: at('broken/walker.cjs') })).rejects.toThrow('asks for the native')
    }
  )
})

/** Everything a ledger says of a site, folder by folder, in its own order. */
function told(ledger: Ledger, site: string): unknown[] {
  const all: unknown[] = [ledger.exclusive(site), ledger.held(site), ledger.shared(site), ledger.doors(site)]
  const pending: string[][] = [[]]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const level = ledger.level(site, path, Number.POSITIVE_INFINITY)
    all.push(path, level)
    for (const child of level.children) pending.push([...path, child.name])
  }
  return all
}

describe.skipIf(!native)('both walkers', () => {
  test('say the same of every folder, in the same order', async () => {
    for (let folder = 0; folder < 60; folder++) {
      const path = at('site', ...Array.from({ length: folder % 7 }, (_, level) => `l${level}`), `\u00e9\n${folder}`)
      file(`${path}/own`, folder * 300)
      linkSync(`${path}/own`, at(folder % 3 === 0 ? 'site' : '.', `link-${folder}`))
      symlinkSync('/', `${path}/root`)
    }
    mkdirSync(Buffer.from(`${placeOf(at('site'))}/\xff\xfe`, 'latin1'))
    const sites = [at('site'), at('site/l0'), at('site/link-0'), at('missing'), at()]
    process.env['CLEARHOLD_WALKER'] = 'typescript'
    const twin = await weighPaths(sites)
    process.env['CLEARHOLD_WALKER'] = 'native'
    const core = await weighPaths(sites)
    for (const site of sites.slice(0, 2)) expect(told(core, site)).toEqual(told(twin, site))
    for (const site of sites) expect(core.exclusive(site)).toEqual(twin.exclusive(site))
    expect(core.freedBy(sites.slice(0, 3))).toEqual(twin.freedBy(sites.slice(0, 3)))
    expect(core.togetherHeld(sites)).toEqual(twin.togetherHeld(sites))
  })
})

describe.skipIf(!native)('the addon', () => {
  test('a process that ends does not wait for its scan', () => {
    const script = `
      const { weigh } = require(${JSON.stringify(builtWeigh)})
      weigh({ sites: [{ id: 'a', place: '/' }], worker: ${JSON.stringify(builtWalker)} })
      setTimeout(() => process.exit(7), 100)`
    const began = Date.now()
    expect(spawnSync(process.execPath, ['-e', script], { timeout: 20_000 }).status).toBe(7)
    expect(Date.now() - began).toBeLessThan(5000)
  })

  test('breaks nothing when it is called wrongly', () => {
    const script = `
      const addon = { exports: {} }
      process.dlopen(addon, ${JSON.stringify(builtNative)})
      const { begin, ...calls } = addon.exports
      const junk = [undefined, null, 1, 'x', {}, [], new Uint8Array(3), () => {}]
      let thrown = 0
      for (const [name, call] of Object.entries(calls))
        for (const first of [begin(), ...junk])
          for (const second of junk)
            for (const count of [0, 1, 2, 3]) {
              try { call(...[first, second, second, second, second, second].slice(0, count)) } catch { thrown++ }
            }
      const ended = begin()
      calls.end(ended)
      try { calls.stop(ended) } catch (error) { console.log(error.message) }
      if (thrown > 500) setTimeout(() => console.log('alive'), 50)`
    const ran = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 20_000 })
    expect([ran.stdout, ran.stderr, ran.status]).toEqual(['a scan is expected\nalive\n', '', 0])
  })

  const library = (name: string): string => {
    const [cc = 'cc'] = compiler() ?? []
    const said = spawnSync(cc, [`-print-file-name=${name}`], { encoding: 'utf8' }).stdout?.trim() ?? ''
    return said.startsWith('/') ? said : ''
  }
  const sanitizers = [library('libasan.so'), library('libubsan.so')]
  if (sanitizers.includes('')) console.warn('the addon is not tested with sanitizers: their libraries are missing')

  test.skipIf(sanitizers.includes(''))(
    'works with sanitizers watching: stopped, side by side, with partial figures',
    () => {
      const [cc = 'cc', ...before] = compiler() ?? []
      const headers = ['-I', 'node_modules/node-api-headers/include']
      const options = [
        '-std=gnu11',
        '-g',
        '-O1',
        '-fsanitize=address,undefined',
        '-fPIC',
        '-shared',
        '-pthread',
        ...headers
      ]
      const built = spawnSync(cc, [...before, ...options, '-o', at('walker.node'), ...sourcesOf()], {
        encoding: 'utf8'
      })
      expect([built.status, built.stderr]).toEqual([0, ''])
      copyFileSync(builtWalker, at('walker.cjs'))
      for (let folder = 0; folder < 300; folder++) file(at('site', `${folder % 20}`, `${folder}`, 'file'), folder)
      const script = `
      const { weigh } = require(${JSON.stringify(builtWeigh)})
      const sites = [${JSON.stringify(at('site'))}, ...Array.from({ length: 20 }, (_, n) => ${JSON.stringify(at('site'))} + '/' + n)]
      async function one(round) {
        const stop = new AbortController()
        setTimeout(() => stop.abort(), round % 5).unref()
        const ledger = await weigh({
          sites: sites.slice(round % 2).map((path) => ({ id: path, place: path })),
          worker: ${JSON.stringify(at('walker.cjs'))}, threads: 1 + (round % 4),
          counter: { shared: new SharedArrayBuffer(4128) }, onSite: () => {},
          ...(round % 3 === 0 ? {} : { signal: stop.signal }) })
        return ledger.entries(sites[1])
      }
      (async () => {
        for (let round = 0; round < 100; round += 4) await Promise.all([0, 1, 2, 3].map((more) => one(round + more)))
        console.log(await one(0))
      })()`
      const env = { ...process.env, LD_PRELOAD: sanitizers.join(':'), ASAN_OPTIONS: 'detect_leaks=0' }
      const ran = spawnSync(process.execPath, ['-e', script], {
        encoding: 'utf8',
        cwd: dirname(builtWeigh),
        env,
        timeout: 100_000
      })
      expect([ran.stderr, ran.stdout, ran.status]).toEqual(['', '31\n', 0])
    },
    120_000
  )
})
