import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEngine } from '../../../e2e/world/engine'
import { builtWalker } from '../../../e2e/world/paths'
import { createWorld, type World } from '../../../e2e/world/world'
import { examine } from './doctor'
import { createRun } from './tools/run'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.dispose())

const signal = new AbortController().signal
const ask = async (env: NodeJS.ProcessEnv = world.env) => {
  const checks = await examine({ env, run: createRun(env), walker: builtWalker, signal })
  return new Map(checks.map((check) => [check.id, check]))
}

describe("what there is to work with (the call 'app.doctor')", () => {
  it('says the version of each program in its own words, which walker measures and why, and where our state is', async () => {
    const checks = await ask()
    expect([...checks.keys()]).toEqual(['walker', 'git', 'devpod', 'docker', 'flock', 'state'])
    expect(checks.get('git')).toMatchObject({ ok: true, needed: true, next: null })
    expect(checks.get('git')?.said).toMatch(/^\d+\.\d+/)
    expect(checks.get('devpod')?.said).toBe('0.26.1')
    expect(checks.get('docker')?.said).toBe('27.0')
    expect(checks.get('flock')?.said).toMatch(/^\d+\.\d+/)
    expect(checks.get('walker')?.said).toMatch(/^(native|TypeScript)\. .+\.$/)
    expect(checks.get('state')).toMatchObject({ ok: true, said: world.at('.local', 'share', 'clearhold') })
  })

  it('says what is missing, what that means and the next step; needed is what nothing works without', async () => {
    const empty = world.at('empty')
    await mkdir(empty)
    const checks = await ask({ ...world.env, PATH: empty })
    for (const id of ['git', 'devpod', 'docker', 'flock'] as const) {
      expect(checks.get(id)).toMatchObject({ ok: false, said: 'not found on PATH' })
      expect(checks.get(id)?.means).not.toBe('')
      expect(checks.get(id)?.next).toMatch(/^Install /)
    }
    expect([...checks.values()].filter(({ ok, needed }) => !ok && needed).map(({ id }) => id)).toEqual(['git', 'flock'])
  })

  it('a docker whose server does not answer, a devpod that hangs, and a program without words are failures', async () => {
    await world.program('docker', 'echo "Cannot connect to the Docker daemon." >&2; exit 1')
    await world.program('devpod', 'exit 3')
    const checks = await ask()
    expect(checks.get('docker')).toMatchObject({ ok: false, said: 'Cannot connect to the Docker daemon' })
    expect(checks.get('docker')?.next).toContain('Start docker')
    expect(checks.get('devpod')).toMatchObject({ ok: false, said: 'devpod ended with exit code 3' })
  })

  it('a state folder that cannot be written, or none at all, has its next step', async () => {
    const none = { ...world.env, HOME: 'relative', XDG_DATA_HOME: '' }
    expect((await ask(none)).get('state')).toMatchObject({ ok: false, next: 'Set HOME or XDG_DATA_HOME.' })
    const file = join(world.home, 'file')
    await world.program('../home/file', '')
    await chmod(file, 0o644)
    const blocked = (await ask({ ...world.env, XDG_DATA_HOME: join(file, 'below') })).get('state')
    expect(blocked).toMatchObject({ ok: false, next: 'Make that folder writable for you.' })
  })

  it('pages ask the same', async () => {
    const { ask: askPage, engine } = await openEngine(world.env)
    try {
      const { checks } = await askPage('app.doctor', {})
      expect(checks).toEqual([...(await ask()).values()])
    } finally {
      await engine.close()
    }
  })
})
