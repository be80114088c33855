import { spawn } from 'node:child_process'
import { lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installDl, runIn } from '../../../../../e2e/world/command'
import { builtRemover } from '../../../../../e2e/world/paths'
import { openPruning, outcomeOf, said } from '../../../../../e2e/world/pruning'
import { createWorld, type World } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { readCopies } from '../../sources/devlaunch/copies'
import { removeVolumes } from '../../tools/docker/volumes'
import { createRun, type Run } from '../../tools/run'
import { createTakeLock } from '../lock'
import { unlinkRecorded } from '../removing'
import type { Unlink } from './unlink'
import { removeKeptVolumes } from './volumes'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.dispose())

const remove: Unlink = (place, recorded) => unlinkRecorded(builtRemover, place, recorded)
const removing = (copy: Awaited<ReturnType<typeof kept>>, run: Run = createRun(world.env)) =>
  removeKeptVolumes({ run, take: createTakeLock(run), unlink: remove }, copy)
const fileOf = (id: string) => join(world.cache, 'workspace-copies', `${id}.json`)
async function write(id: string, text: string) {
  await mkdir(join(world.cache, 'workspace-copies'), { recursive: true })
  await writeFile(fileOf(id), text)
}
async function kept(id: string, ...volumes: string[]) {
  await write(id, JSON.stringify({ volumes, image: null, declared_image: null }))
  const copy = (await readCopies(placeOf(world.cache))).copies.find((one) => one.id === id)
  if (copy === undefined) throw new Error(`The copy of ${id} cannot be read back.`)
  return copy
}
const stands = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )
const docker = async () =>
  (await world.calls()).filter(([program]) => program === 'docker').map(([, ...words]) => words)

describe('removing the volumes of a copy (DL-VOL)', () => {
  it('DL-VOL-04, DL-VOL-06: one call with every name in the copy’s order, and then the copy goes', async () => {
    const copy = await kept('w', 'w-pixi', 'dind-var-lib-docker-w')
    expect(await removing(copy)).toEqual({ kind: 'done' })
    expect(await docker()).toEqual([['volume', 'rm', '--force', 'w-pixi', 'dind-var-lib-docker-w']])
    expect(await stands(copy.file)).toBe(false)
  })

  it.each(['--all', '-f', '', 'a b', '../x', 'a/b', 'x\n'])(
    'DL-VOL-01, CS-40: a copy that names %j is not handed to docker at all',
    async (name) => {
      const copy = await kept('w', 'fine', name)
      expect(await removing(copy)).toMatchObject({ kind: 'kept' })
      expect(await docker()).toEqual([])
      expect(await stands(copy.file)).toBe(true)
    }
  )

  it('DL-VOL-06: a refusal keeps the copy, in docker’s words', async () => {
    const copy = await kept('w', 'v')
    await world.program('docker', 'printf "Error response from daemon: remove v: volume is in use\\n" >&2; exit 1')
    expect(await removing(copy)).toEqual({
      kind: 'kept',
      why: 'docker refused: Error response from daemon: remove v: volume is in use',
      refusals: [{ path: 'v', said: 'Error response from daemon: remove v: volume is in use', code: 'docker' }]
    })
    expect(await stands(copy.file)).toBe(true)
  })

  it('DL-VOL-04: without docker nothing is said to be wrong, and the copy stays', async () => {
    const copy = await kept('w', 'v')
    await rm(join(world.base, 'bin', 'docker'))
    const run: Run = (program, args, options) =>
      createRun({ ...world.env, PATH: program === 'docker' ? join(world.base, 'bin') : world.env['PATH'] })(
        program,
        args,
        options
      )
    const end = await removing(copy, run)
    expect(end).toMatchObject({ kind: 'kept', why: expect.stringContaining('not installed'), refusals: [] })
    expect(await stands(copy.file)).toBe(true)
  })

  it('CS-64, CS-21: a copy that was written anew while docker removed stays', async () => {
    const copy = await kept('w', 'v')
    const file = fileOf('w')
    await world.program('docker', `printf '{"volumes":["new"]}' > '${file}.tmp'; mv '${file}.tmp' '${file}'`)
    expect(await removing(copy)).toMatchObject({ kind: 'kept', why: expect.stringContaining('volumes are gone') })
    expect(await readFile(file, 'utf8')).toBe('{"volumes":["new"]}')
  })

  it('a copy that is another one by now: docker is not asked', async () => {
    const copy = await kept('w', 'v')
    await writeFile(`${copy.file}.tmp`, '{"volumes":["new"]}')
    await rm(copy.file)
    expect(await removing(copy)).toMatchObject({ kind: 'kept' })
    expect(await docker()).toEqual([])
  })

  it('a launch that holds the workspace’s lock keeps its volumes, and none can begin while they go', async () => {
    const copy = await kept('w', 'v')
    const file = join(world.cache, 'launch-locks', 'w.lock')
    await mkdir(join(world.cache, 'launch-locks'))
    await writeFile(file, '')
    const child = spawn('flock', ['-x', file, 'sh', '-c', 'echo held; read line'], {
      stdio: ['pipe', 'pipe', 'inherit']
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(await removing(copy)).toMatchObject({ kind: 'kept', why: expect.stringContaining('launch') })
    expect(await docker()).toEqual([])
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.stdin.end('\n')
    await ended
    await world.program('docker', `flock -n '${file}' true && echo free > '${world.base}/free'; exit 0`)
    expect(await removing(copy)).toEqual({ kind: 'done' })
    expect(await stands(join(world.base, 'free'))).toBe(false)
  })
})

describe('asking docker (2.8)', () => {
  const ask = () => removeVolumes(createRun(world.env), ['a', 'b'])
  it.each([
    ['a refusal without words', 'exit 3', 'docker ended with exit code 3', []],
    ['rubbish', 'printf "\\377\\376 rubbish\\n"; exit 1', 'docker ended with exit code 1', []],
    [
      'the engine down',
      'echo "Cannot connect to the Docker daemon" >&2; exit 1',
      'Cannot connect to the Docker daemon',
      []
    ],
    ['more than one line', 'printf "one\\n\\n two\\n" >&2; echo b; exit 1', 'one two', ['b']],
    ['a death', 'kill -9 $$', 'docker was ended by SIGKILL', []],
    ['very much text', 'yes | head -c 3000000; exit 1', 'docker printed more than can be read', []]
  ])('%s is a refusal with its words, never a removal', async (_, body, words, gone) => {
    await world.program('docker', body)
    expect(await ask()).toEqual({ kind: 'refused', said: words, gone: new Set(gone) })
  })

  it('every call is bounded (CS-47): the limit is handed to whoever starts it', async () => {
    let limit = 0
    const run: Run = async (_, __, { timeoutMs }) => {
      limit = timeoutMs
      return { kind: 'timed-out', afterMs: timeoutMs }
    }
    expect(await removeVolumes(run, ['a'])).toMatchObject({
      kind: 'refused',
      said: `docker did not answer within ${limit / 1000} seconds`
    })
    expect(limit).toBeGreaterThan(0)
  })
})

describe('volumes of a whole prune', () => {
  it('DL-VOL-01, DL-VOL-03, DL-VOL-07: names come from copies alone; no image, no list, nothing of a listed workspace', async () => {
    await kept('gone', 'gone-pixi')
    await kept('listed', 'listed-pixi')
    await write('none', '{"volumes":[]}')
    await write('broken', '{"volumes":["x"')
    await world.clone('acme', 'app', 'main', { leaf: 'orphan' })
    await world.devpod.list([{ id: 'listed', source: { localFolder: world.at('p') } }])
    await world.forgetCalls()
    const pruning = await openPruning(world)
    try {
      const { plan, report } = await pruning.prune()
      expect(['listed', 'none', 'broken'].map((id) => said(plan, id))).toEqual(Array(3).fill('not in the plan'))
      expect(outcomeOf(report.rows, 'gone').outcome).toBe('removed')
    } finally {
      await pruning.close()
    }
    expect((await docker()).filter(([verb]) => verb !== 'version')).toEqual([['volume', 'rm', '--force', 'gone-pixi']])
    expect(await Promise.all(['gone', 'listed', 'none', 'broken'].map((id) => stands(fileOf(id))))).toEqual([
      false,
      true,
      true,
      true
    ])
  })

  it('a cache that is reached through a link: copies, locks and records in it go all the same (DL-PLACE-03)', async () => {
    await kept('gone', 'gone-pixi')
    await mkdir(join(world.cache, 'launch-locks'))
    await writeFile(join(world.cache, 'launch-locks', 'gone.lock'), '')
    const path = '/nowhere/gone'
    await world.records({ clones: [{ owner: 'acme', repo: 'app', branch: 'gone', path, workspace: 'gone' }] })
    await rename(world.at('.cache'), join(world.base, 'elsewhere'))
    await symlink('../elsewhere', world.at('.cache'))
    const pruning = await openPruning(world)
    try {
      const { report } = await pruning.prune()
      expect(report.rows.map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
        'launch-lock removed',
        'record dropped',
        'volumes removed'
      ])
    } finally {
      await pruning.close()
    }
    expect(await stands(fileOf('gone'))).toBe(false)
    expect(await stands(join(world.cache, 'launch-locks', 'gone.lock'))).toBe(false)
    expect(JSON.parse(await readFile(join(world.cache, 'metadata.json'), 'utf8')).worktrees).toEqual({})
  })

  it('DL-VOL-04: the real dl hands docker the same words', async ({ skip }) => {
    const dl = await installDl(world)
    if ('missing' in dl) {
      if (process.env['CI'] === 'true') throw new Error(dl.missing)
      return skip(dl.missing)
    }
    const copy = await kept('w', 'w-pixi', 'dind-var-lib-docker-w')
    expect((await runIn(world, dl.program, ['--prune', '-y'])).exit).toBe(0)
    const theirs = await docker()
    expect(await stands(copy.file)).toBe(false)
    await world.forgetCalls()
    expect(await removing(await kept('w', 'w-pixi', 'dind-var-lib-docker-w'))).toEqual({ kind: 'done' })
    expect(await docker()).toEqual(theirs)
  })
})
