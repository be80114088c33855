import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mounting } from '../../../../e2e/world/mounting'
import { builtWalker } from '../../../../e2e/world/paths'
import { blocks, du, file, MIB, mayMount, scratch, walker, weighPaths } from '../../../../e2e/world/scanning'
import { amountOf } from '../../../shared/bytes'
import { placeOf } from '../place'
import { mountTable } from '../tools/system/mounts'
import { CONTROL_WORDS } from './jobs'
import { asked } from './native/addon'
import { blockOf } from './native/eyes'
import { nativeBeside } from './native/load'
import { countsFrom, sizeOf, tablesIn } from './native/tables'
import { Walk } from './walk'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
const { mount, tmpfs, overlay, undo } = mounting()
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => {
  undo()
  disk.remove()
})

describe.skipIf(!mayMount)('what is mounted inside a site', () => {
  test('DL-SIZE-12: another file system is not entered, and is named', async () => {
    file(at('site/file'), MIB)
    mkdirSync(at('site/deep/mount'), { recursive: true })
    const without = du(at('site')) - blocks(at('site/deep/mount'))
    tmpfs(at('site/deep/mount'))
    file(at('site/deep/mount/inner/big'), 4 * MIB)
    tmpfs(at('site/deep/mount/inner/nested'))
    const ledger = await weighPaths([at('site'), at('site/deep')])
    expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: without })
    expect(ledger.entries(at('site'))).toBe(3)
    for (const site of [at('site'), at('site/deep')])
      expect(ledger.mounts(site).map(({ place, type }) => [place, type])).toEqual([[at('site/deep/mount'), 'tmpfs']])
    expect(ledger.level(at('site'), ['deep'], 5).children).toEqual([])
    expect(ledger.doors(at('site'))).toEqual([])
  })

  test('DL-SIZE-12: a bind mount of the same device is not entered either, nor a file that is mounted', async () => {
    file(at('site/real/sub/file'), MIB)
    file(at('site/other'), 4096)
    mkdirSync(at('site/mount'))
    const whole = du(at('site/real'))
    const once = du(at('site')) - blocks(at('site/mount')) - blocks(at('site/other'))
    mount(at('site/mount'), '--bind', at('site/real'))
    execFileSync('mount', ['--bind', at('site/real/sub/file'), at('site/other')])
    const sites = [at('site'), at('site/real'), at('site/mount'), at('site/mount/sub')]
    const ledger = await weighPaths(sites).finally(() => spawnSync('umount', [at('site/other')]))
    expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: once })
    expect(ledger.mounts(at('site')).map(({ place }) => place)).toEqual([at('site/mount'), at('site/other')])
    expect(ledger.exclusive(at('site/real'))).toEqual({ exclusiveBytes: whole })
    expect(ledger.exclusive(at('site/mount'))).toEqual({ exclusiveBytes: whole })
    expect(ledger.exclusive(at('site/mount/sub'))).toEqual({ exclusiveBytes: du(at('site/real/sub')) })
    expect(ledger.freedBy(sites.slice(1))).toEqual({ exclusiveBytes: whole })
    expect(ledger.mounts(at('site/mount'))).toEqual([])
  })

  test('a link between the mount and what is outside it was not met there, so its inode is not billed', async () => {
    file(at('site/real/one'), MIB)
    linkSync(at('site/real/one'), at('outside'))
    mkdirSync(at('site/mount'))
    mount(at('site/mount'), '--bind', at())
    const ledger = await weighPaths([at('site')])
    expect(amountOf(ledger.exclusive(at('site')))).toBeLessThan(MIB)
    expect(ledger.shared(at('site'))).toBe(MIB)
  })

  test('a site on a mount inside another site is weighed on its own, and both together', async () => {
    file(at('outer/file'), MIB)
    tmpfs(at('outer/mount'))
    file(at('outer/mount/site/file'), 2 * MIB)
    writeFileSync(at('outer/mount/single'), Buffer.alloc(8192))
    const sites = [at('outer'), at('outer/mount/site'), at('outer/mount'), at('outer/mount/single')]
    const ledger = await weighPaths(sites)
    expect(amountOf(ledger.exclusive(at('outer')))).toBe(MIB + blocks(at('outer')))
    expect(amountOf(ledger.exclusive(at('outer/mount/site')))).toBe(2 * MIB)
    expect(ledger.exclusive(at('outer/mount/single'))).toEqual({ exclusiveBytes: 8192 })
    expect(amountOf(ledger.freedBy(sites))).toBe(3 * MIB + 8192 + blocks(at('outer')))
    const [single] = [await weighPaths([at('outer/mount/single'), at('outer')])]
    expect(single.exclusive(at('outer/mount/single'))).toEqual({ exclusiveBytes: 8192 })
  })

  test('many mounts among many folders are each passed over, whichever worker comes there', async () => {
    for (let folder = 0; folder < 40; folder++)
      for (let inner = 0; inner < 10; inner++) file(at(`site/f${folder}/i${inner}/file`), 4096)
    const points = Array.from({ length: 20 }, (_, index) => at(`site/f${index * 2}/i${index % 10}`))
    const before = du(at('site'))
    const hidden = points.reduce((sum, point) => sum + du(point), 0)
    for (const point of points) tmpfs(point)
    for (const point of points) file(`${point}/full`, MIB)
    for (const threads of [1, 4]) {
      const ledger = await weighPaths([at('site')], { threads })
      expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: before - hidden })
      expect(ledger.mounts(at('site'))).toHaveLength(20)
    }
  })

  test('figures on a file system whose blocks may be shared are estimates, those beside it are not', async () => {
    const site = overlay()
    file(`${site}/file`, MIB)
    file(at('plain/file'), MIB)
    const ledger = await weighPaths([site, `${site}/file`, at('plain'), at('missing')])
    expect(ledger.exclusive(site)).toEqual({ exclusiveBytes: du(site) })
    expect([[site], [`${site}/file`], [at('plain')], [at('missing')]].map((ids) => ledger.estimate(ids))).toEqual([
      'overlay',
      'overlay',
      null,
      null
    ])
    expect(ledger.estimate([at('plain'), site])).toBe('overlay')
  })

  test('one that was mounted after the table was read is not entered, and is said', async () => {
    file(at('site/file'), MIB)
    tmpfs(at('site/late'))
    file(at('site/late/file'), 4 * MIB)
    const doors = walker === 'native' ? await doorsNatively(at('site')) : doorsByWorker(at('site'))
    expect(doors).toEqual(['EXDEV'])
  })
})

function doorsByWorker(path: string): string[] {
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_WORDS * 4))
  const walk = new Walk({ slot: 0, control, meter: null, mounts: mountTable([]), give: () => {} })
  walk.run({ kind: 'root', root: 0, place: placeOf(path) })
  return Array.from({ length: walk.doors.count }, (_, row) => walk.doors.codes[walk.doors.code[row] ?? 0] ?? '')
}

async function doorsNatively(path: string): Promise<string[]> {
  const { addon } = nativeBeside(builtWalker)
  if (addon === null) throw new Error('the native walker is not there')
  const session = addon.begin()
  await asked((done) => addon.walk(session, blockOf([placeOf(path)]), new Uint8Array(1), 2, false, null, done))
  const counts = countsFrom(await asked((done) => addon.order(session, null, done)))
  const buffer = new ArrayBuffer(sizeOf(counts))
  await asked((done) => addon.fill(session, new Uint8Array(buffer), done))
  const { doorCode, codes, ownBefore, nodes } = tablesIn(buffer, counts)
  expect(ownBefore[nodes]).toBe(MIB + 4096)
  addon.end(session)
  return Array.from(doorCode, (code) => codes[code] ?? '')
}
