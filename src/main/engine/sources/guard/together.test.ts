import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit, git } from '../../../../../e2e/world/git'
import { createWorld, type World } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { createRun, type Run } from '../../tools/run'
import { createAsking, guard } from './guard'
import { askingTogether, rowsIn } from './together'

let world: World
const clones: string[] = []
beforeAll(async () => {
  world = await createWorld()
  for (let n = 0; n < 15; n += 1) clones.push(await world.clone('acme', 'app', 'main', { leaf: `c${n}` }))
  const at = (n: number, ...names: string[]) => join(clones[n] ?? '', ...names)
  await writeFile(at(1, '7\n## main\n8'), 'x')
  await commit(at(3), 'Mine', { mine: 'x' })
  await git(at(5), 'checkout', '-q', '--detach')
  await writeFile(at(5, 'README.md'), 'changed\n')
  await rm(at(8, '.git', 'HEAD'))
  await git(at(9), 'checkout', '-q', '-b', '12')
  await writeFile(at(9, '3'), 'x')
})
afterAll(() => world.dispose())

describe('many checkouts asked together', () => {
  it('each gets the answer that it gets alone, in a fraction of the starts', async () => {
    const run = createRun(world.env)
    const places = clones.map(placeOf)
    const alone = await Promise.all(places.map(async (place) => (await guard(createAsking(run), place)).unsaved))
    const starts: string[] = []
    const counting: Run = (program, args, options) => {
      starts.push(program)
      return run(program, args, options)
    }
    const asking = askingTogether(createAsking(counting))
    const together = await Promise.all(places.map(async (place) => (await guard(asking, place)).unsaved))
    expect(together).toEqual(alone)
    expect(together.filter((one) => 'nothingToLose' in one)).toHaveLength(10)
    expect(starts.length).toBeLessThan(clones.length)
  })

  it('CS-47: one that hangs holds up none of those that are asked with it', async () => {
    const hung = await world.clone('acme', 'app', 'main', { leaf: 'hung' })
    execFileSync('mkfifo', [join(hung, '.gitignore')])
    const asking = askingTogether(createAsking(createRun(world.env), 6_000), 300)
    const started = Date.now()
    let others = 0
    const [last] = await Promise.all(
      [hung, ...clones.slice(10)].map(async (clone) => {
        const { unsaved } = await guard(asking, placeOf(clone))
        if (clone !== hung) others = Math.max(others, Date.now() - started)
        return unsaved
      })
    )
    expect(others).toBeLessThan(4_000)
    expect(last).toEqual({ couldNotTell: expect.stringMatching(/did not answer within 6 seconds/) })
  })

  it('rows divide into exactly as many answers as were asked, or into none', () => {
    const one = '## main\n M a\n0\n'
    const two = '## HEAD (no branch)\n3\n'
    expect(rowsIn(one + two, 2)).toEqual([one, two])
    for (const text of ['', one, `${one}x`, `## main\n${one}`, `${one}0\n`, '## main\n', `${one}${two}${one}`])
      expect(rowsIn(text, 2), text).toBeNull()
  })
})
