import { expect, test } from 'vitest'
import { announceEvery, createAnnouncer } from './announce'
import { icons } from './icons'
import { placeTip } from './place-tip'
import { counted, homePath, plainCounts, shortCommand, shortPath } from './words'

test('G5: progress is spoken at most every five seconds, the newest words win; an end is spoken at once', () => {
  let now = 0
  const said: string[] = []
  const timers: { at: number; run: () => void }[] = []
  const voice = createAnnouncer(
    (words) => said.push(words),
    () => now,
    (run, ms) => void timers.push({ at: now + ms, run })
  )
  for (; now <= 12_000; now += 100) {
    for (const timer of timers.splice(0)) timer.at <= now ? timer.run() : timers.push(timer)
    voice.politely(`${now}`)
  }
  expect(said.length).toBe(3)
  expect(said[1]).toBe('4900')
  voice.now('Scan finished')
  expect(said.at(-1)).toBe('Scan finished')
  expect(announceEvery).toBe(5000)
})

test('a tip stays inside the window, under the thing or over it', () => {
  const window = { width: 800, height: 600 }
  expect(placeTip({ left: 100, top: 100, width: 50, height: 20 }, { width: 200, height: 80 }, window)).toEqual({
    left: 100,
    top: 126
  })
  expect(placeTip({ left: 780, top: 580, width: 20, height: 20 }, { width: 200, height: 80 }, window)).toEqual({
    left: 594,
    top: 494
  })
})

test('paths are shortened in the middle and keep their last part', () => {
  expect(shortPath('/a/b/c', 20)).toBe('/a/b/c')
  const short = shortPath('/home/mira/.cache/devlaunch/repos/acme/kestrel-main-4f2a', 40)
  expect(short.length).toBeLessThanOrEqual(40)
  expect(short).toMatch(/^\/home.*…\/kestrel-main-4f2a$/)
  expect(shortPath('/x/a-name-that-is-longer-than-the-room', 10)).toBe('…/a-name-that-is-longer-than-the-room')
})

test('the home folder is written as ~, a folder that only begins like it is not', () => {
  expect(homePath('/home/mira/code', '/home/mira')).toBe('~/code')
  expect(homePath('/home/miranda', '/home/mira')).toBe('/home/miranda')
  expect(homePath('/srv', '')).toBe('/srv')
})

test('counts agree with their noun and part thousands', () => {
  expect(counted(1, 'workspace')).toBe('1\u00a0workspace')
  expect(counted(10_000, 'entry', 'entries')).toBe('10,000\u00a0entries')
})

test('every icon draws within its 16 px', () => {
  for (const [name, drawing] of Object.entries(icons)) {
    const path = 'strokes' in drawing ? drawing.strokes : drawing.filled
    const [x, y] = /^M(-?[\d.]+)[ ,]?(-?[\d.]+)/.exec(path)?.slice(1).map(Number) ?? []
    expect(x, name).toBeGreaterThanOrEqual(0)
    expect(x, name).toBeLessThanOrEqual(16)
    expect(y, name).toBeLessThanOrEqual(16)
  }
})

test('counts read as people write them', () => {
  expect(plainCounts('Would lose 1 uncommitted change(s) (a(s).md) and 4 unpushed commit(s).')).toBe(
    'Would lose 1 uncommitted change (a(s).md) and 4 unpushed commits.'
  )
  expect(plainCounts('12 unpushed commit(s), 2 reachable only from local tag(s) (v1)')).toBe(
    '12 unpushed commits, 2 reachable only from local tags (v1)'
  )
})

test.each([
  ['git -C /x/y push origin refs/heads/feature/checkout', 'git push origin feature/checkout'],
  ["git -C '/it'\\''s here' add --all && git -C '/it'\\''s here' commit", 'git add --all && git commit'],
  [
    `git -C /x push origin ${'0123456789'.repeat(4)}:refs/heads/saved-0123456789`,
    'git push origin 0123456789…:saved-0123456789'
  ],
  ['git -C /x push origin refs/tags/v1', 'git push origin v1'],
  ['dl --ls --json', 'dl --ls --json']
])('the command %s is shown as %s', (command, short) => {
  expect(shortCommand(command)).toBe(short)
})
