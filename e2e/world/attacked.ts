import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Place, placeOf } from '../../src/main/engine/place'
import { createAsking, guard } from '../../src/main/engine/sources/guard/guard'
import { createRun } from '../../src/main/engine/tools/run'
import { git } from './git'
import { createWorld, type World } from './world'

export const nothing = { nothingToLose: true }
export const bytes = (folder: Buffer) => folder.toString('latin1') as Place

/** A world for attacks on the guard, for all tests of a file: clean clones, the guard over any folder, a marker file. */
export function attackedWorld() {
  let world: World
  let template: string
  let made = 0
  beforeAll(async () => {
    world = await createWorld()
    template = await world.clone('acme', 'app', 'main', {
      leaf: 'template',
      files: { 'README.md': 'Hello\n', a: 'a\n', run: 'run\n' }
    })
    await git(world.home, 'config', '--file', world.at('.gitconfig'), 'user.name', 'Ada')
  })
  afterAll(() => world.dispose())
  return {
    world: () => world,
    template: () => template,
    /** A clean and pushed clone of its own. */
    fresh: async (name = `clone-${made}`): Promise<string> => {
      made += 1
      const folder = join(template, '..', name)
      await cp(template, folder, { recursive: true, preserveTimestamps: true })
      return folder
    },
    ask: async (folder: string | Buffer, env: Record<string, string> = world.env, timeoutMs?: number) =>
      (
        await guard(
          createAsking(createRun(env), timeoutMs),
          typeof folder === 'string' ? placeOf(folder) : bytes(folder)
        )
      ).unsaved,
    /** The file that a program of the repository would leave if it ran. */
    marker: () => world.at('marker')
  }
}
