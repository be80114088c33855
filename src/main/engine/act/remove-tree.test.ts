import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { treeText } from '../../../../e2e/world/disk'
import { asideIn, doomed, removeApart, removing } from '../../../../e2e/world/removing'
import { blocks, du, file, giveAway, isRoot, MIB, mayMount, scratch } from '../../../../e2e/world/scanning'
import type { Doomed, TreeEnd } from './hands'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => disk.remove())

const paths = ({ refusals }: TreeEnd) => refusals.map(({ path }) => path)
const names = (path: string) => readdirSync(path).sort()
const clone = (top: string) => {
  for (const name of ['.git/HEAD', '.git/objects/aa/bb', 'src/deep/file', 'src/file', 'a file', 'z'])
    file(at(top, name), 5000)
  giveAway(at())
  return at(top)
}

/** As an ordinary user and, where the tests run as root, as root too. */
const users: [string, (what: Doomed) => Promise<TreeEnd>][] = [
  ['an ordinary user', async (what) => removeApart(what)],
  ['an ordinary user, aside', async (what) => removeApart(what, { aside: asideIn(at()) })],
  ...(isRoot ? ([['root', (what) => removing(what)]] as [string, (what: Doomed) => Promise<TreeEnd>][]) : [])
]

describe.each(users)('as %s', (_, remove) => {
  test('DL-TREE-03: everything goes, and the bytes are what du said', async () => {
    const top = clone('site')
    const held = du(top)
    expect(await remove(doomed(top))).toEqual({ kind: 'removed', bytes: held, refusals: [], why: null })
    expect(names(at())).toEqual([])
  })

  test('DL-TREE-01: what is gone already is absent, and so is what lay in a folder that is gone', async () => {
    const what = doomed(clone('outer/site'))
    rmSync(at('outer/site'), { recursive: true })
    expect(await remove(what)).toMatchObject({ kind: 'absent', bytes: 0, refusals: [] })
    rmSync(at('outer'), { recursive: true })
    expect(await remove(what)).toMatchObject({ kind: 'absent', bytes: 0, refusals: [] })
  })

  test('T003, CS-20: a link in the place of the root is left, and its target named', async () => {
    const what = doomed(clone('site'))
    renameSync(at('site'), at('moved'))
    symlinkSync('moved', at('site'))
    const end = await remove(what)
    expect(end).toMatchObject({ kind: 'changed', bytes: 0 })
    expect(end.why).toContain('is a symbolic link to moved')
    expect(existsSync(at('moved/.git/HEAD'))).toBe(true)
    expect(lstatSync(at('site')).isSymbolicLink()).toBe(true)
  })

  test('CS-20: a link in the place of a folder above the root is not followed', async () => {
    const what = doomed(clone('outer/site'))
    renameSync(at('outer'), at('elsewhere'))
    symlinkSync('elsewhere', at('outer'))
    const end = await remove(what)
    expect(end).toMatchObject({ kind: 'changed', bytes: 0 })
    expect(end.why).toContain(`${at('outer')} is a symbolic link to elsewhere`)
    expect(existsSync(at('elsewhere/site/.git/HEAD'))).toBe(true)
  })

  test('CS-21: a folder made anew, by name or by inode alone the same, is another one', async () => {
    const before = doomed(clone('site'))
    rmSync(at('site'), { recursive: true })
    const now = doomed(clone('site'))
    expect(await remove(before)).toMatchObject({ kind: 'changed', bytes: 0 })
    for (const part of ['dev', 'ino', 'birthtimeNs', 'uid'] as const) {
      const identity = { ...now.identity, [part]: now.identity[part] + 1n }
      expect(await remove({ ...now, identity })).toMatchObject({ kind: 'changed', bytes: 0 })
    }
    expect(names(at('site'))).toHaveLength(4)
  })

  test('T004, DL-TREE-02: links inside go as links, whatever they point to', async () => {
    file(at('outside/file'), 100)
    clone('site')
    for (const [target, name] of [
      [at('outside'), 'folder'],
      [at('outside/file'), 'file'],
      ['/', 'everything'],
      ['nowhere', 'dangling'],
      ['loop', 'loop']
    ] as const)
      symlinkSync(target, at('site', name))
    const before = await treeText(at('outside'))
    expect(await remove(doomed(at('site')))).toMatchObject({ kind: 'removed', refusals: [] })
    expect(await treeText(at('outside'))).toBe(before)
    expect(names(at())).toEqual(['outside'])
  })

  test('T005: an empty folder that may not be listed goes', async () => {
    mkdirSync(at('site/inner'), { recursive: true })
    giveAway(at())
    chmodSync(at('site/inner'), 0o000)
    expect(await remove(doomed(at('site')))).toMatchObject({ kind: 'removed', refusals: [] })
  })

  test('CS-28: names of any bytes go', async () => {
    mkdirSync(at('site'))
    const odd = ['new\nline', '-rf', ' blank ', 'quote\'"', 'é', 'e\u0301', 'x'.repeat(255), '..x', '\\']
    for (const name of odd) file(at('site', name, name), 10)
    file(at('site/plain'), 10)
    const raw = Buffer.concat([Buffer.from(`${at('site')}/`), Buffer.from([0xff, 0xfe, 0x41])])
    renameSync(at('site/plain'), raw)
    giveAway(at())
    expect(await remove(doomed(at('site')))).toMatchObject({ kind: 'removed', refusals: [] })
    expect(names(at())).toEqual([])
  })

  test('CS-30: a hard link outside keeps its bytes, two inside free them once', async () => {
    clone('site')
    file(at('kept'), MIB)
    linkSync(at('kept'), at('site/link'))
    linkSync(at('site/src/file'), at('site/again'))
    linkSync(at('site/src/file'), at('site/.git/third'))
    const held = du(at('site')) - blocks(at('kept'))
    giveAway(at())
    expect(await remove(doomed(at('site')))).toMatchObject({ kind: 'removed', bytes: held })
    expect(readFileSync(at('kept'))).toHaveLength(MIB)
  })
})

describe('what refuses', () => {
  /** Some of the tree is not the user's own. */
  const removeOthers = (what: Doomed) => removeApart(what, { aside: asideIn(at()) })

  test.skipIf(!isRoot)('T001, DL-TREE-04: a folder of somebody else stays and is named once, the rest goes', () => {
    clone('site')
    for (const name of ['one', 'two', 'three/four']) file(at('other', name), 100)
    renameSync(at('other'), at('site/other'))
    const end = removeOthers(doomed(at('site')))
    expect(end.kind).toBe('in-part')
    expect(paths(end)).toEqual([at('site/other')])
    expect(new Set(end.refusals.map(({ said }) => said))).toEqual(new Set(['Permission denied']))
    expect(names(at('site'))).toEqual(['.git', 'other'])
    expect(names(at('site/other'))).toEqual(['one', 'three', 'two'])
  })

  test('T002: two sealed siblings are two lines; sealed apart within sealed are two lines', () => {
    const sealed = ['a', 'c', 'outer', 'outer/between/inner']
    for (const name of [...sealed, 'b', 'outer/between', 'c/within']) file(at('site', name, 'file'), 100)
    giveAway(at())
    for (const name of ['c/within', ...sealed]) chmodSync(at('site', name), 0o555)
    const end = removeOthers(doomed(at('site')))
    expect(paths(end)).toEqual(sealed.map((name) => at('site', name)))
    expect(names(at('site'))).toEqual(['a', 'c', 'outer'])
    for (const name of sealed) chmodSync(at('site', name), 0o755)
  })

  test.each(['a-first', 'm-middle', 'z-last'])(
    'CS-25: a folder that may not be written to, %s, stops nothing',
    (name) => {
      for (const each of ['a', 'm', 'z', 'deep/a', 'deep/m', 'deep/z']) file(at('site', each, 'file'), 100)
      file(at('site', name, 'file'), 100)
      file(at('site/deep', name, 'file'), 100)
      giveAway(at())
      for (const each of [at('site', name), at('site/deep', name)]) chmodSync(each, 0o555)
      const end = removeOthers(doomed(at('site')))
      expect(end).toMatchObject({ kind: 'in-part', why: '2 places refused.' })
      expect(paths(end)).toEqual([at('site', name), at('site/deep', name)].sort())
      expect(names(at('site'))).toEqual([name, 'deep'].sort())
      expect(names(at('site/deep'))).toEqual([name])
    }
  )

  test('a sealed folder keeps .git, so that what is left can still be judged', () => {
    const top = clone('site')
    const git = names(at('site/.git'))
    chmodSync(at('site/src/deep'), 0o555)
    expect(removeOthers(doomed(top)).kind).toBe('in-part')
    expect(names(top)).toEqual(['.git', 'src'])
    expect(names(at('site/.git'))).toEqual(git)
    chmodSync(at('site/src/deep'), 0o755)
    expect(removeOthers(doomed(top)).kind).toBe('removed')
  })

  test('DL-TREE-01, U006: a root that may not be looked at is one refusal, and nothing went', () => {
    const what = doomed(clone('outer/site'))
    chmodSync(at('outer'), 0o000)
    const end = removeOthers(what)
    expect(end).toMatchObject({ kind: 'nothing', bytes: 0 })
    expect(end.refusals).toEqual([{ path: at('outer/site'), said: 'Permission denied', code: 'EACCES' }])
    chmodSync(at('outer'), 0o755)
    chmodSync(at('outer/site'), 0o000)
    expect(removeOthers(what).refusals).toEqual([{ path: at('outer/site'), said: 'Permission denied', code: 'EACCES' }])
    chmodSync(at('outer/site'), 0o755)
    expect(names(at('outer/site'))).toHaveLength(4)
  })

  test('a folder above that may not be written to: what is in the tree goes, its root is named', () => {
    const what = doomed(clone('outer/site'))
    chmodSync(at('outer'), 0o555)
    const end = removeOthers(what)
    expect(end.kind).toBe('in-part')
    expect(end.refusals).toEqual([{ path: at('outer/site'), said: 'Permission denied', code: 'EACCES' }])
    expect(names(at('outer/site'))).toEqual([])
    chmodSync(at('outer'), 0o755)
  })

  test.skipIf(!mayMount)('without /proc nothing is removed, and that is said', () => {
    const end = removeApart(doomed(clone('site')), { withoutProc: true })
    expect(end.kind).toBe('nothing')
    expect(end.why).toContain('/proc')
    expect(names(at('site'))).toHaveLength(4)
  })
})
