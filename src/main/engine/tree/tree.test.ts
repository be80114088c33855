import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fill } from '../../../../e2e/world/disk'
import { type Asked, openEngine } from '../../../../e2e/world/engine'
import { repository } from '../../../../e2e/world/git'
import { createWorld, type World } from '../../../../e2e/world/world'

let world: World
let asked: Asked
beforeEach(async () => {
  world = await createWorld()
})
afterEach(async () => {
  await asked.engine.close()
  await world.dispose()
})

describe('the map', () => {
  it('a workspace with files of its own opens as often as one likes, also by its crumb', async () => {
    const app = await repository(world.at('code', 'app'))
    await fill(`${app}/notes`, 100_000)
    await fill(`${app}/sub/data`, 100_000)
    asked = await openEngine(world.env)
    for (const place of await asked.ask('places.list', {}))
      await asked.ask('places.turn', { place: place.id, on: true })
    await asked.scanned()
    const [site] = await asked.sites()
    const { node } = await asked.ask('site.node', { site: site?.id ?? '' })
    const first = await asked.ask('tree.level', { node })
    expect(first.tiles.map((tile) => tile.label).sort()).toEqual(['.git', 'Files here', 'sub'])
    expect(new Set(first.tiles.map((tile) => tile.node)).add(node).size).toBe(4)
    expect((await asked.ask('tree.level', { node: first.crumbs[0]?.node ?? '' })).tiles).toEqual(first.tiles)
  })

  it('names of 255 bytes that are no text leave room for fewer tiles, never for none (B6)', async () => {
    const app = await repository(world.at('code', 'app'))
    const odd = (n: number) => Buffer.from([...Buffer.alloc(250, 0xff), ...Buffer.from(String(n))])
    const inside = (...names: Buffer[]) =>
      names.reduce((path, name) => Buffer.concat([path, Buffer.from('/'), name]), Buffer.from(app))
    for (let outer = 10; outer < 70; outer += 1)
      for (let inner = 10; inner < 30; inner += 1) await mkdir(inside(odd(outer), odd(inner)), { recursive: true })
    asked = await openEngine(world.env)
    for (const place of await asked.ask('places.list', {}))
      await asked.ask('places.turn', { place: place.id, on: true })
    await asked.scanned()
    const [site] = await asked.sites()
    const { node } = await asked.ask('site.node', { site: site?.id ?? '' })
    const level = await asked.ask('tree.level', { node })
    expect(level.tiles.length).toBeGreaterThan(40)
    expect(level.tiles.some((tile) => tile.children.length > 0)).toBe(true)
    const home = await asked.ask('folders.open', { folder: null })
    const code = home.folders.find((folder) => folder.name === 'code')
    const opened = await asked.ask('folders.open', { folder: code?.folder ?? '' })
    expect(opened.folders.map((folder) => folder.name)).toEqual(['app'])
  })

  it('opens a folder far below any path that could be opened in one piece', async () => {
    const app = await repository(world.at('code', 'app'))
    execFileSync('python3', ['-c', "import os\nfor n in range(1500): os.mkdir('d' * 200); os.chdir('d' * 200)"], {
      cwd: app
    })
    asked = await openEngine(world.env)
    for (const place of await asked.ask('places.list', {}))
      await asked.ask('places.turn', { place: place.id, on: true })
    await asked.scanned()
    const [site] = await asked.sites()
    let { node } = await asked.ask('site.node', { site: site?.id ?? '' })
    for (let depth = 0; depth < 700; depth += 1) {
      const level = await asked.ask('tree.level', { node })
      expect(level.crumbs[0]?.label).toBe('app')
      node = level.tiles.find((tile) => /^d+$/.test(tile.label))?.node ?? ''
    }
    // Too deep for Node to remove.
    execFileSync('rm', ['-rf', app])
  })
})

describe('the folders to choose from', () => {
  it('five hundred names of 255 bytes fit, and the rest is counted (B6)', async () => {
    const odd = (n: number) => Buffer.from([...Buffer.alloc(250, 0xff), ...Buffer.from(String(n))])
    for (let n = 1000; n < 1600; n += 1)
      await mkdir(Buffer.concat([Buffer.from(`${world.home}/`), odd(n)]), { recursive: true })
    asked = await openEngine(world.env)
    const { folders, more } = await asked.ask('folders.open', { folder: null })
    expect(folders.length).toBeGreaterThan(200)
    expect(folders.length + more).toBe(602)
  })
})
