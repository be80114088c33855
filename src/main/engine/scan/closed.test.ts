import { chmodSync, linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blocks, du, file, giveAway, MIB, mayMount, scratch, weighApart } from '../../../../e2e/world/scanning'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => disk.remove())

test('S009, DL-SIZE-08: a closed folder makes a floor: itself is billed, what is in it is not', () => {
  file(at('site/open'), MIB)
  file(at('site/closed/big'), 4 * MIB)
  giveAway(at('site'))
  const expected = du(at('site')) - blocks(at('site/closed/big'))
  chmodSync(at('site/closed'), 0o000)
  const [answer] = weighApart([at('site')])
  expect(answer?.exclusive).toEqual({ atLeastBytes: expected, unreadable: 1 })
  expect(answer?.doors).toEqual([{ place: at('site/closed'), said: 'Permission denied' }])
})

test('S010: a folder that tells its names and nothing more has a door per entry', () => {
  for (const name of ['b', 'a', 'c']) file(at('site/names', name), 4096)
  giveAway(at('site'))
  chmodSync(at('site/names'), 0o444)
  const [answer] = weighApart([at('site')])
  expect(answer?.exclusive).toEqual({ atLeastBytes: blocks(at('site')) + blocks(at('site/names')), unreadable: 3 })
  expect(answer?.doors.map(({ place }) => place)).toEqual(['a', 'b', 'c'].map((name) => at('site/names', name)))
})

test('S011, DL-SIZE-07: three closed folders are three doors, by path', () => {
  for (const name of ['c/closed', 'a/closed', 'b']) {
    file(at('site', name, 'file'), 4096)
  }
  giveAway(at('site'))
  const closed = ['a/closed', 'b', 'c/closed'].map((name) => at('site', name))
  for (const folder of closed) chmodSync(folder, 0o000)
  const [answer] = weighApart([at('site')])
  expect(answer?.exclusive).toMatchObject({ unreadable: 3 })
  expect(answer?.doors.map(({ place }) => place)).toEqual(closed)
})

test('S012: a site whose parent is closed is a floor of nothing with one door, itself', () => {
  file(at('parent/site/file'), MIB)
  giveAway(at('parent'))
  chmodSync(at('parent'), 0o000)
  const [answer] = weighApart([at('parent/site')])
  expect(answer).toMatchObject({
    exclusive: { atLeastBytes: 0, unreadable: 1 },
    doors: [{ place: at('parent/site'), said: 'Permission denied' }],
    entries: 0
  })
})

test('S015, DL-SIZE-10: one floor among three makes the total a floor', () => {
  for (const name of ['a', 'b', 'c']) file(at(name, 'closed/file'), MIB)
  giveAway(at())
  const whole = du(at('a'), at('b'), at('c'))
  chmodSync(at('b/closed'), 0o000)
  const [a, b, c] = weighApart([at('a'), at('b'), at('c')])
  expect(a?.exclusive).toEqual({ exclusiveBytes: du(at('a')) })
  expect(b?.exclusive).toMatchObject({ unreadable: 1 })
  expect(c?.together).toEqual({ atLeastBytes: whole - MIB, unreadable: 1 })
})

test('a site under a folder that can be entered but not listed is weighed all the same', () => {
  file(at('outer/blind/site/file'), MIB)
  giveAway(at('outer'))
  const whole = du(at('outer/blind/site'))
  chmodSync(at('outer/blind'), 0o311)
  const [outer, site] = weighApart([at('outer'), at('outer/blind/site')])
  expect(outer?.exclusive).toMatchObject({ unreadable: 1 })
  expect(site?.exclusive).toEqual({ exclusiveBytes: whole })
})

test('DL-SIZE-02: a link behind a closed folder was not met, so its inode is not billed', () => {
  mkdirSync(at('site/closed'), { recursive: true })
  linkSync(file(at('site/file'), MIB), at('site/closed/link'))
  giveAway(at('site'))
  const expected = blocks(at('site')) + blocks(at('site/closed'))
  chmodSync(at('site/closed'), 0o000)
  const [answer] = weighApart([at('site')])
  expect(answer?.exclusive).toEqual({ atLeastBytes: expected, unreadable: 1 })
})

test('a shortage of descriptors is waited out and never taken for a door', () => {
  for (let index = 0; index < 90; index++) {
    file(at('site', ...Array.from({ length: index }, () => 'd'), `side${index}`, 'file'), 512)
  }
  giveAway(at('site'))
  const [answer] = weighApart([at('site')], { limits: 'ulimit -n 48' })
  expect(answer?.doors).toEqual([])
  expect(answer?.exclusive).toEqual({ exclusiveBytes: du(at('site')) })
})

test.skipIf(!mayMount)('without /proc the walk goes by paths and finds the same', () => {
  for (const name of ['a/b/c/file', 'a/file', 'd/e\n/file', 'd/\u00e9/file']) file(at('site', name), MIB)
  linkSync(at('site/a/file'), at('site/d/link'))
  symlinkSync('..', at('site/d/up'))
  linkSync(file(at('elsewhere'), MIB), at('site/shared'))
  const [answer] = weighApart([at('site')], { withoutProc: true })
  expect(answer?.doors).toEqual([])
  expect(answer?.exclusive).toEqual({ exclusiveBytes: du(at('site')) - MIB })
})
