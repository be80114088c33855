import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Ended, installClearhold, installDl, runIn } from '../world/command'
import { git } from '../world/git'
import { createWorld, type World } from '../world/world'
import { type After, at, furnish, listing, opens, secondListing, snapshot } from './twins'

interface Ran {
  readonly ended: Ended
  readonly after: After
}

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.dispose()
})

/** The same world twice: one for the real dl, one for ours. Skipped with its reason where the real one cannot be had. */
async function twins(
  skip: (note: string) => never,
  flags: readonly string[],
  prepare: (world: World) => Promise<void>
): Promise<{ readonly ours: Ran; readonly theirs: Ran }> {
  const [mine, other] = await Promise.all([createWorld(), createWorld()])
  worlds.push(mine, other)
  const dl = await installDl(other)
  if ('missing' in dl) {
    if (process.env['CI'] === 'true') throw new Error(dl.missing)
    return skip(dl.missing)
  }
  const clearhold = await installClearhold(mine)
  const run = async (world: World, prune: () => Promise<Ended>): Promise<Ran> => {
    await furnish(world)
    await prepare(world)
    await world.forgetCalls()
    return { ended: await prune(), after: await snapshot(world) }
  }
  const [ours, theirs] = await Promise.all([
    run(mine, () => clearhold(['prune', ...flags], {}, 'y\n')),
    run(other, () => runIn(other, dl.program, ['--prune', ...flags], {}, 'y\n'))
  ])
  return { ours, theirs }
}

const nothing = async () => undefined

describe('clearhold prune beside the real dl --prune, in twin worlds', () => {
  it('leaves the same clones, records byte for byte, copies, locks and volumes', async ({ skip }) => {
    const { ours, theirs } = await twins(skip, [], nothing)
    expect(theirs.after.clones).not.toContain('app/pushed folder')
    expect(theirs.after.clones).toContain('app/dirty folder')
    expect(theirs.after.docker).toHaveLength(2)
    expect(ours.after).toEqual(theirs.after)
    expect([ours.ended.exit, theirs.ended.exit]).toEqual([0, 0])
  }, 300_000)

  it('and the same with --force', async ({ skip }) => {
    const { ours, theirs } = await twins(skip, ['--force'], nothing)
    expect(theirs.after.clones).not.toContain('app/dirty folder')
    expect(theirs.after.clones).toContain('app/claimed folder')
    expect(ours.after).toEqual(theirs.after)
    expect([ours.ended.exit, theirs.ended.exit]).toEqual([0, 0])
  }, 300_000)

  it.for<[string, (world: World) => readonly unknown[] | string]>([
    [
      'a workspace at a clone, and two whose volumes and locks were to go',
      (world: World) => [...listing(world), opens('pushed', at(world, 'pushed')), opens('gone', world.at('x'))]
    ],
    ['a workspace that could be anywhere', (world: World) => [...listing(world), opens('lost', 7)]],
    ['a misplaced workspace', (world: World) => [...listing(world), opens('strange', at(world, 'stranger', 'lib'))]],
    ['nothing that can be read', () => 'fatal: no']
  ])('the second listing shows %s', { timeout: 300_000 }, async ([_name, second], { skip }) => {
    const { ours, theirs } = await twins(skip, [], (world) => secondListing(world, second(world)))
    expect(ours.after).toEqual(theirs.after)
    expect(ours.ended.exit).toBe(theirs.ended.exit)
  })
})

describe('where ours differs on purpose (spec section 6)', () => {
  const clones = ({ after }: Ran) => new Set(after.clones)
  const onlyOurs = async (
    skip: (note: string) => never,
    leaf: string,
    prepare: (world: World) => Promise<void>,
    flags: readonly string[] = []
  ) => {
    const { ours, theirs } = await twins(skip, flags, prepare)
    return [clones(ours).has(`app/${leaf} folder`), clones(theirs).has(`app/${leaf} folder`)]
  }

  it('6.1.8: a record whose devpod id is listed elsewhere disputes its clone too', async ({ skip }) => {
    const kept = await onlyOurs(skip, 'norecord', (world) =>
      world.records({
        clones: [
          { owner: 'acme', repo: 'app', branch: 'n', path: at(world, 'norecord'), workspace: 'x', devpod: 'owner' }
        ]
      })
    )
    expect(kept).toEqual([true, false])
  }, 300_000)

  it('6.2: work that settings or the index hide keeps its clone', async ({ skip }) => {
    const hide = async (world: World) => {
      await git(at(world, 'norecord'), 'config', 'status.showUntrackedFiles', 'no')
      await writeFile(join(at(world, 'norecord'), 'notes.md'), 'x')
    }
    expect(await onlyOurs(skip, 'norecord', hide)).toEqual([true, false])
    const mark = async (world: World) => {
      await git(at(world, 'norecord'), 'update-index', '--skip-worktree', 'README.md')
      await writeFile(join(at(world, 'norecord'), 'README.md'), 'edited\n')
    }
    expect(await onlyOurs(skip, 'norecord', mark)).toEqual([true, false])
  }, 300_000)

  it('2.13: a workspace of another context holds its clone', async ({ skip }) => {
    const away = (world: World) => world.devpod.record('away', opens('away', at(world, 'norecord')), 'work')
    expect(await onlyOurs(skip, 'norecord', away, ['--force'])).toEqual([true, false])
  }, 300_000)

  it('a volume that a live workspace uses too is kept', async ({ skip }) => {
    const { ours, theirs } = await twins(skip, [], async (world) => {
      await mkdir(join(world.cache, 'workspace-copies'), { recursive: true })
      await writeFile(join(world.cache, 'workspace-copies', 'held.json'), '{"volumes":["away-pixi"]}')
    })
    expect(theirs.after.docker.join()).toContain('away-pixi')
    expect(ours.after.docker.join()).not.toContain('away-pixi')
    expect(ours.after.copies).toContain('away.json')
  }, 300_000)

  it('damaged records: dl moves the file aside and prunes without them; ours leaves it and every clone', async ({
    skip
  }) => {
    const damage = (world: World) => writeFile(join(world.cache, 'metadata.json'), '{"version":')
    const [mine, other] = await Promise.all([createWorld(), createWorld()])
    worlds.push(mine, other)
    const dl = await installDl(other)
    if ('missing' in dl) return skip(dl.missing)
    const clearhold = await installClearhold(mine)
    for (const world of [mine, other]) {
      await furnish(world)
      await damage(world)
    }
    await clearhold(['prune', '-y'])
    expect((await snapshot(mine)).metadata).toBe('{"version":')
    expect((await snapshot(mine)).clones).toContain('app/pushed folder')
    await runIn(other, dl.program, ['--prune', '-y'])
    await expect(snapshot(other)).rejects.toThrow('ENOENT')
  }, 300_000)

  it('6.2: a listing without the workspaces of a damaged devpod home is no proof: nothing goes', async ({ skip }) => {
    const cut = (world: World) => world.devpod.record('cut', '{"id":"cut","source":{"localFol', 'work')
    const { ours, theirs } = await twins(skip, [], cut)
    expect([ours.ended.exit, theirs.ended.exit]).toEqual([1, 0])
    expect(clones(ours).has('app/pushed folder')).toBe(true)
    expect(ours.ended.stderr).toContain('cut')
  }, 300_000)
})
