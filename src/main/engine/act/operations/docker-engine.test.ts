import { lstat, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DockerEngine, startDockerEngine } from '../../../../../e2e/world/docker-engine'
import { builtRemover } from '../../../../../e2e/world/paths'
import { openPruning, outcomeOf } from '../../../../../e2e/world/pruning'
import { createWorld, type World } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { readCopies } from '../../sources/devlaunch/copies'
import { createRun } from '../../tools/run'
import { createTakeLock } from '../lock'
import { unlinkRecorded } from '../removing'
import { removeKeptVolumes } from './volumes'

let engine: DockerEngine | undefined
let missing = ''
let world: World
beforeAll(async () => {
  world = await createWorld()
  const started = await startDockerEngine()
  if ('docker' in started) engine = started
  else if (started.fatal) throw new Error(started.missing)
  else missing = started.missing
}, 90_000)
afterAll(async () => {
  await engine?.dispose()
  await world.dispose()
}, 60_000)

/** The engine, or the end of the test with the reason why there is none. */
function here(skip: (note: string) => never): DockerEngine {
  return engine ?? skip(missing)
}

const stands = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )
async function kept(id: string, volumes: readonly string[]) {
  const folder = join(world.cache, 'workspace-copies')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${id}.json`), JSON.stringify({ volumes, image: null, declared_image: null }))
  const copy = (await readCopies(placeOf(world.cache))).copies.find((one) => one.id === id)
  if (copy === undefined) throw new Error('The copy cannot be read back.')
  return copy
}
const remove = (copy: Awaited<ReturnType<typeof kept>>, env: Readonly<Record<string, string>>) => {
  const run = createRun({ ...world.env, ...env, PATH: process.env['PATH'] })
  const unlink: Parameters<typeof removeKeptVolumes>[0]['unlink'] = (place, recorded) =>
    unlinkRecorded(builtRemover, place, recorded)
  return removeKeptVolumes({ run, take: createTakeLock(run), unlink }, copy)
}

describe('volumes of a real Docker engine (DL-VOL-04, DL-VOL-06)', () => {
  beforeEach(async () => {
    for (const name of ['one-pixi', 'dind-var-lib-docker-one', 'used-pixi', 'free-pixi', 'nobodys'])
      await engine?.docker('volume', 'create', name)
  })

  it('P027: the volumes of a copy go, nothing else does, and the copy goes with them', async ({ skip }) => {
    const { env, volumes } = here(skip)
    const copy = await kept('one', ['one-pixi', 'dind-var-lib-docker-one'])
    expect(await remove(copy, env)).toEqual({ kind: 'done' })
    expect(await volumes()).toEqual(['free-pixi', 'nobodys', 'used-pixi'])
    expect(await stands(copy.file)).toBe(false)
  })

  it('a name that docker does not know counts as removed: the copy goes', async ({ skip }) => {
    const { env } = here(skip)
    const copy = await kept('never', ['never-was-there'])
    expect(await remove(copy, env)).toEqual({ kind: 'done' })
    expect(await stands(copy.file)).toBe(false)
  })

  it('P029, 6.2: one in use is refused in docker’s words, the other is said to be gone, the copy is kept', async ({
    skip
  }) => {
    const { env, docker, use, volumes } = here(skip)
    const container = await use('used-pixi')
    const copy = await kept('used', ['free-pixi', 'used-pixi'])
    const end = await remove(copy, env)
    expect(end).toMatchObject({
      kind: 'kept',
      why: expect.stringContaining('volume is in use'),
      refusals: [
        { path: 'free-pixi', code: 'removed' },
        { path: 'used-pixi', said: expect.stringContaining('volume is in use'), code: 'docker' }
      ]
    })
    expect(await volumes()).toEqual(expect.arrayContaining(['used-pixi', 'nobodys']))
    expect(await volumes()).not.toContain('free-pixi')
    expect(await stands(copy.file)).toBe(true)

    await docker('rm', container)
    expect(await remove(copy, env)).toEqual({ kind: 'done' })
    expect(await volumes()).not.toContain('used-pixi')
    expect(await stands(copy.file)).toBe(false)
  })

  it('a whole prune removes what it may, keeps what is in use with its copy, and ends with 0', async ({ skip }) => {
    const { env, docker, use, volumes } = here(skip)
    const real = `DOCKER_HOST='${env.DOCKER_HOST}' DOCKER_CONFIG='${env.DOCKER_CONFIG}' PATH='${process.env['PATH']}'`
    await world.program('docker', `exec env ${real} docker "$@"`)
    const container = await use('used-pixi')
    const [one, used] = [await kept('one', ['one-pixi']), await kept('used', ['free-pixi', 'used-pixi'])]
    await world.forgetCalls()
    const pruning = await openPruning(world)
    try {
      const { report } = await pruning.prune()
      expect(outcomeOf(report.rows, 'one')).toMatchObject({ outcome: 'removed', because: null })
      expect(outcomeOf(report.rows, 'used')).toMatchObject({
        outcome: 'kept',
        because: expect.stringContaining('volume is in use'),
        refusals: [{ path: 'free-pixi', code: 'removed' }, { path: 'used-pixi' }]
      })
      expect(report.exit).toBe(0)
    } finally {
      await pruning.close()
    }
    expect([await stands(one.file), await stands(used.file)]).toEqual([false, true])
    expect(await volumes()).toEqual(['dind-var-lib-docker-one', 'nobodys', 'used-pixi'])
    const asked = (await world.calls()).filter(([program, verb]) => program === 'docker' && verb !== 'version')
    expect(asked.map((call) => call.slice(1, 4))).toEqual(asked.map(() => ['volume', 'rm', '--force']))
    await docker('rm', container)
    await rm(used.file)
  })

  it('an engine that is down refuses, and the copy is kept', async ({ skip }) => {
    const { env, stop } = here(skip)
    const copy = await kept('down', ['nobodys'])
    await stop()
    expect(await remove(copy, env)).toMatchObject({ kind: 'kept', why: expect.stringMatching(/Docker daemon/i) })
    expect(await stands(copy.file)).toBe(true)
  })
})
