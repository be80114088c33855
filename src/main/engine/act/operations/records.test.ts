import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { locate } from '../../sources/devlaunch/locations'
import { readMetadata } from '../../sources/devlaunch/metadata'
import { createRun } from '../../tools/run'
import { createTakeLock } from '../lock'
import { dropRecords } from './records'
import { spelledAsDevlaunch, without } from './records-text'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.dispose())

const ports = () => ({ take: createTakeLock(createRun(world.env)), locations: locate(world.env) })
const stands = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )
const file = () => join(world.cache, 'metadata.json')
const gone = (leaf: string) => join(world.cloneRoot, 'acme', 'app', leaf)
const write = (branches: readonly string[]) =>
  world.records({
    clones: branches.map((branch) => ({ owner: 'acme', repo: 'app', branch, path: gone(branch), workspace: branch }))
  })
const recordsNow = async () => (await readMetadata(placeOf(file()))).metadata.clones
const drop = async (branch: string) => {
  const records = (await recordsNow()).filter((record) => record.branch === branch)
  const ends = await dropRecords(ports(), records)
  return [...ends.values()].map((end) => ('why' in end ? `${end.kind}: ${end.why}` : end.kind))
}

describe('dropping records (DL-META)', () => {
  it('DL-META-05, DL-META-07, M005: one save in devlaunch’s own spelling, the branch leaves the list, mode and owner stay', async () => {
    await write(['größe', 'feature/b'])
    const original = JSON.parse(await readFile(file(), 'utf8'))
    await writeFile(file(), spelledAsDevlaunch(original))
    await chmod(file(), 0o640)
    expect(await drop('feature/b')).toEqual(['done'])
    const text = await readFile(file(), 'utf8')
    const left = without(original, ['acme/app/feature/b'])
    expect(text).toBe(
      JSON.stringify(left, null, 2).replace('größe', 'gr\\u00f6\\u00dfe').replaceAll('größe', 'gr\\u00f6\\u00dfe')
    )
    expect(JSON.parse(text).repositories['acme/app'].worktrees).toEqual(['größe'])
    expect(Object.keys(JSON.parse(text).worktrees)).toEqual(['acme/app/größe'])
    expect((await stat(file())).mode & 0o777).toBe(0o640)
    expect(await stands(`${file()}.bak`)).toBe(false)
    expect(await stands(`${file()}.lock`)).toBe(true)
  })

  it('M002: damaged neighbours and unknown keys survive; the original is copied aside first', async () => {
    await write(['a', 'b'])
    const document = JSON.parse(await readFile(file(), 'utf8'))
    document.worktrees.odd = { owner: 3 }
    document.more = { deep: [1, { x: null }] }
    document.worktrees['acme/app/b'].unknown = true
    const text = JSON.stringify(document)
    await writeFile(file(), text)
    expect(await drop('a')).toEqual(['done'])
    const now = JSON.parse(await readFile(file(), 'utf8'))
    expect(now.worktrees.odd).toEqual({ owner: 3 })
    expect(now.more).toEqual(document.more)
    expect(now.worktrees['acme/app/b'].unknown).toBe(true)
    expect(await readFile(`${file()}.bak`, 'utf8')).toBe(text)
  })

  it('M003: a link stays a link, its target is replaced, and the lock stands beside the target', async () => {
    await write(['a'])
    await rename(file(), world.at('records.json'))
    await symlink(world.at('records.json'), file())
    expect(await drop('a')).toEqual(['done'])
    expect((await lstat(file())).isSymbolicLink()).toBe(true)
    expect(JSON.parse(await readFile(world.at('records.json'), 'utf8')).worktrees).toEqual({})
    expect(await stands(world.at('records.json.lock'))).toBe(true)
  })

  it('M004: two at once lose no record, and a devlaunch that holds the lock is waited for', async () => {
    await write(['a', 'b', 'c', 'd'])
    const holder = execFileSync('sh', ['-c', `flock -x '${file()}.lock' sleep 1 >/dev/null 2>&1 & echo $!`]).toString()
    expect(Number(holder)).toBeGreaterThan(0)
    expect((await Promise.all(['a', 'b', 'c'].map(drop))).flat()).toEqual(['done', 'done', 'done'])
    expect((await recordsNow()).map(({ branch }) => branch)).toEqual(['d'])
  })

  it('a folder that is there, a record that changed, a newer or damaged file: nothing is written', async () => {
    await write(['a'])
    await mkdir(gone('a'), { recursive: true })
    const before = await readFile(file(), 'utf8')
    expect(await drop('a')).toEqual(['kept: Its folder is there, or cannot be looked for.'])
    await rm(gone('a'), { recursive: true })
    const [record] = await recordsNow()
    if (record === undefined) throw new Error('no record')
    const other = { ...record, workspaceId: 'other' }
    expect([...(await dropRecords(ports(), [other])).values()]).toEqual([{ kind: 'absent' }])
    expect(await readFile(file(), 'utf8')).toBe(before)
    for (const text of [before.replace('"version": 3', '"version": 4'), '{"version":', '[]']) {
      await writeFile(file(), text)
      const [end] = (await dropRecords(ports(), [record])).values()
      expect(end?.kind).toMatch(/kept|failed/)
      expect(await readFile(file(), 'utf8')).toBe(text)
    }
  })

  it('DL-META-06: version 2 stays version 2', async () => {
    await write(['a'])
    await writeFile(file(), (await readFile(file(), 'utf8')).replace('"version": 3', '"version": 2'))
    expect(await drop('a')).toEqual(['done'])
    expect(JSON.parse(await readFile(file(), 'utf8')).version).toBe(2)
  })

  it('a branch that another record has too stays in the list', async () => {
    await write(['a'])
    const document = JSON.parse(await readFile(file(), 'utf8'))
    document.worktrees.second = { ...document.worktrees['acme/app/a'], workspace_id: 'second' }
    await writeFile(file(), spelledAsDevlaunch(document))
    const records = (await recordsNow()).filter(({ workspaceId }) => workspaceId === 'a')
    await dropRecords(ports(), records)
    const now = JSON.parse(await readFile(file(), 'utf8'))
    expect([Object.keys(now.worktrees), now.repositories['acme/app'].worktrees]).toEqual([['second'], ['a']])
  })
})
