import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PlanView, Report } from '../../src/shared/plan'
import { type Command, installClearhold } from '../world/command'
import { treeText } from '../world/disk'
import { commit } from '../world/git'
import { entry } from '../world/programs'
import { createWorld, type World } from '../world/world'

let world: World
let clearhold: Command
beforeAll(async () => {
  world = await createWorld()
  clearhold = await installClearhold(world)
}, 300_000)
afterAll(() => world.dispose())
beforeEach(async () => {
  await world.devpod.fail('ok')
  await world.devpod.list([])
})

let made = 0
const clone = () => {
  made += 1
  return world.clone('acme', 'app', 'main', { leaf: `clone-${made}` })
}
const stands = async (path: string) => (await treeText(world.cloneRoot)).includes(`${path} `)
const closing = 'Docker images are not touched. "docker system df" shows what Docker holds.'

describe('clearhold prune', () => {
  it('P033: anything but y or yes is a no, and so is the end of the input; nothing changes then', async () => {
    const one = await clone()
    const before = await treeText(world.cache)
    for (const answer of ['n\n', '', '\n', 'yess\n', 'yes please\n', 'N\n']) {
      const ended = await clearhold(['prune'], {}, answer)
      expect(ended.exit, answer).toBe(0)
      expect(ended.stdout).toContain(one)
      expect(ended.stdout.trimEnd().split('\n').slice(-2)).toEqual(['Nothing was removed.', closing])
      expect(ended.stderr).toBe('Remove 1 clone? [y/N]\n')
    }
    expect(await treeText(world.cache)).toBe(before)
    await clearhold(['prune', '-y'])
  })

  it.each([' yes \n', 'Y\n', 'y'])('P033: "%s" is a yes', async (answer) => {
    const one = await clone()
    const ended = await clearhold(['prune'], {}, answer)
    expect(ended).toMatchObject({ exit: 0, stderr: 'Remove 1 clone? [y/N]\n' })
    expect(ended.stdout).toContain(`Pruned\n  removed ${one}\n`)
    expect(await stands(one)).toBe(false)
  })

  it('P034, P037: with nothing to do it asks nothing, says so, and closes with the word on Docker', async () => {
    await clearhold(['prune', '-y'])
    const ended = await clearhold(['prune'])
    expect(ended).toMatchObject({ exit: 0, stderr: '' })
    expect(ended.stdout.trimEnd().split('\n').slice(-2)).toEqual(['There is nothing to remove.', closing])
  })

  it('--plan --json is one PlanView and changes nothing; --force insists row by row', async () => {
    const one = await clone()
    await commit(one, 'Mine', { mine: 'x' })
    const before = await treeText(world.cache)
    const kept = PlanView.parse(JSON.parse((await clearhold(['prune', '--plan', '--json'])).stdout))
    expect(kept.rows).toMatchObject([{ path: one, decision: 'keep', overridable: 'force', overridden: [] }])
    const forced = PlanView.parse(JSON.parse((await clearhold(['prune', '--force', '--plan', '--json'])).stdout))
    expect(forced.rows).toMatchObject([{ path: one, decision: 'remove', reasons: [], overridden: [{ kind: 'loses' }] }])
    expect((await clearhold(['prune', '--plan'])).stdout).toContain('--force would remove it all the same.')
    expect((await clearhold(['prune', '--force', '--plan'])).stdout).toContain(
      'although: Would lose 1 unpushed commit(s).'
    )
    expect(await treeText(world.cache)).toBe(before)
    await clearhold(['prune', '--force', '-y'])
  })

  it('--json is one Report, also when declined; the plan and the question go to standard error', async () => {
    const one = await clone()
    const declined = await clearhold(['prune', '--json'], {}, 'n\n')
    expect(declined.exit).toBe(0)
    expect(Report.parse(JSON.parse(declined.stdout))).toMatchObject({
      rows: [{ path: one, outcome: 'kept', because: 'declined' }],
      freed: { removedBytes: 0 },
      exit: 0
    })
    expect(declined.stderr).toContain('To be removed')
    expect(declined.stderr).toContain('Remove 1 clone? [y/N]')
    const done = await clearhold(['prune', '--json', '--yes'])
    expect(done).toMatchObject({ exit: 0, stderr: '' })
    const report = Report.parse(JSON.parse(done.stdout))
    expect(report).toMatchObject({ plan: 'prune', rows: [{ path: one, outcome: 'removed' }], exit: 0 })
    expect(report.freed.freeBefore).toBeGreaterThan(0)
    expect(report.freed.removedBytes).toBeGreaterThan(0)
  })

  it('A005, A006, P009, P023: what cannot be known is one sentence, nothing on standard output, exit 1', async () => {
    const one = await clone()
    for (const text of ['', '{}', '[3]', '[{"source":3}]', JSON.stringify([entry('lost', { localFolder: 7 })])]) {
      await world.devpod.list(text)
      for (const more of [[], ['--plan', '--json'], ['--json', '-y']]) {
        const ended = await clearhold(['prune', ...more])
        expect(ended, `${text} ${more}`).toMatchObject({ exit: 1, stdout: '' })
        expect(ended.stderr).toMatch(/^[A-Z].*\.\n$/i)
      }
    }
    await world.devpod.list([])
    await world.devpod.fail('refuse')
    expect(await clearhold(['prune', '-y'])).toMatchObject({ exit: 1, stdout: '' })
    expect(await stands(one)).toBe(true)
  })

  it('A007: without devpod it ends with 127 and changes nothing', async () => {
    await world.devpod.fail('missing')
    const ended = await clearhold(['prune', '-y'])
    expect(ended).toMatchObject({ exit: 127, stdout: '' })
    expect(ended.stderr).toMatch(/^devpod is not installed/)
  })

  it('P025: as an ordinary user, the folder that refuses is named once in the system’s words, the rest goes, exit 1', async () => {
    const other = await createWorld()
    try {
      const ours = await installClearhold(other)
      const [sealed, free] = [
        await other.clone('acme', 'app', 'main', {
          leaf: 'sealed',
          files: { 'locked/a': '1', 'locked/b': '2', c: '3' }
        }),
        await other.clone('acme', 'app', 'main', { leaf: 'free' })
      ]
      const who = await other.giveAway()
      await chmod(join(sealed, 'locked'), 0o555)
      const ended = await ours(['prune', '--json', '-y'], who)
      const { rows, exit } = Report.parse(JSON.parse(ended.stdout))
      const row = rows.find(({ path }) => path === sealed)
      expect([ended.exit, exit]).toEqual([1, 1])
      expect(row).toMatchObject({
        outcome: 'removed-in-part',
        refusals: [{ path: join(sealed, 'locked'), said: 'Permission denied', code: 'EACCES' }]
      })
      expect(rows.find(({ path }) => path === free)).toMatchObject({ outcome: 'removed' })
      expect((await readdir(sealed)).sort()).toEqual(['.git', 'locked'])
      const again = await ours(['prune', '--plan', '--json'], who)
      expect(JSON.parse(again.stdout).rows).toMatchObject([{ decision: 'keep', reasons: [{ kind: 'loses' }] }])
    } finally {
      await other.dispose()
    }
  }, 120_000)

  it('does not take what it does not know: exit 2 (DL-EXIT)', async () => {
    for (const words of [['--purge'], ['--force-worktrees'], ['-n'], ['x'], ['--plan', '-y']])
      expect(await clearhold(['prune', ...words]), words.join(' ')).toMatchObject({ exit: 2, stdout: '' })
  })

  it('the report is kept in our own state and nothing of ours stands in the cache (6)', async () => {
    await clearhold(['prune', '-y'])
    const one = await clone()
    await mkdir(join(world.cache, 'workspace-copies'), { recursive: true })
    await writeFile(join(world.cache, 'workspace-copies', 'c.json'), '{"volumes":["v"]}')
    const { stdout } = await clearhold(['prune', '-y', '--json'])
    expect(Report.parse(JSON.parse(stdout)).rows.map(({ outcome }) => outcome)).toEqual(['removed', 'removed'])
    const state = await treeText(join(world.env['XDG_DATA_HOME'] ?? '', 'clearhold', 'reports'))
    expect(state.split('\n').length).toBeGreaterThan(1)
    expect(await treeText(world.cache)).not.toContain('.clearhold')
    expect(await readFile(join(world.base, 'bin', 'calls.log'), 'utf8')).toContain('--force\u001fv')
    expect(await stands(one)).toBe(false)
  })
})
