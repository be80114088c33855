import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blocks, du, file, isRoot, MIB, scratch, weighPaths } from '../../../../e2e/world/scanning'
import { amountOf } from '../../../shared/bytes'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => disk.remove())

const exclusiveOf = async (path: string) => (await weighPaths([path])).exclusive(path)

describe('acceptance cases', () => {
  test('S001, DL-SIZE-03: four nested files are billed with the folders that hold them', async () => {
    for (const name of ['a', 'b/b', 'b/c/c', 'b/c/d/d']) file(at('site', name), MIB)
    const ledger = await weighPaths([at('site')])
    expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
    expect(amountOf(ledger.exclusive(at('site'))) - 4 * MIB).toBeLessThan(64 * 1024)
    expect(ledger.entries(at('site'))).toBe(8)
  })

  test('S002, DL-SIZE-02: what is linked from outside is not billed, and said to be shared', async () => {
    file(at('site/own'), MIB)
    linkSync(file(at('elsewhere/big'), 4 * MIB), at('site/big'))
    const ledger = await weighPaths([at('site')])
    expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) - blocks(at('site/big')) })
    expect(ledger.shared(at('site'))).toBe(blocks(at('site/big')))
    expect(ledger.held(at('site'))).toBe(du(at('site')))
  })

  test('S003: a file with both links inside is billed once', async () => {
    mkdirSync(at('site/y'), { recursive: true })
    linkSync(file(at('site/x/one'), 2 * MIB), at('site/y/other'))
    expect(await exclusiveOf(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
  })

  test('S004: a pack shared with the mirror is billed to nobody until one of the two is gone', async () => {
    mkdirSync(at('app/clone/.git/objects/pack'), { recursive: true })
    linkSync(file(at('app/.bare/p'), MIB), at('app/clone/.git/objects/pack/p'))
    const both = await weighPaths([at('app/clone'), at('app/.bare')])
    for (const site of [at('app/clone'), at('app/.bare')]) expect(amountOf(both.exclusive(site))).toBeLessThan(MIB)
    expect(both.freedBy([at('app/clone'), at('app/.bare')])).toEqual({
      exclusiveBytes: du(at('app/clone'), at('app/.bare'))
    })
    rmSync(at('app/clone'), { recursive: true })
    expect(await exclusiveOf(at('app/.bare'))).toEqual({ exclusiveBytes: du(at('app/.bare')) })
  })

  test('S005: a pack shared by two clones goes to the one that is left', async () => {
    mkdirSync(at('two'), { recursive: true })
    linkSync(file(at('one/pack'), MIB), at('two/pack'))
    const before = await weighPaths([at('one'), at('two')])
    expect(before.exclusive(at('one'))).toEqual({ exclusiveBytes: blocks(at('one')) })
    rmSync(at('one'), { recursive: true })
    expect(await exclusiveOf(at('two'))).toEqual({ exclusiveBytes: du(at('two')) })
  })

  test('S006, DL-SIZE-04: a symbolic link is worth itself, as an entry and as a site', async () => {
    file(at('outside/big'), 4 * MIB)
    mkdirSync(at('site'))
    symlinkSync(at('outside'), at('site/link'))
    symlinkSync(`${'long/'.repeat(40)}target`, at('site/long'))
    symlinkSync('.', at('site/loop'))
    expect(await exclusiveOf(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
    symlinkSync(at('outside'), at('site-link'))
    expect(await exclusiveOf(at('site-link'))).toEqual({ exclusiveBytes: 0 })
    expect(await exclusiveOf(`${at('site-link')}/`)).toEqual({ exclusiveBytes: 0 })
  })

  test('S007, DL-SIZE-01: a sparse file is worth its blocks', async () => {
    file(at('site/sparse'), 0)
    truncateSync(at('site/sparse'), 100 * MIB)
    expect(await exclusiveOf(at('site'))).toEqual({ exclusiveBytes: blocks(at('site')) })
  })

  test('S008, DL-SIZE-05: a missing site is a complete nothing, a file is worth its blocks whatever its links', async () => {
    expect(await exclusiveOf(at('missing'))).toEqual({ exclusiveBytes: 0 })
    linkSync(file(at('file'), MIB), at('second'))
    expect(await exclusiveOf(at('file'))).toEqual({ exclusiveBytes: blocks(at('file')) })
    expect(await exclusiveOf(at('file/below'))).toEqual({ exclusiveBytes: 0 })
    const both = await weighPaths([at('file'), at('second')])
    expect(both.freedBy([at('file'), at('second')])).toEqual({ exclusiveBytes: blocks(at('file')) })
    file(at('folder/single'), MIB)
    symlinkSync(at('folder'), at('alias'))
    const spelled = [at('folder/single'), at('alias/single')]
    expect((await weighPaths(spelled)).freedBy(spelled)).toEqual({ exclusiveBytes: blocks(at('folder/single')) })
  })

  test('S014, DL-SIZE-12: FIFO, socket and device are looked at and never opened', async () => {
    mkdirSync(at('site'))
    execFileSync('mkfifo', [at('site/fifo')])
    if (isRoot) execFileSync('mknod', [at('site/device'), 'c', '1', '3'])
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(at('site/socket'), resolve))
    try {
      const ledger = await weighPaths([at('site')])
      expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
      expect(ledger.entries(at('site'))).toBe(isRoot ? 4 : 3)
    } finally {
      server.close()
    }
  })

  test('S017, DL-SIZE-14: an LFS object linked to the mirror costs the clone nothing, its checked-out copy does', async () => {
    mkdirSync(at('app/clone/.git/lfs/objects'), { recursive: true })
    linkSync(file(at('app/.bare/lfs/objects/o'), MIB), at('app/clone/.git/lfs/objects/o'))
    file(at('app/clone/model.bin'), MIB)
    const bytes = amountOf(await exclusiveOf(at('app/clone')))
    expect(bytes).toBe(du(at('app/clone')) - blocks(at('app/.bare/lfs/objects/o')))
    expect(bytes).toBeGreaterThanOrEqual(MIB)
  })

  test('S004: a clone git made by hard links shares its objects with the mirror', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { stdio: 'pipe' })
    git('init', '-q', at('work'))
    file(at('work/data'), MIB)
    git('-C', at('work'), 'add', '.')
    git('-C', at('work'), '-c', 'user.name=n', '-c', 'user.email=e@x', 'commit', '-qm', 'data')
    git('clone', '-q', '--bare', '--no-hardlinks', at('work'), at('bare'))
    git('clone', '-q', '--local', at('bare'), at('clone'))
    const ledger = await weighPaths([at('clone'), at('bare')])
    expect(ledger.shared(at('clone'))).toBeGreaterThan(0)
    expect(ledger.shared(at('clone'))).toBe(ledger.shared(at('bare')))
    const parts = amountOf(ledger.exclusive(at('clone'))) + amountOf(ledger.exclusive(at('bare')))
    expect(amountOf(ledger.freedBy([at('clone'), at('bare')]))).toBe(parts + ledger.shared(at('clone')))
  })
})

describe('sets of sites', () => {
  test('DL-SIZE-11: two sites that share may free little apart and all of it together (the 7, 0, 107 of the design)', async () => {
    file(at('first/own'), 7 * 4096)
    mkdirSync(at('second'))
    linkSync(file(at('first/shared'), 100 * 4096), at('second/shared'))
    const ledger = await weighPaths([at('first'), at('second')])
    const folders = [blocks(at('first')), blocks(at('second'))] as const
    expect(ledger.exclusive(at('first'))).toEqual({ exclusiveBytes: 7 * 4096 + folders[0] })
    expect(ledger.exclusive(at('second'))).toEqual({ exclusiveBytes: folders[1] })
    expect(ledger.freedBy([at('first'), at('second'), at('first')])).toEqual({
      exclusiveBytes: 107 * 4096 + folders[0] + folders[1]
    })
    expect(ledger.togetherHeld([at('first'), at('second')])).toEqual({ exclusiveBytes: du(at()) - blocks(at()) })
  })

  test('a store shared by two projects: each alone frees its own, all three everything', async () => {
    for (let index = 0; index < 20; index++) {
      const stored = file(at(`store/${index}`), 8192)
      for (const project of ['one', 'two']) {
        mkdirSync(at(project, `node_modules/p${index}`), { recursive: true })
        linkSync(stored, at(project, `node_modules/p${index}/index.js`))
      }
    }
    const sites = [at('one'), at('two'), at('store')]
    const ledger = await weighPaths(sites)
    const sum = sites.reduce((total, site) => total + amountOf(ledger.exclusive(site)), 0)
    expect(amountOf(ledger.freedBy(sites.slice(0, 2)))).toBe(sum - amountOf(ledger.exclusive(at('store'))))
    expect(amountOf(ledger.freedBy(sites))).toBe(sum + 20 * 8192)
  })

  test('sites that nest, are equal, or are spelled through a link are walked once and counted once', async () => {
    file(at('outer/inner/deep/file'), MIB)
    file(at('outer/other'), MIB)
    linkSync(at('outer/other'), at('outer/inner/deep/link'))
    symlinkSync(at('outer'), at('alias'))
    const sites = [at('outer/inner'), at('outer'), at('alias/inner'), at('outer/inner/deep'), at('outer/other')]
    const ledger = await weighPaths(sites)
    expect(ledger.exclusive(at('outer'))).toEqual({ exclusiveBytes: du(at('outer')) })
    expect(ledger.exclusive(at('alias/inner'))).toEqual(ledger.exclusive(at('outer/inner')))
    expect(amountOf(ledger.exclusive(at('outer/inner')))).toBe(du(at('outer/inner')) - MIB)
    expect(ledger.freedBy(sites)).toEqual(ledger.exclusive(at('outer')))
    expect(amountOf(ledger.freedBy([at('outer/inner'), at('outer/other')]))).toBe(du(at('outer/inner')))
    expect(ledger.entries(at('outer'))).toBe(6)
  })

  test('a folder of a site, one level: the largest sub-folders, the rest as one, and what lies in it', async () => {
    for (const [name, size] of [
      ['big', 9],
      ['middle', 5],
      ['small', 1],
      ['tiny', 0]
    ] as const) {
      file(at('site', name, 'sub/file'), size * 8192)
    }
    file(at('site/file'), 4096)
    linkSync(at('site/big/sub/file'), at('site/small/link'))
    const ledger = await weighPaths([at('site')])
    const level = ledger.level(at('site'), [], 2)
    expect(level.bytes).toEqual({ exclusiveBytes: du(at('site')) })
    expect(level.files).toBe(blocks(at('site')) + 4096 + 9 * 8192)
    expect(level.children.map(({ name, opens, entries }) => [name, opens, entries])).toEqual([
      ['middle', true, 3],
      ['small', true, 4]
    ])
    expect(level.smaller?.count).toBe(2)
    const parts = [...level.children.map(({ bytes }) => bytes), level.smaller?.bytes ?? { exclusiveBytes: 0 }]
    expect(parts.reduce((sum, bytes) => sum + amountOf(bytes), level.files)).toBe(amountOf(level.bytes))
    expect(ledger.level(at('site'), ['big', 'sub'], 9).children).toEqual([])
    expect(() => ledger.level(at('site'), ['nothing'], 9)).toThrow(RangeError)
  })

  test('an id that was not weighed is refused, and a closed ledger knows none', async () => {
    mkdirSync(at('site'))
    const ledger = await weighPaths([at('site')])
    expect(() => ledger.exclusive('other')).toThrow(RangeError)
    expect([ledger.knows('other'), ledger.knows(at('site'))]).toEqual([false, true])
    ledger.close()
    expect(() => ledger.exclusive(at('site'))).toThrow(RangeError)
  })
})
