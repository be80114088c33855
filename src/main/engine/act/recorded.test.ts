import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mounting } from '../../../../e2e/world/mounting'
import { builtRemover } from '../../../../e2e/world/paths'
import { asideIn, doomed, removeApart, removing } from '../../../../e2e/world/removing'
import { blocks, du, file, giveAway, mayMount, scratch } from '../../../../e2e/world/scanning'
import { placeOf } from '../place'
import { putBack, unlinkRecorded } from './removing'
import { sweep } from './sweep'
import { Tally, tallyMemory } from './tally'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => disk.remove())

const names = (path: string) => readdirSync(path).sort()

test('CS-30: two thousand names of forty inodes, two threads at once: the bytes are what du said', async () => {
  file(at('outside'), 8192)
  for (let folder = 0; folder < 4; folder += 1) mkdirSync(at('site', `d${folder}`), { recursive: true })
  for (let number = 0; number < 40; number += 1) {
    const first = file(at('site', `d${number % 4}`, `first${number}`), 8192)
    for (let link = 0; link < 50; link += 1)
      linkSync(first, at('site', `d${(number + link) % 4}`, `l${number}-${link}`))
    linkSync(at('outside'), at('site', `d${number % 4}`, `shared${number}`))
  }
  const held = du(at('site')) - blocks(at('outside'))
  expect(await removing(doomed(at('site')), { threads: 2 })).toMatchObject({ kind: 'removed', bytes: held })
  expect(statSync(at('outside')).nlink).toBe(1)
})

test.skipIf(!mayMount)('CS-24: what is mounted while the tree is being emptied is not entered, and is named', () => {
  for (const name of ['outside/precious', 'site/a/file', 'site/z/late/below']) file(at(name), 100)
  const mounts = mounting()
  const root = openSync(at('site'), constants.O_RDONLY | constants.O_DIRECTORY)
  let late = false
  try {
    const { lines } = sweep({
      root,
      // So that the folder beside comes first.
      backward: readdirSync(at('site')).indexOf('a') === 1,
      tally: new Tally(tallyMemory()),
      take: {
        file: (base, name) => {
          if (!late) mounts.mount(at('site/z/late'), '--bind', at('outside'))
          late = true
          unlinkSync(base + name)
        },
        folder: (base, name) => rmdirSync(base + name)
      }
    })
    expect(existsSync(at('outside/precious'))).toBe(true)
    expect(names(at('site'))).toEqual(['z'])
    expect(lines).toEqual([{ path: 'z/late', said: 'Another file system is mounted there', code: 'EXDEV' }])
  } finally {
    closeSync(root)
    mounts.undo()
  }
})

test('a tree in which hundreds of places refuse names a hundred of them and counts the rest', () => {
  for (let number = 0; number < 300; number += 1) file(at('site', `d${number}`, 'file'), 1)
  giveAway(at())
  for (let number = 0; number < 300; number += 1) chmodSync(at('site', `d${number}`), 0o555)
  const end = removeApart(doomed(at('site')))
  expect(end.refusals).toHaveLength(101)
  expect(end.refusals[100]).toEqual({ path: at('site'), said: '200 more places refused', code: 'MORE' })
  expect(end.why).toBe('300 places refused.')
  execFileSync('chmod', ['-R', 'u+w', at('site')])
})

test('CS-27: a protected folder, whatever holds one, and what is no place of a folder, are not touched', async () => {
  file(at('home/site/file'), 1)
  for (const path of [at('home'), at('home/site')]) {
    const end = await removing(doomed(path), { protected: [placeOf(at('home/site'))] })
    expect(end).toMatchObject({ kind: 'nothing', bytes: 0 })
    expect(end.why).toContain('is protected')
  }
  for (const place of ['/', '', 'home', `${at('home')}/../home`, `${at('home')}/.`]) {
    const end = await removing({ ...doomed(at('home')), place: placeOf(place) })
    expect(end).toMatchObject({ kind: 'nothing', bytes: 0 })
  }
  expect(existsSync(at('home/site/file'))).toBe(true)
})

describe('one recorded file', () => {
  const inode = (path: string) => {
    const { dev, ino } = statSync(path, { bigint: true })
    return { dev, ino }
  }
  const unlink = (path: string, recorded: { dev: bigint; ino: bigint }) =>
    unlinkRecorded(builtRemover, placeOf(path), recorded)

  test('CS-26, DL-LOCK-02: goes when it is the one that was recorded, and only then', async () => {
    const lock = inode(file(at('folder/a.lock'), 1))
    const other = inode(file(at('folder/b.lock'), 1))
    expect(await unlink(at('folder/a.lock'), other)).toMatchObject({ kind: 'changed' })
    expect(await unlink(at('folder/a.lock'), lock)).toEqual({ kind: 'done' })
    expect(await unlink(at('folder/a.lock'), lock)).toEqual({ kind: 'absent' })
    symlinkSync(at('folder/b.lock'), at('folder/a.lock'))
    expect(await unlink(at('folder/a.lock'), other)).toMatchObject({ kind: 'changed' })
    symlinkSync(at('folder'), at('way'))
    expect(await unlink(at('way/b.lock'), other)).toMatchObject({ kind: 'changed' })
    expect(await unlink(at('folder'), inode(at('folder')))).toMatchObject({ kind: 'changed' })
    expect(names(at('folder'))).toEqual(['a.lock', 'b.lock'])
  })

  test('a program of the threads that is not there is a failure that is said, and nothing was removed', async () => {
    file(at('folder/file'), 1)
    const end = await unlinkRecorded(at('none.cjs'), placeOf(at('folder/file')), inode(at('folder/file')))
    expect(end).toMatchObject({ kind: 'failed' })
    expect(await removing(doomed(at('folder')), { worker: at('none.cjs') })).toMatchObject({
      kind: 'nothing',
      bytes: 0
    })
    expect(names(at('folder'))).toEqual(['file'])
  })
})

test('CS-62: where the threads break down in the middle, what is left stands under its name, and that is said', async () => {
  for (const name of ['site/a/file', 'site/.git/HEAD']) file(at(name), 100)
  const broken = at('broken.cjs')
  writeFileSync(
    broken,
    `const { parentPort } = require('node:worker_threads')
     parentPort.on('message', ({ order }) => order === 'sweep' && process.exit(3))
     require(${JSON.stringify(builtRemover)})`
  )
  mkdirSync(at('cache'))
  const end = await removing(doomed(at('site')), { worker: broken, aside: asideIn(at('cache')) })
  expect(end.kind).not.toBe('removed')
  expect(end.why).toContain('The thread that removes failed')
  expect(end.why).toContain('What is left stands in its place.')
  expect(names(at('cache'))).toEqual([])
  expect(names(at())).toContain('site')
})

test('CS-61: what was set aside gets its name back where that is free, and only what was set aside', async () => {
  file(at('cache/aside/file'), 1)
  const { identity } = doomed(at('cache/aside'))
  const left = { place: placeOf(at('repos/site')), aside: placeOf(at('cache/aside')), identity }
  expect(await putBack(builtRemover, left)).toMatchObject({ kind: 'failed' })
  file(at('repos/site/new'), 1)
  const taken = await putBack(builtRemover, left)
  expect(taken).toMatchObject({ kind: 'failed' })
  expect('why' in taken ? taken.why : '').toContain(at('cache/aside'))
  rmSync(at('repos/site'), { recursive: true })
  const another = { ...left, identity: { ...identity, ino: identity.ino + 1n } }
  expect(await putBack(builtRemover, another)).toMatchObject({ kind: 'changed' })
  expect(await putBack(builtRemover, left)).toEqual({ kind: 'done' })
  expect(names(at('repos/site'))).toEqual(['file'])
  expect(await putBack(builtRemover, left)).toEqual({ kind: 'absent' })
})
