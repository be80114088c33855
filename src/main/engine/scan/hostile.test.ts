import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { du, file, inMemory, MIB, scratch, weighPaths, weighPlaces } from '../../../../e2e/world/scanning'
import { amountOf, isFloor } from '../../../shared/bytes'
import { childOf, placeOf } from '../place'

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => disk.remove())

describe('names', () => {
  const names = [
    'new\nline',
    '\xff\xfe invalid',
    '\xc3\xa9t\xc3\xa9',
    'n'.repeat(255),
    '\xff'.repeat(255),
    ' ',
    '-rf',
    '*',
    '\\',
    '"'
  ]

  test.each(names)('a folder called %j is entered and told byte for byte', async (name) => {
    mkdirSync(at('site'))
    const place = childOf(placeOf(at('site')), name)
    mkdirSync(Buffer.from(place, 'latin1'))
    writeFileSync(Buffer.from(childOf(place, name), 'latin1'), Buffer.alloc(32768, 1))
    const ledger = await weighPlaces([
      ['site', placeOf(at('site'))],
      ['inner', place]
    ])
    expect(ledger.exclusive('site')).toEqual({ exclusiveBytes: du(at('site')) })
    expect(amountOf(ledger.exclusive('inner'))).toBe(du(at('site')) - 4096)
    expect(ledger.level('site', [], 1).children.map((child) => child.name)).toEqual([name])
    const alone = await weighPlaces([['inner', place]])
    expect(alone.exclusive('inner')).toEqual(ledger.exclusive('inner'))
  })

  test('an archive called *.asar is a file', async () => {
    file(at('site/app.asar'), 8192)
    expect((await weighPaths([at('site')])).exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
  })
})

test('a path with a NUL, which names nothing, moves no figure to another site', async () => {
  mkdirSync(at('site'))
  file(at('site', 'held'), MIB)
  const place = placeOf(at('site'))
  const ledger = await weighPlaces([
    ['nul', placeOf(`${at('site')}\0x`)],
    ['site', place],
    ['long', childOf(place, 'x'.repeat(5000))]
  ])
  expect(ledger.exclusive('site')).toEqual({ exclusiveBytes: du(at('site')) })
  expect(ledger.doors('nul').map(({ said }) => said)).toEqual(['Invalid argument'])
  expect(ledger.doors('long').map(({ said }) => said)).toEqual(['File name too long'])
  expect(ledger.freedBy(['nul', 'site', 'long'])).toEqual({ atLeastBytes: du(at('site')), unreadable: 2 })
})

describe('shapes', () => {
  let memory: ReturnType<typeof scratch>
  beforeEach(() => {
    memory = scratch(inMemory)
    at = memory.at
  })
  afterEach(() => memory.remove())

  test('S018, DL-SIZE-13: 3,000 levels, far past the longest path the system takes', async () => {
    const script = `
import os, sys
os.mkdir(sys.argv[1]); os.chdir(sys.argv[1])
for level in range(3000):
    open('file', 'wb').write(b'x' * 100)
    os.mkdir('beside'); os.mkdir('folder-%d' % level); os.chdir('folder-%d' % level)
open('bottom', 'wb').write(b'x' * 1048576)`
    execFileSync('python3', ['-c', script, at('site')])
    for (const threads of [1, 2]) {
      const ledger = await weighPaths([at('site')], { threads })
      expect(ledger.doors(at('site'))).toEqual([])
      expect(ledger.entries(at('site'))).toBe(9002)
      expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
    }
    const bottom = Array.from({ length: 3000 }, (_, level) => `folder-${level}`)
    const deep = bottom.reduce(childOf, placeOf(at('site')))
    const ledger = await weighPlaces([['deep', deep]])
    expect(Math.floor(amountOf(ledger.exclusive('deep')) / MIB)).toBe(1)
    expect(isFloor(ledger.exclusive('deep'))).toBe(false)
    execFileSync('rm', ['-r', at('site')])
  })

  test('one folder with very many names is read in portions', async () => {
    const script = `
import os, sys
os.mkdir(sys.argv[1])
for index in range(60000):
    os.symlink('x', os.path.join(sys.argv[1], 'a rather long name for an entry %06d' % index))`
    execFileSync('python3', ['-c', script, at('site')])
    writeFileSync(at('site/last'), Buffer.alloc(MIB))
    const ledger = await weighPaths([at('site')])
    expect(ledger.entries(at('site'))).toBe(readdirSync(at('site')).length + 1)
    expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
  })
})

describe('changes during the walk', () => {
  test('S013, DL-SIZE-06: what vanishes between its naming and its weighing is worth nothing and no door', async () => {
    file(at('site/steady/file'), MIB)
    const steady = du(at('site/steady'))
    const churn = `
      const fs = require('fs')
      for (let round = 0; ; round++) {
        const top = ${JSON.stringify(at('site'))} + '/churn' + (round % 7)
        for (let i = 0; i < 20; i++) {
          fs.mkdirSync(top + '/' + i + '/deep', { recursive: true })
          fs.writeFileSync(top + '/' + i + '/file', 'x')
          fs.writeFileSync(top + '/' + i + '/deep/file', 'x')
        }
        fs.rmSync(top, { recursive: true })
        fs.symlinkSync('/usr', top)
        fs.unlinkSync(top)
      }`
    const worker = new Worker(churn, { eval: true })
    try {
      for (let round = 0; round < 40; round++) {
        const ledger = await weighPaths([at('site'), at('site/steady'), at('site/churn3')])
        expect(ledger.doors(at('site'))).toEqual([])
        expect(isFloor(ledger.exclusive(at('site/churn3')))).toBe(false)
        expect(ledger.exclusive(at('site/steady'))).toEqual({ exclusiveBytes: steady })
        expect(amountOf(ledger.exclusive(at('site')))).toBeLessThan(steady + 8 * MIB)
      }
    } finally {
      await worker.terminate()
    }
  })

  test('DL-SIZE-04: a folder that is swapped for a link while the walk goes on is never followed', async () => {
    file(at('outside/big'), 64 * MIB)
    for (let index = 0; index < 200; index++) file(at('site', `f${index}`, 'sub/file'), 100)
    const swap = `
      const fs = require('fs')
      const site = ${JSON.stringify(at('site'))}, outside = ${JSON.stringify(at('outside'))}
      for (let round = 0; ; round++) {
        const path = site + '/f' + (round % 200)
        fs.renameSync(path, site + '/aside')
        fs.symlinkSync(outside, path)
        fs.unlinkSync(path)
        fs.renameSync(site + '/aside', path)
      }`
    const worker = new Worker(swap, { eval: true })
    try {
      for (let round = 0; round < 30; round++) {
        const ledger = await weighPaths([at('site')])
        expect(ledger.doors(at('site'))).toEqual([])
        expect(amountOf(ledger.exclusive(at('site')))).toBeLessThan(16 * MIB)
      }
    } finally {
      await worker.terminate()
    }
  })

  test('a loop of links is as long as its links', async () => {
    mkdirSync(at('site/a'), { recursive: true })
    symlinkSync('../a', at('site/a/self'))
    symlinkSync('b', at('site/c'))
    symlinkSync('c', at('site/b'))
    expect((await weighPaths([at('site')])).exclusive(at('site'))).toEqual({ exclusiveBytes: du(at('site')) })
    rmSync(at('site'), { recursive: true })
  })
})
