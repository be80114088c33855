import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rename, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRun } from '../tools/run'
import { createTakeLock, lookAtLock } from './lock'

const take = createTakeLock(createRun(process.env))
const folder = await mkdtemp(join(tmpdir(), 'lock-'))
const acting = { create: true, waitMs: 0 } as const

/** Another process that holds the lock until it is told to end. */
async function holder(file: string): Promise<() => Promise<void>> {
  const child = spawn('flock', ['-x', file, 'sh', '-c', 'echo held; read line'], { stdio: ['pipe', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return () =>
    new Promise((resolve) => {
      child.once('close', () => resolve())
      child.stdin.end('\n')
    })
}

describe('kernel locks', () => {
  it('are held until let go of, also against flock(1) of others (DL-LOCK-01)', async () => {
    const file = join(folder, 'deep/er/a.lock')
    const mine = await take(file, acting)
    expect(mine.kind).toBe('held')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await take(file, acting)).kind).toBe('busy')
    if (mine.kind === 'held') await mine.lock.release()
    const end = await holder(file)
    expect((await take(file, acting)).kind).toBe('busy')
    await end()
    const again = await take(file, acting)
    expect(again.kind).toBe('held')
    if (again.kind === 'held') await again.lock.release()
  })

  it('looking creates nothing, and an absent file is free', async () => {
    const file = join(folder, 'absent.lock')
    expect(await lookAtLock(take, file)).toBe('free')
    expect(existsSync(file)).toBe(false)
    await writeFile(file, '')
    expect(await lookAtLock(take, file)).toBe('free')
    const end = await holder(file)
    expect(await lookAtLock(take, file)).toBe('held')
    await end()
  })

  it('waits as long as it was told, and takes the lock when the holder lets go', async () => {
    const file = join(folder, 'wait.lock')
    const end = await holder(file)
    expect((await take(file, { create: true, waitMs: 300 })).kind).toBe('busy')
    const waiting = take(file, { create: true, waitMs: 10_000 })
    await end()
    const lock = await waiting
    expect(lock.kind).toBe('held')
    if (lock.kind === 'held') await lock.lock.release()
  })

  it('stops waiting when it is cancelled', async () => {
    const file = join(folder, 'cancel.lock')
    const end = await holder(file)
    const control = new AbortController()
    setTimeout(() => control.abort(), 100)
    expect((await take(file, { create: true, waitMs: 60_000, signal: control.signal })).kind).toBe('unknown')
    await end()
  })

  it('a file replaced while waiting is not taken for the lock (L004, L005)', async () => {
    const file = join(folder, 'replaced.lock')
    const end = await holder(file)
    const waiting = take(file, { create: true, waitMs: 10_000 })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await rename(file, `${file}.old`)
    await writeFile(file, '')
    await end()
    const lock = await waiting
    expect(lock.kind).toBe('held')
    expect(await lookAtLock(take, file)).toBe('held')
    if (lock.kind === 'held') await lock.lock.release()
    await unlink(`${file}.old`)
  })

  it('one that root makes in the folder of somebody else is theirs; one that stood there, or is linked to, stays root’s', async ({
    skip
  }) => {
    skip(process.geteuid?.() !== 0, 'only root makes files in folders of others')
    const theirs = join(folder, 'theirs')
    await mkdir(theirs)
    await chown(theirs, 1000, 1000)
    await writeFile(join(folder, 'target'), '')
    await symlink(join(folder, 'target'), join(theirs, 'linked.lock'))
    await writeFile(join(theirs, 'old.lock'), '')
    for (const name of ['new', 'linked', 'old']) {
      const mine = await take(join(theirs, `${name}.lock`), acting)
      if (mine.kind === 'held') await mine.lock.release()
    }
    const owners = await Promise.all(['new', 'linked', 'old'].map((name) => stat(join(theirs, `${name}.lock`))))
    expect(owners.map(({ uid, mode }) => [uid, mode & 0o777])).toEqual([
      [1000, 0o600],
      [0, 0o644],
      [0, 0o644]
    ])
  })

  it('says what it could not open, and that flock is missing', async () => {
    await writeFile(join(folder, 'file'), '')
    const inFile = await take(join(folder, 'file', 'x.lock'), acting)
    expect(inFile).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('x.lock could not be opened: File exists')
    })
    const without = createTakeLock(createRun({ PATH: folder }))
    expect(await without(join(folder, 'b.lock'), acting)).toMatchObject({ why: expect.stringContaining('util-linux') })
  })

  it('what is no regular file is no lock, and a pipe in its place is not waited for', async () => {
    const pipe = join(folder, 'pipe.lock')
    execFileSync('mkfifo', [pipe])
    for (const file of [pipe, folder])
      expect(await lookAtLock(take, file)).toEqual({ unknown: `${file} is not a regular file.` })
    expect(await take(pipe, acting)).toEqual({ kind: 'unknown', why: `${pipe} is not a regular file.` })
  })
})
