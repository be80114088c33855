import { mkdirSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fuse, mayFuse } from '../../../../e2e/world/fuse'
import { du, file, MIB, scratch, walker, weighPaths } from '../../../../e2e/world/scanning'
import { isFloor } from '../../../shared/bytes'
import { isFar } from '../tools/system/mounts'
import { createCounter, readCounter } from './counter'

if (!mayFuse) console.warn('hanging file systems are not tested: this needs root, the right to mount and /dev/fuse')

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
const served: { end: () => Promise<void> }[] = []
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(async () => {
  for (const one of served.splice(0)) await one.end()
  disk.remove()
})

const limits = { silentMs: 500, wholeMs: 20_000 }
const late = 'it did not answer in time'

test('network and FUSE file systems are told by their type', () => {
  expect(['nfs4', 'cifs', 'fuse.sshfs', 'fuse', 'fuseblk', '9p'].map(isFar)).toEqual(Array(6).fill(true))
  expect(['ext4', 'btrfs', 'overlay', 'tmpfs', 'fusectl', ''].map(isFar)).toEqual(Array(6).fill(false))
})

describe.skipIf(!mayFuse)('a file system that another program answers for', () => {
  test('one that never answers is left behind, named as a floor, and holds up no other figure', async () => {
    file(at('near/file'), MIB)
    mkdirSync(at('dead'))
    symlinkSync(at('dead'), at('link'))
    served.push(await fuse(at('dead'), 'silent'))
    const sites = [at('near'), at('dead'), at('dead/inner'), at('link/other')]
    const told: string[] = []
    const ledger = await weighPaths(sites, { limits, onSite: (id) => told.push(id) })
    expect(ledger.exclusive(at('near'))).toEqual({ exclusiveBytes: du(at('near')) })
    expect(told[0]).toBe(at('near'))
    expect(told).toHaveLength(sites.length)
    for (const site of sites.slice(1)) {
      expect(ledger.exclusive(site)).toEqual({ atLeastBytes: 0, unreadable: 1 })
      expect(ledger.doors(site)).toEqual([{ place: site, said: late }])
    }
    expect(ledger.freedBy(sites.slice(0, 2))).toEqual({ atLeastBytes: du(at('near')), unreadable: 1 })
  })

  test('one that is mounted inside a site is not touched', async () => {
    file(at('site/file'), MIB)
    mkdirSync(at('site/dead'))
    const before = du(at('site')) - du(at('site/dead'))
    served.push(await fuse(at('site/dead'), 'silent'))
    const ledger = await weighPaths([at('site')])
    expect(ledger.exclusive(at('site'))).toEqual({ exclusiveBytes: before })
    expect(ledger.mounts(at('site'))).toEqual([{ place: at('site/dead'), type: 'fuse' }])
  })

  test('one that answers is weighed like any other, and counted', async () => {
    file(at('near/file'), MIB)
    served.push(await fuse(at('alive'), 'answers'))
    const counter = createCounter()
    const ledger = await weighPaths([at('alive'), at('near')], { limits, counter })
    expect(ledger.exclusive(at('alive'))).toEqual({ exclusiveBytes: 11 * 4096 })
    expect(ledger.entries(at('alive'))).toBe(11)
    expect(readCounter(counter).entries).toBe(11)
    expect(ledger.freedBy([at('alive'), at('near')])).toEqual({ exclusiveBytes: 11 * 4096 + du(at('near')) })
    expect(() => ledger.exclusive(at('none'))).toThrow(RangeError)
  })

  test('one that stops answering half-way keeps what was measured as a floor', async () => {
    served.push(await fuse(at('half'), 'stuck'))
    const ledger = await weighPaths([at('half')], { limits, threads: 1 })
    const [door] = ledger.doors(at('half'))
    expect(door?.said).toBe(late)
    expect(isFloor(ledger.exclusive(at('half')))).toBe(true)
    // A worker that hangs takes along what it found of the root it is in.
    if (walker !== 'native') return
    expect(door?.place).toBe(at('half/stuck'))
    expect(ledger.exclusive(at('half'))).toEqual({ atLeastBytes: 11 * 4096, unreadable: 1 })
  })

  test('a stop by hand is still said to be one', async () => {
    mkdirSync(at('dead'))
    served.push(await fuse(at('dead'), 'silent'))
    const control = new AbortController()
    setTimeout(() => control.abort(), 100)
    const ledger = await weighPaths([at('dead')], { limits, signal: control.signal })
    expect(ledger.doors(at('dead')).map(({ said }) => said)).toEqual(['the scan was stopped'])
  })
})
