import { linkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fill } from '../../../e2e/world/disk'
import { type Asked, openEngine } from '../../../e2e/world/engine'
import { repository } from '../../../e2e/world/git'
import { createWorld, type World } from '../../../e2e/world/world'
import { amountOf } from '../../shared/bytes'
import type { Site } from '../../shared/model'

const mebi = 1024 * 1024
let world: World
let asked: Asked
beforeEach(async () => {
  world = await createWorld()
  for (const name of ['one', 'two']) await fill(`${await repository(world.at('code', name))}/own`, mebi)
  asked = await openEngine(world.env)
  await asked.engine.addPlace(world.at('code'))
  await asked.scanned()
})
afterEach(async () => {
  await asked.engine.close()
  await world.dispose()
})

const named = async (label: string): Promise<Site> => {
  const site = (await asked.sites()).find((each) => each.label === label)
  if (site === undefined) throw new Error(`there is no ${label}`)
  return site
}
const sizeOf = async (label: string) => amountOf((await named(label)).disk ?? { exclusiveBytes: -1 })
const freed = async (...labels: string[]) => {
  const sites = await Promise.all(labels.map(async (label) => (await named(label)).id))
  return amountOf((await asked.ask('survey.freed', { sites })).bytes ?? { exclusiveBytes: -1 })
}

async function weighAgain(site: string): Promise<void> {
  expect(await asked.ask('site.weigh', { site })).toEqual({ started: true })
  while ((await asked.ask('site.detail', { site })).weighing) await new Promise((done) => setTimeout(done, 10))
}

describe("one site is weighed again alone (the call 'site.weigh')", () => {
  it('its figure, age, folders and every total are new; its neighbour keeps its own, with its age', async () => {
    const [one, two] = [await named('one'), await named('two')]
    const before = { one: await sizeOf('one'), two: await sizeOf('two'), both: await freed('one', 'two') }
    await fill(world.at('code', 'one', 'fresh', 'large'), 2 * mebi)
    await fill(world.at('code', 'two', 'unseen'), mebi)
    await weighAgain(one.id)
    const grown = (await sizeOf('one')) - before.one
    expect(grown).toBeGreaterThanOrEqual(2 * mebi)
    expect(await sizeOf('two')).toBe(before.two)
    expect(await freed('one', 'two')).toBe(before.both + grown)
    expect(await freed('one')).toBe(before.one + grown)
    expect(await freed('two')).toBe(before.two)
    const { total } = await asked.ask('survey.summary', {})
    expect(amountOf(total ?? { exclusiveBytes: 0 })).toBe(before.both + grown)
    expect(Date.parse((await named('one')).measuredAt ?? '')).toBeGreaterThan(Date.parse(one.measuredAt ?? ''))
    expect((await named('two')).measuredAt).toBe(two.measuredAt)
    const { node } = await asked.ask('site.node', { site: one.id })
    expect((await asked.ask('tree.level', { node })).tiles.map(({ label }) => label)).toContain('fresh')
    expect((await asked.ask('site.detail', { site: one.id })).held).toBe(before.one + grown)
  })

  it('again and again, and after it a scan has the last word', async () => {
    const { id } = await named('one')
    for (let time = 1; time <= 3; time += 1) {
      await fill(world.at('code', 'one', `more${time}`), mebi)
      await weighAgain(id)
    }
    const last = { one: await sizeOf('one'), both: await freed('one', 'two') }
    expect(last.one).toBeGreaterThanOrEqual(4 * mebi)
    await asked.scanned()
    expect({ one: await sizeOf('one'), both: await freed('one', 'two') }).toEqual(last)
  })

  it('a file linked between two sites is no figure of one alone', async () => {
    linkSync(world.at('code', 'one', 'own'), world.at('code', 'two', 'link'))
    await asked.scanned()
    const before = { one: await sizeOf('one'), both: await freed('one', 'two') }
    expect(before.both).toBe(before.one + (await sizeOf('two')) + mebi)
    await weighAgain((await named('one')).id)
    expect({ one: await sizeOf('one'), both: await freed('one', 'two') }).toEqual(before)
    expect((await asked.ask('site.detail', { site: (await named('one')).id })).shared).toBe(mebi)
  })

  it('a site that went is a complete nothing; one that was never there is refused', async () => {
    const { id } = await named('one')
    await rm(world.at('code', 'one'), { recursive: true })
    await weighAgain(id)
    expect((await named('one')).disk).toEqual({ exclusiveBytes: 0 })
    expect(await freed('one', 'two')).toBe(await sizeOf('two'))
    await expect(asked.ask('site.weigh', { site: 'nobody' })).rejects.toThrow('That workspace is gone')
  })

  it("one folder of it, by its node (the call 'tree.weigh'): the folder, the way to it and every total follow", async () => {
    for (const name of ['a/deep', 'b']) await fill(world.at('code', 'one', name, 'file'), 100_000)
    await asked.scanned()
    const { id, measuredAt } = await named('one')
    const { node } = await asked.ask('site.node', { site: id })
    const open = async (...names: string[]) => {
      let level = await asked.ask('tree.level', { node })
      for (const name of names)
        level = await asked.ask('tree.level', { node: level.tiles.find(({ label }) => label === name)?.node ?? '' })
      return level
    }
    const before = { one: await sizeOf('one'), both: await freed('one', 'two') }
    await fill(world.at('code', 'one', 'a', 'deep', 'new', 'large'), 3 * mebi)
    await fill(world.at('code', 'one', 'b', 'unseen'), mebi)
    const deep = await open('a', 'deep')
    expect(await asked.ask('tree.weigh', { node: deep.node })).toEqual({ started: true })
    while ((await asked.ask('site.detail', { site: id })).weighing) await new Promise((done) => setTimeout(done, 10))
    const grown = (await sizeOf('one')) - before.one
    expect(grown).toBe(3 * mebi + 4096)
    expect(await freed('one', 'two')).toBe(before.both + grown)
    expect((await named('one')).measuredAt).toBe(measuredAt)
    expect((await open('a', 'deep')).tiles.map(({ label }) => label)).toContain('new')
    expect(
      amountOf((await open('a')).tiles.find(({ label }) => label === 'deep')?.bytes ?? { exclusiveBytes: 0 })
    ).toBe(100_000 + 2_400 + 3 * mebi + 2 * 4096)
    expect((await open()).tiles[0]?.label).toBe('a')
    expect(amountOf((await open('b')).bytes ?? { exclusiveBytes: 0 })).toBeLessThan(mebi)
    await weighAgain(id)
    expect(await sizeOf('one')).toBe(before.one + grown + mebi)
    await asked.scanned()
    expect(await sizeOf('one')).toBe(before.one + grown + mebi)
    await expect(asked.ask('tree.weigh', { node: 'long ago' })).rejects.toThrow('no longer there')
  })

  it('while a scan runs it is the scan that weighs', async () => {
    const { id } = await named('one')
    await asked.ask('survey.scan', {})
    expect(await asked.ask('site.weigh', { site: id })).toEqual({ started: false })
    await asked.scanned()
  })
})

describe('the last figure is there at once', () => {
  const again = async () => {
    await asked.engine.close()
    asked = await openEngine(world.env)
  }

  it('in another run it stands, with its age, as soon as the site is found, and until it is weighed', async () => {
    const before = await named('one')
    await fill(world.at('code', 'one', 'more'), mebi)
    await again()
    await asked.ask('survey.scan', {})
    let first: Site | undefined
    while (first === undefined) {
      await new Promise((done) => setImmediate(done))
      first = (await asked.sites()).find(({ label }) => label === 'one')
    }
    expect([before.measuredAt, before.disk]).toEqual([first.measuredAt, first.disk])
    await asked.scanned()
    expect(await sizeOf('one')).toBeGreaterThanOrEqual(amountOf(before.disk ?? { exclusiveBytes: 0 }) + mebi)
  })

  it('a damaged file of figures is set aside and said', async () => {
    const file = world.at('.local', 'share', 'clearhold', 'figures.json')
    await asked.engine.close()
    expect(JSON.parse(await readFile(file, 'utf8')).version).toBe(1)
    await writeFile(file, '{"version": 1, "figures": {"x": 5}}')
    asked = await openEngine(world.env)
    const { notices } = await asked.ask('survey.summary', {})
    expect(notices.join()).toMatch(/figures\.json was damaged\. It was set aside/)
  })
})
