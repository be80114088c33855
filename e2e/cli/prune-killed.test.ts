import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PlanView } from '../../src/shared/plan'
import { installClearhold, runIn } from '../world/command'
import { fill, treeText } from '../world/disk'
import { git } from '../world/git'
import { createWorld, type World } from '../world/world'

let script = ''
const worlds: World[] = []
let home: World
beforeAll(async () => {
  home = await createWorld()
  await installClearhold(home)
  script = join(home.base, 'checkout', 'bin', 'clearhold.mjs')
}, 300_000)
afterAll(() => home.dispose())
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.dispose()
})

const clone = (world: World, leaf: string) => join(world.cloneRoot, 'acme', 'app', leaf)
const goes = ['one', 'two'] as const

async function furnished(): Promise<World> {
  const world = await createWorld()
  worlds.push(world)
  for (const leaf of [...goes, 'mine']) await world.clone('acme', 'app', 'main', { leaf })
  await fill(join(clone(world, 'one'), '.git', 'own'), 200_000)
  await writeFile(join(clone(world, 'mine'), 'notes.md'), 'x')
  await mkdir(join(world.cache, 'workspace-copies'))
  await mkdir(join(world.cache, 'launch-locks'))
  await writeFile(join(world.cache, 'workspace-copies', 'c.json'), '{"volumes":["v"]}')
  await writeFile(join(world.cache, 'launch-locks', 'c.lock'), '')
  await world.records({
    clones: [...goes, 'stale'].map((branch) => ({
      owner: 'acme',
      repo: 'app',
      branch,
      path: clone(world, branch),
      workspace: branch
    }))
  })
  return world
}

/** Ends the process as soon as its n-th line of the journal is on the disk. */
const killer = `const { open } = require('node:fs/promises')
let left = Number(process.env.KILL_AFTER)
open(__filename).then((handle) => {
  const shape = Object.getPrototypeOf(handle)
  const { datasync } = shape
  shape.datasync = async function () {
    await datasync.call(this)
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
  return handle.close()
})
`

async function killedAfter(world: World, lines: number) {
  const preload = join(world.base, 'killer.cjs')
  await writeFile(preload, killer)
  const env = { ...world.env, NODE_OPTIONS: `--require ${preload}`, KILL_AFTER: String(lines) }
  return runIn({ ...world, env }, process.execPath, [script, 'prune', '-y'])
}

const reportsIn = async (world: World) => {
  const folder = join(world.env['XDG_DATA_HOME'] ?? '', 'clearhold', 'reports')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}
const stands = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )
/** Without the times of change, which an unlinked sibling of a pack moves. */
const contentOf = async (folder: string) => (await treeText(folder)).replace(/ \d+$/gm, '')
const asides = async ({ cache }: World) => (await readdir(cache)).filter((name) => name.startsWith('.clearhold'))

describe('a prune that is killed', () => {
  it('after every line of its journal: the next start shows it, nothing is set aside for good, and nothing kept is lost', async () => {
    let finished = false
    let times = 0
    for (let lines = 1; !finished && lines < 40; lines += 1) {
      const world = await furnished()
      const clearhold = (args: readonly string[]) => runIn(world, process.execPath, [script, ...args])
      const mine = await contentOf(clone(world, 'mine'))
      const ended = await killedAfter(world, lines)
      finished = ended.exit === 0
      if (finished) continue
      const next = await clearhold(['prune', '--plan', '--json'])
      expect(next.exit, `${lines}: ${next.stderr}`).toBe(0)
      const plan = PlanView.parse(JSON.parse(next.stdout))
      expect(await asides(world), `${lines}`).toEqual([])
      expect(await contentOf(clone(world, 'mine')), `${lines}`).toBe(mine)
      const reports = await reportsIn(world)
      const told = next.stderr.includes('History shows what became of it')
      const untouched = (await Promise.all(goes.map((leaf) => stands(clone(world, leaf))))).every(Boolean)
      // Before its first line nothing was begun, and after its report nothing is left to be told.
      if (told) expect(reports, `${lines}`).toMatchObject([{ head: { stopped: true, exit: 1 } }])
      else expect(reports.length === 0 ? untouched : reports[0].head.ending === 'all', `${lines}`).toBe(true)
      times += told ? 1 : 0
      for (const leaf of goes) {
        const row = plan.rows.find(({ path }) => path === clone(world, leaf))
        if (row === undefined) expect(await stands(clone(world, leaf)), `${lines} ${leaf}`).toBe(false)
        // What was half removed is never offered as whole: its missing files are changes to git.
        else if (row.decision === 'remove') expect(await git(row.path, 'status', '--porcelain')).toBe('')
      }
      const last = await clearhold(['prune', '--force', '-y'])
      expect(last.exit, `${lines}: ${last.stderr}${last.stdout}`).toBe(0)
      for (const leaf of goes) expect(await stands(clone(world, leaf)), `${lines} ${leaf}`).toBe(false)
      expect(JSON.parse(await readFile(join(world.cache, 'metadata.json'), 'utf8')).worktrees).toEqual({})
      expect(await readdir(join(world.cache, 'workspace-copies'))).toEqual([])
      await world.dispose()
    }
    expect(finished).toBe(true)
    expect(times).toBeGreaterThan(8)
  }, 600_000)
})
