import { spawn } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installDl, runIn } from '../../../../../e2e/world/command'
import { builtRemover } from '../../../../../e2e/world/paths'
import { openPruning, outcomeOf } from '../../../../../e2e/world/pruning'
import { asOrdinaryUser, createWorld, type World } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { type LaunchLock, listLaunchLocks } from '../../sources/devlaunch/launch-locks'
import { createRun } from '../../tools/run'
import { createTakeLock } from '../lock'
import { unlinkRecorded } from '../removing'
import { reclaimLaunchLock } from './launch-lock'
import type { Unlink } from './unlink'

let world: World
let folder: string
beforeEach(async () => {
  world = await createWorld()
  folder = join(world.cache, 'launch-locks')
  await mkdir(folder)
})
afterEach(() => world.dispose())

const remove: Unlink = (place, recorded) => unlinkRecorded(builtRemover, place, recorded)
const take = () => createTakeLock(createRun(world.env))
const reclaim = (lock: LaunchLock) => reclaimLaunchLock({ take: take(), unlink: remove }, lock)
const names = async () => (await readdir(folder)).sort()
const stands = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )

async function locks(...ids: string[]): Promise<readonly LaunchLock[]> {
  for (const id of ids) await writeFile(join(folder, `${id}.lock`), '', { mode: 0o600 })
  return (await listLaunchLocks(placeOf(world.cache))).locks
}
async function one(id: string): Promise<LaunchLock> {
  const [lock] = (await locks(id)).filter((found) => found.id === id)
  if (lock === undefined) throw new Error(`${id} is not listed.`)
  return lock
}

/** A launch by another program: flock(1) on the file, until it is told to end. */
async function launch(id: string): Promise<() => Promise<void>> {
  const file = join(folder, `${id}.lock`)
  const child = spawn('flock', ['-x', file, 'sh', '-c', 'echo held; read line'], { stdio: ['pipe', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return () =>
    new Promise((resolve) => {
      child.once('close', () => resolve())
      child.stdin.end('\n')
    })
}

describe('reclaiming launch locks (DL-LOCK)', () => {
  it('L001: a free one goes; what is no lock, and what is no regular file, is not even listed', async () => {
    await writeFile(join(folder, 'README'), 'x')
    await mkdir(join(folder, 'folder.lock'))
    await symlink(join(folder, 'README'), join(folder, 'link.lock'))
    await writeFile(join(folder, '.lock'), '')
    const found = await locks('free')
    expect(found.map(({ id }) => id)).toEqual(['free'])
    for (const lock of found) expect(await reclaim(lock)).toEqual({ kind: 'done' })
    expect(await names()).toEqual(['.lock', 'README', 'folder.lock', 'link.lock'])
  })

  it('L002, DL-LOCK-03: one that a launch holds is kept without waiting, said, and goes the next time', async () => {
    const lock = await one('held')
    const end = await launch('held')
    const started = Date.now()
    expect(await reclaim(lock)).toEqual({ kind: 'kept', why: 'A launch holds it at the moment.', refusals: [] })
    expect(Date.now() - started).toBeLessThan(3_000)
    await end()
    expect(await reclaim(lock)).toEqual({ kind: 'done' })
    expect(await names()).toEqual([])
  })

  it('L004, DL-LOCK-02: a file that comes between opening and locking survives', async () => {
    const lock = await one('swapped')
    const swap = `[ -e '${lock.file}.old' ] || { mv '${lock.file}' '${lock.file}.old'; : > '${lock.file}'; }
PATH='${process.env['PATH']}' exec flock "$@"`
    await world.program('flock', swap)
    expect(await reclaim(lock)).toMatchObject({ kind: 'kept', why: expect.stringContaining('another file') })
    expect(await names()).toEqual(['swapped.lock', 'swapped.lock.old'])
  })

  it('L004, CS-21: a file that comes between locking and unlinking survives', async () => {
    const lock = await one('late')
    const swapping: Unlink = async (place, recorded) => {
      await rename(place, `${place}.old`)
      await writeFile(place, '')
      return remove(place, recorded)
    }
    const end = await reclaimLaunchLock({ take: take(), unlink: swapping }, lock)
    expect(end.kind).toBe('kept')
    expect(await names()).toEqual(['late.lock', 'late.lock.old'])
  })

  it('CS-65: it is unlinked only while it is held', async () => {
    const lock = await one('watched')
    const seen: string[] = []
    const watching: Unlink = async (place, recorded) => {
      seen.push((await take()(place, { create: false, waitMs: 0 })).kind)
      return remove(place, recorded)
    }
    expect(await reclaimLaunchLock({ take: take(), unlink: watching }, lock)).toEqual({ kind: 'done' })
    expect(seen).toEqual(['busy'])
  })

  it('L005, DL-LOCK-01: two launches are never both inside, while locks are reclaimed under them', async () => {
    const inside = { now: 0, most: 0, launches: 0, reclaimed: 0 }
    const file = join(folder, 'busy.lock')
    const until = Date.now() + 2_500
    const launching = async () => {
      while (Date.now() < until) {
        const lock = await take()(file, { create: true, waitMs: 5_000 })
        if (lock.kind !== 'held') continue
        inside.now += 1
        inside.launches += 1
        inside.most = Math.max(inside.most, inside.now)
        await pause(2)
        inside.now -= 1
        await lock.lock.release()
      }
    }
    const reclaiming = async () => {
      while (Date.now() < until)
        for (const lock of (await listLaunchLocks(placeOf(world.cache))).locks)
          if ((await reclaim(lock)).kind === 'done') inside.reclaimed += 1
    }
    await Promise.all([launching(), launching(), reclaiming()])
    expect(inside.most).toBe(1)
    expect(inside.launches).toBeGreaterThan(5)
    expect(inside.reclaimed).toBeGreaterThan(0)
  })

  it('L006: an absent one is absent, and is not created', async () => {
    const lock = await one('gone')
    await unlink(lock.file)
    expect(await reclaim(lock)).toEqual({ kind: 'absent' })
    expect(await names()).toEqual([])
  })

  it('a folder that lets nothing go is a failure in the system’s words', async () => {
    const lock = await one('stuck')
    await world.giveAway()
    await chmod(folder, 0o555)
    const end = await asOrdinaryUser(() => reclaim(lock))
    expect(end).toMatchObject({ kind: 'failed', why: expect.stringContaining('Permission denied') })
    expect(await stands(lock.file)).toBe(true)
  })
})

describe('launch locks of a whole prune', () => {
  it('L001, L003, L007, DL-LOCK-04, DL-LOCK-05: only those of unknown workspaces go, and devpod’s own are never touched', async () => {
    await locks('free', 'listed', 'again')
    const own = join(world.devpodHome, 'contexts', 'default', 'locks')
    await mkdir(own, { recursive: true })
    await writeFile(join(own, 'stale.workspace.lock'), '')
    const before = (await lstat(join(own, 'stale.workspace.lock'), { bigint: true })).ctimeNs
    const entry = (id: string) => ({ id, source: { localFolder: world.at(id) } })
    await world.devpod.list([entry('listed')])
    const pruning = await openPruning(world)
    try {
      const { report } = await pruning.prune({ meanwhile: () => world.devpod.list([entry('listed'), entry('again')]) })
      expect(outcomeOf(report.rows, 'free').outcome).toBe('removed')
      expect(outcomeOf(report.rows, 'again').outcome).toBe('kept')
      expect(report.exit).toBe(0)
    } finally {
      await pruning.close()
    }
    expect(await names()).toEqual(['again.lock', 'listed.lock'])
    expect((await lstat(join(own, 'stale.workspace.lock'), { bigint: true })).ctimeNs).toBe(before)
  })

  it('the real dl keeps a lock that we hold, and removes it once we let go (DL-LOCK-02)', async ({ skip }) => {
    const dl = await installDl(world)
    if ('missing' in dl) {
      if (process.env['CI'] === 'true') throw new Error(dl.missing)
      return skip(dl.missing)
    }
    await locks('ours', 'free')
    const held = await take()(join(folder, 'ours.lock'), { create: false, waitMs: 0 })
    if (held.kind !== 'held') throw new Error('The lock is not free.')
    expect((await runIn(world, dl.program, ['--prune', '-y'])).exit).toBe(0)
    expect(await names()).toEqual(['ours.lock'])
    await held.lock.release()
    expect((await runIn(world, dl.program, ['--prune', '-y'])).exit).toBe(0)
    expect(await names()).toEqual([])
  })
})
