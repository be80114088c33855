import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fuse, mayFuse } from '../../../../../e2e/world/fuse'
import { mounting } from '../../../../../e2e/world/mounting'
import { entry } from '../../../../../e2e/world/programs'
import { openPruning, type Pruning, rowOf, said } from '../../../../../e2e/world/pruning'
import { createWorld, type World } from '../../../../../e2e/world/world'

let world: World
let pruning: Pruning
const mounts = mounting()
const served: { end: () => Promise<void> }[] = []

beforeEach(async () => {
  world = await createWorld()
  pruning = await openPruning(world)
})
afterEach(async () => {
  for (const one of served.splice(0)) await one.end()
  mounts.undo()
  await pruning.close()
  await world.dispose()
})

const silent = async (place: string) => {
  await mkdir(place, { recursive: true })
  served.push(await fuse(place, 'silent'))
}

describe.skipIf(!mayFuse)('CS-47: a file system that never answers, on a checkout or in it', () => {
  it('ls: each of its rows could not be told, in time; the others are told', async () => {
    const fine = await world.clone('acme', 'app', 'main', { leaf: 'fine' })
    const holed = await world.clone('acme', 'app', 'main', { leaf: 'holed' })
    const dead = join(world.cloneRoot, 'acme', 'app', 'dead')
    await silent(dead)
    await silent(join(holed, 'data'))
    await silent(world.at('away'))
    const away = { owner: 'acme', repo: 'app', branch: 'away', path: world.at('away', 'clone'), workspace: 'recorded' }
    await world.records({ clones: [away] })
    const places = { fine, holed, dead, recorded: join(world.cloneRoot, 'acme', 'app', 'recorded') }
    await world.devpod.list(Object.entries(places).map(([id, localFolder]) => entry(id, { localFolder })))
    const began = Date.now()
    const { rows } = await pruning.ask('cli.listing', { size: false, states: true })
    const answers = new Map(rows.map(({ id, unsaved }) => [id, unsaved]))
    expect(answers.get('fine')).toEqual({ nothingToLose: true })
    expect(answers.get('dead')).toEqual({ couldNotTell: `could not look at ${dead}: it did not answer in time` })
    const inside = `${join(holed, 'data')}, which is mounted inside it: it did not answer in time`
    expect(answers.get('holed')).toEqual({ couldNotTell: `could not look at ${holed}: ${inside}` })
    expect(answers.get('recorded')).toEqual({
      couldNotTell: `could not look at ${world.at('away', 'clone')}: it did not answer in time`
    })
    expect(Date.now() - began).toBeLessThan(20_000)
  }, 60_000)

  it('a plan keeps the clones that it is in, and the others go', async () => {
    const fine = await world.clone('acme', 'app', 'main', { leaf: 'fine' })
    const holed = await world.clone('acme', 'app', 'main', { leaf: 'holed' })
    await silent(join(holed, 'data'))
    const plan = await pruning.plan()
    expect(said(plan, fine)).toBe('remove')
    expect(said(plan, holed)).toMatch(/^keep: unknown could-not-tell/)
    expect(rowOf(plan.rows, holed).reasons[0]?.text).toContain('did not answer in time')
  }, 60_000)

  it('CS-29: nothing is looked for on another file system that answers, and that is said', async () => {
    const holed = await world.clone('acme', 'app', 'main', { leaf: 'holed' })
    await mkdir(join(holed, '.git', 'data'))
    mounts.tmpfs(join(holed, '.git', 'data'))
    const row = rowOf((await pruning.plan()).rows, holed)
    expect(row.decision).toBe('keep')
    expect(row.reasons.map(({ text }) => text).join(' ')).toContain('another file system is mounted there')
  })
})
