import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill } from '../world/disk'
import { mounting } from '../world/mounting'
import { entry } from '../world/programs'
import { mayMount } from '../world/scanning'
import { createWorld, type World } from '../world/world'
import { build, clearhold } from './clearhold'

const mebi = 1024 * 1024
const mounts = mounting()
let world: World
let clone = ''

const reason = /^Figures marked "up to" are the most it can be: an overlay shows files of layers below it/m

describe.skipIf(!mayMount)('a home on an overlay, with a clone that has another file system in it', () => {
  beforeAll(async () => {
    await build()
    world = await createWorld(mounts.overlay())
    clone = await world.clone('acme', 'app', 'main')
    await fill(`${clone}/own`, 2 * mebi)
    await fill(`${mounts.tmpfs(`${clone}/data`)}/large`, 8 * mebi)
    await world.devpod.list([entry('app-main', { localFolder: clone })])
    await world.devpod.status('app-main', 'Stopped')
  }, 120_000)
  afterAll(async () => {
    mounts.undo()
    await world.dispose()
  })

  const line = () => `${clone}/data is a mount of its own (tmpfs): it was not entered, and its bytes are in no figure.`

  it('size: "up to" with its reason, and a line for the mount; in JSON as notices beside the figures (DL-SIZE-12)', async () => {
    const said = await clearhold(['size', clone], { env: world.env })
    expect(said.out).toMatch(/^ *up to \d\.\d MiB {2}\//)
    expect(said.out).toContain(line())
    expect(said.out).toMatch(reason)
    const document = JSON.parse((await clearhold(['size', '--json', clone], { env: world.env })).out)
    expect(document.paths[0].estimate).toBe('overlay')
    expect(document.paths[0].disk.exclusiveBytes).toBeGreaterThan(2 * mebi)
    expect(document.paths[0].disk.exclusiveBytes).toBeLessThan(4 * mebi)
    expect(document.notices).toEqual([line(), expect.stringMatching(reason)])
  })

  it('ls --size: in the table, and said on standard error; the document keeps its keys', async () => {
    const table = await clearhold(['ls', '--size'], { env: world.env })
    expect(table.out).toMatch(/ up to \d\.\d MiB /)
    expect(table.err).toContain(line())
    expect(table.err).toMatch(reason)
    const listed = await clearhold(['ls', '--size', '--json'], { env: world.env })
    expect(Object.keys(JSON.parse(listed.out)[0].disk)).toEqual(['exclusiveBytes'])
    expect(listed.err).toContain(line())
  })

  it('survey: a notice each, and the estimate beside the figure', async () => {
    const { sites, notices } = JSON.parse((await clearhold(['survey', '--json'], { env: world.env })).out)
    expect(sites[0]).toMatchObject({ path: clone, estimate: 'overlay', disk: { exclusiveBytes: expect.any(Number) } })
    expect(notices).toContain(line())
    expect(notices.some((notice: string) => reason.test(notice))).toBe(true)
    expect((await clearhold(['survey'], { env: world.env })).out).toMatch(/ up to \d\.\d MiB /)
  })

  it('tree: "up to" before every figure of it, and the reason on standard error', async () => {
    const said = await clearhold(['tree', clone], { env: world.env })
    expect(
      said.out
        .trim()
        .split('\n')
        .every((row) => row.trim().startsWith('up to '))
    ).toBe(true)
    expect(said.out).not.toContain('data')
    expect(said.err).toMatch(reason)
  })
})
