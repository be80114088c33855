import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world/world'
import { build, clearhold } from './clearhold'

let world: World
beforeAll(async () => {
  await build()
  world = await createWorld()
}, 120_000)
afterAll(() => world.dispose())

interface Document {
  readonly version: string
  readonly node: string
  readonly checks: { id: string; ok: boolean; needed: boolean; said: string; means: string; next: string | null }[]
}

describe('clearhold doctor', () => {
  it('says which walker runs and why, and every version, with status 0', async () => {
    const ended = await clearhold(['doctor'], { env: world.env })
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect(ended.out).toMatch(/^✓ Walker {8}(native|TypeScript)\. /m)
    for (const words of [/^✓ git {11}\d/m, /^✓ devpod {8}0\.26\.1$/m, /^✓ docker {8}27\.0$/m, /^✓ flock {9}\d/m])
      expect(ended.out).toMatch(words)
    expect(ended.out).toContain(`State folder  ${world.at('.local', 'share', 'clearhold')}`)
    const forced = await clearhold(['doctor'], { env: { ...world.env, CLEARHOLD_WALKER: 'typescript' } })
    expect(forced.out).toContain('TypeScript. CLEARHOLD_WALKER asks for it.')
  })

  it('--json prints one document; the window is one of the checks', async () => {
    const ended = await clearhold(['doctor', '--json'], { env: world.env })
    const { checks, node, version } = JSON.parse(ended.out) as Document
    expect(checks.map(({ id }) => id)).toEqual(['walker', 'git', 'devpod', 'docker', 'flock', 'state', 'electron'])
    expect(node).toBe(process.versions.node)
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    for (const { ok, next } of checks) expect(ok || (next ?? '') !== '').toBe(true)
  })

  it('what is needed and missing is told with its next step and status 1, what is not needed with status 0', async () => {
    const none = world.at('none')
    await mkdir(none)
    const ended = await clearhold(['doctor'], { env: { ...world.env, PATH: none } })
    expect(ended.code).toBe(1)
    expect(ended.out).toMatch(/^✗ git .*not found on PATH\n +Unsaved work cannot be told.*\n +Install git/m)
    expect(ended.out).toMatch(/^! docker .*not found on PATH$/m)
    await world.devpod.fail('missing')
    expect((await clearhold(['doctor'], { env: world.env })).code).toBe(0)
  })
})
