import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  statfsSync,
  symlinkSync,
  writeSync
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { treeText } from '../../../../e2e/world/disk'
import { mounting } from '../../../../e2e/world/mounting'
import { asideIn, doomed, removeApart, removing } from '../../../../e2e/world/removing'
import { du, file, giveAway, isRoot, MIB, mayMount, scratch } from '../../../../e2e/world/scanning'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
const { mount, tmpfs, undo } = mounting()
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => {
  undo()
  disk.remove()
})

const free = (path: string): number => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

describe.skipIf(!mayMount)('what is mounted', () => {
  test('CS-24: a bind mount of the same file system inside a tree keeps it whole, and is named', async () => {
    file(at('canary/deep/file'), 5000)
    file(at('site/file'), 5000)
    mount(at('site/deep/inner'), '--bind', at('canary'))
    const before = await treeText(at('canary'))
    const end = await removing(doomed(at('site')), { aside: asideIn(at()) })
    expect(end).toMatchObject({ kind: 'nothing', bytes: 0 })
    expect(end.why).toContain(at('site/deep/inner'))
    expect(existsSync(at('site/file'))).toBe(true)
    expect(await treeText(at('canary'))).toBe(before)
    undo()
    expect((await removing(doomed(at('site')))).kind).toBe('removed')
    expect(await treeText(at('canary'))).toBe(before)
  })

  test('CS-24: a file that is mounted inside, and a root that is a mount point, are not touched', async () => {
    file(at('canary'), 5000)
    file(at('site/file'), 10)
    execFileSync('mount', ['--bind', at('canary'), at('site/file')])
    const end = await removing(doomed(at('site'))).finally(() => spawnSync('umount', [at('site/file')]))
    expect(end).toMatchObject({ kind: 'nothing', bytes: 0 })
    mkdirSync(at('folder'))
    file(at('folder/kept'), 10)
    mount(at('point'), '--bind', at('folder'))
    expect(await removing(doomed(at('point')), { aside: asideIn(at()) })).toMatchObject({ kind: 'nothing', bytes: 0 })
    expect(readdirSync(at('folder'))).toEqual(['kept'])
  })

  test('CS-22: where setting aside would leave the file system, the tree goes in place', async () => {
    tmpfs(at('other'))
    file(at('other/site/deep/file'), MIB)
    const end = await removing(doomed(at('other/site')), { aside: asideIn(at()) })
    expect(end).toMatchObject({ kind: 'removed' })
    expect(readdirSync(at('other'))).toEqual([])
    expect(readdirSync(at())).toEqual(['other'])
  })

  test('CS-25: on a disk that is mounted read-only nothing goes, in the words of the system', async () => {
    file(at('real/site/deep/file'), 5000)
    mount(at('shown'), '--bind', at('real'))
    execFileSync('mount', ['-o', 'remount,bind,ro', at('shown')])
    const before = await treeText(at('real'))
    const end = await removing(doomed(at('shown/site')), { aside: asideIn(at('shown')) })
    expect(end).toMatchObject({ kind: 'nothing', bytes: 0 })
    expect(end.refusals.map(({ said }) => said)).toContain('Read-only file system')
    expect(await treeText(at('real'))).toBe(before)
  })

  test('CS-63: on a full disk a tree goes, and frees what was counted', async () => {
    mount(at('full'), '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs')
    file(at('full/site/.git/objects/pack'), MIB)
    for (let name = 0; name < 50; name += 1) file(at(`full/site/src/${name}`), 5000)
    const filler = openSync(at('full/filler'), 'w')
    try {
      for (;;) writeSync(filler, Buffer.alloc(4096, 1))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    } finally {
      closeSync(filler)
    }
    expect(free(at('full'))).toBe(0)
    const end = await removing(doomed(at('full/site')), { aside: asideIn(at('full')) })
    expect(end).toMatchObject({ kind: 'removed', refusals: [] })
    expect(readdirSync(at('full'))).toEqual(['filler'])
    expect(free(at('full'))).toBe(end.bytes)
  })

  test('CS-30: what is counted is what the disk has more of, with links inside and outside of the tree', async () => {
    tmpfs(at('disk'))
    file(at('disk/site/own'), MIB)
    file(at('disk/site/twice'), MIB)
    linkSync(at('disk/site/twice'), at('disk/site/again'))
    linkSync(file(at('disk/kept'), MIB), at('disk/site/shared'))
    for (let name = 0; name < 300; name += 1) linkSync(at('disk/site/own'), at(`disk/site/${name}`))
    symlinkSync('/', at('disk/site/link'))
    for (const threads of [1, 2] as const) {
      execFileSync('cp', ['-a', at('disk/site'), at('disk/copy')])
      const before = free(at('disk'))
      const end = await removing(doomed(at('disk/copy')), { threads })
      expect(end.bytes).toBe(free(at('disk')) - before)
    }
    const before = free(at('disk'))
    expect((await removing(doomed(at('disk/site')))).bytes).toBe(free(at('disk')) - before)
    expect(du(at('disk'))).toBe(MIB)
  })
})

/** Whether this disk knows files that nobody may change. */
function chattr(...words: string[]): boolean {
  return spawnSync('chattr', words).status === 0
}

test('CS-25: what was made immutable stays and is named, a file by itself and a folder for all in it', (context) => {
  for (const name of ['a/file', 'fixed/one', 'fixed/two', 'z/file', 'file']) file(at('site', name), 100)
  const fixed = [at('site/fixed'), at('site/z/file')]
  if (!isRoot || !chattr('+i', ...fixed)) return context.skip('This needs root and a disk that knows chattr +i.')
  try {
    const end = removeApart(doomed(at('site')), { aside: asideIn(at()), asOurselves: true })
    expect(end.kind).toBe('in-part')
    expect(end.refusals).toEqual(fixed.map((path) => ({ path, said: 'Operation not permitted', code: 'EPERM' })))
    expect(readdirSync(at('site')).sort()).toEqual(['fixed', 'z'])
    expect(readdirSync(at('site/fixed')).sort()).toEqual(['one', 'two'])
  } finally {
    chattr('-i', ...fixed)
  }
  giveAway(at())
  expect(removeApart(doomed(at('site'))).kind).toBe('removed')
})
