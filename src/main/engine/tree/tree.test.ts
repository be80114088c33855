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
})
