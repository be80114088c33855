import { mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Asked, openEngine } from '../../../../e2e/world/engine'
import { repository } from '../../../../e2e/world/git'
import { createWorld, type World } from '../../../../e2e/world/world'
import { placeOf } from '../place'
import { openPlaces } from './places'
import { openSettings } from './settings'

let world: World
const opened: Asked[] = []
const open = async (env: NodeJS.ProcessEnv) => {
  const asked = await openEngine(env)
  opened.push(asked)
  return asked
}
beforeEach(async () => {
  world = await createWorld()
})
afterEach(async () => {
  for (const { engine } of opened.splice(0)) await engine.close()
  await world.dispose()
})

const pathsOf = async ({ ask }: Asked) => (await ask('places.list', {})).map(({ path }) => path)

describe('the home', () => {
  it.each(['/', '//'])('a home that ends in %s is the same home', async (ending) => {
    await repository(world.at('code', 'app'))
    const { XDG_CACHE_HOME: _, ...env } = world.env
    const asked = await open({ ...env, HOME: world.home + ending })
    expect(await pathsOf(asked)).toEqual(['~/.cache/devlaunch/repos', '~/code'])
    expect((await asked.ask('app.info', {})).home).toBe(world.home)
  })

  it('a relative home is none: nothing is looked for in the folder one happens to be in', async () => {
    const asked = await open({ PATH: world.env['PATH'], HOME: 'src' })
    expect(await pathsOf(asked)).toEqual([])
    expect((await asked.ask('folders.open', { folder: null })).path).toBe('/')
    expect((await asked.ask('survey.summary', {})).notices.join()).toContain('HOME is not set')
  })

  it('a home that is / takes no name from other paths', async () => {
    const { list } = await openPlaces({
      file: null,
      clones: placeOf('/.cache/devlaunch/repos'),
      suggested: ['/code'],
      home: '/',
      notice: () => undefined
    })
    expect((await list(() => null)).map(({ path }) => path)).toEqual(['/.cache/devlaunch/repos', '/code'])
  })
})

describe('places behind symbolic links', () => {
  it('have figures, and a place is watched once by whatever name', async () => {
    await repository(world.at('code', 'app'))
    await world.clone('acme', 'app', 'main')
    const link = join(world.base, 'link')
    await symlink(world.home, link)
    const asked = await open({ ...world.env, HOME: link, XDG_CACHE_HOME: join(link, '.cache') })
    for (const { id } of await asked.ask('places.list', {})) await asked.ask('places.turn', { place: id, on: true })
    await asked.scanned()
    const before = await asked.ask('places.list', {})
    expect(before.map(({ bytes }) => bytes)).toEqual([
      { exclusiveBytes: expect.any(Number) },
      { exclusiveBytes: expect.any(Number) }
    ])
    const start = await asked.ask('folders.open', { folder: null })
    const code = start.folders.find(({ name }) => name === 'code')
    expect(await asked.ask('places.add', { folder: code?.folder ?? '' })).toHaveLength(2)
  })

  it("devlaunch's clone root may be one, and choosing it as a folder turns it on", async () => {
    const real = join(world.base, 'real')
    await mkdir(real)
    await symlink(real, world.at('clones'))
    const { list, add, turn, devlaunch } = await openPlaces({
      file: null,
      clones: placeOf(world.at('clones')),
      suggested: [],
      home: null,
      notice: () => undefined
    })
    expect(await list(() => null)).toMatchObject([{ found: 'found', kind: 'devlaunch' }])
    await turn('devlaunch', false)
    await add(placeOf(real))
    expect(await list(() => null)).toMatchObject([{ kind: 'devlaunch', own: false }])
    expect(devlaunch()).toBe(true)
  })
})

describe('a choice that was kept', () => {
  it("is for devlaunch's clones wherever they are now", async () => {
    const first = await open(world.env)
    await first.scanned()
    const moved = await open({ ...world.env, XDG_CACHE_HOME: world.at('elsewhere') })
    expect(await moved.ask('places.list', {})).toMatchObject([
      { id: 'devlaunch', path: '~/elsewhere/devlaunch/repos', on: true, own: false }
    ])
    await moved.ask('places.turn', { place: 'devlaunch', on: false })
    expect(await (await open(world.env)).ask('places.list', {})).toMatchObject([
      { id: 'devlaunch', path: '~/.cache/devlaunch/repos', on: false }
    ])
  })

  it('loses nothing when two Clearholds change it by turns, or one does at once', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'places-')))
    for (const name of ['a', 'b', 'c', 'd']) await mkdir(join(folder, name))
    const file = join(folder, 'places.json')
    const one = () => openPlaces({ file, clones: null, suggested: [], home: null, notice: () => undefined })
    const [first, second] = [await one(), await one()]
    await first.add(placeOf(join(folder, 'a')))
    await second.add(placeOf(join(folder, 'b')))
    await Promise.all(['c', 'd'].map((name) => first.add(placeOf(join(folder, name)))))
    const paths = (await (await one()).list(() => null)).map(({ path }) => path)
    expect(paths.sort()).toEqual(['a', 'b', 'c', 'd'].map((name) => join(folder, name)))
    const settings = join(folder, 'settings.json')
    const [mine, theirs] = [
      await openSettings(settings, () => undefined),
      await openSettings(settings, () => undefined)
    ]
    await mine.change({ theme: 'dark' })
    expect(await theirs.change({ units: 'binary' })).toMatchObject({ theme: 'dark', units: 'binary' })
  })

  it('cannot be kept where our folder is a file: the scan runs, the choice holds for this run, and it is said', async () => {
    await repository(world.at('code', 'app'))
    await mkdir(world.at('.local', 'share'), { recursive: true })
    await writeFile(world.at('.local', 'share', 'clearhold'), 'mine')
    const asked = await open(world.env)
    const summary = await asked.scanned()
    expect(summary).toMatchObject({ scan: 'done' })
    expect(summary.notices.join('\n')).toMatch(/places\.json could not be written: .*\./)
    await expect(asked.ask('places.turn', { place: 'devlaunch', on: false })).rejects.toThrow('could not be written')
    await expect(asked.ask('settings.change', { theme: 'dark' })).rejects.toThrow('could not be written')
    expect(await asked.ask('settings.change', { units: 'binary' }).catch(() => asked.ask('settings.get', {}))).toEqual(
      expect.objectContaining({ theme: 'dark', units: 'binary' })
    )
    expect((await asked.ask('places.list', {}))[0]?.on).toBe(false)
    expect(await readFile(world.at('.local', 'share', 'clearhold'), 'utf8')).toBe('mine')
  })
})
