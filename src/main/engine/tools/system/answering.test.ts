import { mkdirSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { openEngine } from '../../../../../e2e/world/engine'
import { fuse, mayFuse } from '../../../../../e2e/world/fuse'
import { repository } from '../../../../../e2e/world/git'
import { createWorld } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { answering, Silent } from './answering'

if (!mayFuse) console.warn('hanging file systems are not tested: this needs root, the right to mount and /dev/fuse')

const served: { end: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of served.splice(0)) await one.end()
})

describe.skipIf(!mayFuse)('a file system that never answers', () => {
  test('holds up neither the list of places, nor the folders to choose from, nor the search, nor the scan', async () => {
    const world = await createWorld()
    await repository(world.at('code', 'app'))
    mkdirSync(world.at('dead'))
    mkdirSync(world.at('code', 'share'), { recursive: true })
    const { ask, scanned, sites, engine } = await openEngine(world.env)
    try {
      await engine.addPlace(world.at('code'))
      await engine.addPlace(world.at('dead'))
      served.push(await fuse(world.at('dead'), 'silent'), await fuse(world.at('code', 'share'), 'silent'))
      const began = Date.now()
      await scanned()
      expect((await sites()).map(({ label }) => label)).toEqual(['app'])
      const { sources, scan } = await ask('survey.summary', {})
      expect(scan).toBe('done')
      expect(sources.find(({ id }) => id === 'folders')?.said).toMatch(/share|did not answer in time/)
      const places = await ask('places.list', {})
      expect(places.map(({ path, found }) => [path, found])).toContainEqual(['~/dead', 'closed'])
      const home = await ask('folders.open', { folder: null })
      const dead = home.folders.find(({ name }) => name === 'dead')
      expect((await ask('folders.open', { folder: dead?.folder ?? '' })).said).toBe('it did not answer in time')
      expect(Date.now() - began).toBeLessThan(20_000)
    } finally {
      for (const one of served.splice(0)) await one.end()
      await engine.close()
      await world.dispose()
    }
  })

  test('is asked once at a time, and what is near is not asked at all', async () => {
    const world = await createWorld()
    served.push(await fuse(world.at('dead'), 'silent'))
    const place = placeOf(world.at('dead'))
    for (let time = 0; time < 8; time += 1) await expect(answering(place, 20)).rejects.toThrow(Silent)
    await expect(answering(placeOf(world.home), 20)).resolves.toBeUndefined()
    for (const one of served.splice(0)) await one.end()
    await world.dispose()
  })
})
