import { lstat, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { installDl, runIn } from '../../../../../e2e/world/command'
import { createWorld, type World } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { locate } from '../../sources/devlaunch/locations'
import { readMetadata } from '../../sources/devlaunch/metadata'
import { createRun } from '../../tools/run'
import { createTakeLock } from '../lock'
import { dropRecords } from './records'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.dispose()
})

/** A world with this text as its records, and the real dl in it; skipped with its reason where that cannot be had. */
async function worldWith(text: string, skip: (note: string) => never) {
  const world = await createWorld()
  worlds.push(world)
  const dl = await installDl(world)
  if ('missing' in dl) {
    if (process.env['CI'] === 'true') throw new Error(dl.missing)
    return skip(dl.missing)
  }
  const file = join(world.cache, 'metadata.json')
  await writeFile(file, text)
  return { world, file, prune: () => runIn(world, dl.program, ['--prune', '-y']) }
}

const takeIn = (world: World) => createTakeLock(createRun(world.env))
async function dropAll(world: World): Promise<string[]> {
  const { clones } = (await readMetadata(placeOf(join(world.cache, 'metadata.json')))).metadata
  const ends = await dropRecords({ take: takeIn(world), locations: locate(world.env) }, clones)
  return [...ends.values()].map(({ kind }) => kind)
}
const textOf = (file: string) => readFile(file, 'utf8').catch(() => null)
const stands = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )

const repository = (more: object = {}) => ({
  owner: 'acme',
  repo: 'app',
  remote_url: 'git@forge.example:acme/app.git',
  local_path: '/b',
  default_branch: 'main',
  last_fetched: null,
  worktrees: ['keep', 'gone'],
  ...more
})
const record = (branch: string, more: object = {}) => ({
  owner: 'acme',
  repo: 'app',
  branch,
  local_path: branch === 'keep' ? '/' : `/nowhere/${branch}`,
  workspace_id: branch,
  created_at: '2026-09-01T08:00:00',
  last_used: '2026-09-14T10:02:11.004512',
  devpod_workspace_id: null,
  ...more
})
const records = (keep: object = {}) => ({ 'acme/app/keep': record('keep', keep), 'acme/app/gone': record('gone') })
const file = (more: object = {}) => ({
  version: 3,
  repositories: { 'acme/app': repository() },
  worktrees: records(),
  ...more
})
const spelled = (value: object) => JSON.stringify(value, null, 2)
const odd = 'ü \u007f \u0080 \u0001\b\f\n\r\t "\\/ \ud83d\ude00 \u2028 <>&'

/** What devlaunch reads without a loss: it and ours have to write the same bytes. */
const plain: [string, string][] = [
  ['its own spelling', spelled(file())],
  ['no line breaks', JSON.stringify(file())],
  ['a newline at the end', `${spelled(file())}\n`],
  ['a version that is 3.0', spelled(file()).replace('"version": 3', '"version": 3.0')],
  ['other keys first', spelled({ worktrees: records(), repositories: { 'acme/app': repository() }, version: 3 })],
  [
    'all kinds of characters, and trouble without words (M005)',
    spelled(
      file({
        repositories: {
          'acme/app': repository({ remote_url: odd, last_sweep: { trouble: 'fetch_refused', said: null } })
        }
      })
    )
  ],
  [
    'nothing that may be left out',
    spelled(
      file({
        repositories: { 'acme/app': { owner: 'acme', repo: 'app', remote_url: 'u', local_path: '/b' } },
        worktrees: records({ devpod_workspace_id: undefined })
      })
    )
  ],
  [
    'empty words for nothing',
    spelled(file({ repositories: { 'acme/app': repository({ last_fetched: '', last_sweep: null }) } }))
  ],
  [
    'times in other spellings',
    spelled(file({ worktrees: records({ last_used: '2026-09-14 10:02', created_at: '2026-09-01T08:00:00.100000' }) }))
  ],
  [
    'repositories in another order',
    spelled(
      file({
        repositories: { 'z/z': repository({ owner: 'z', repo: 'z', worktrees: [] }), 'acme/app': repository() }
      })
    )
  ]
]

describe('dropping records beside the real dl (DL-META-05, DL-META-07)', () => {
  it.for(plain)('M005: from %s, both write the same bytes and copy nothing aside', async ([, text], { skip }) => {
    const theirs = await worldWith(text, skip)
    const ours = await worldWith(text, skip)
    expect((await theirs.prune()).exit).toBe(0)
    expect(await dropAll(ours.world)).toEqual(['kept', 'done'])
    const written = await textOf(ours.file)
    expect(written).toBe(await textOf(theirs.file))
    expect(written).not.toContain('gone')
    expect([await stands(`${ours.file}.bak`), await stands(`${theirs.file}.bak`)]).toEqual([false, false])
  })

  const lossy: [string, object][] = [
    ['a key it does not know', file({ extra: { deep: [1] } })],
    ['a field it does not know', file({ worktrees: records({ extra: 'field' }) })],
    ['a damaged record', file({ worktrees: { ...records(), extra: { owner: 3 } } })],
    ['a section of another kind', file({ repositories: ['extra'] })]
  ]
  it.for(lossy)(
    'M002, DL-META-04: with %s both copy the original aside; dl drops it, ours keeps it',
    async ([, value], { skip }) => {
      const text = spelled(value)
      const theirs = await worldWith(text, skip)
      const ours = await worldWith(text, skip)
      expect((await theirs.prune()).exit).toBe(0)
      expect(await dropAll(ours.world)).toEqual(['kept', 'done'])
      expect([await textOf(`${ours.file}.bak`), await textOf(`${theirs.file}.bak`)]).toEqual([text, text])
      expect(await textOf(theirs.file)).not.toContain('extra')
      expect(await textOf(ours.file)).toContain('extra')
      expect((await ours.prune()).exit).toBe(0)
      expect(Object.keys(JSON.parse((await textOf(ours.file)) ?? '').worktrees)).toContain('acme/app/keep')
    }
  )

  it('M002, DL-META-06: dl rewrites a newer version as 3; ours leaves it as it is', async ({ skip }) => {
    const text = spelled(file({ version: 9 }))
    const theirs = await worldWith(text, skip)
    const ours = await worldWith(text, skip)
    await theirs.prune()
    expect(JSON.parse((await textOf(theirs.file)) ?? '').version).toBe(3)
    expect(await dropAll(ours.world)).toEqual(['kept', 'kept'])
    expect(await textOf(ours.file)).toBe(text)
  })

  it.for(['{"version": 3,', '[]'])('M001: dl sets %j aside; ours leaves it as it is', async (text, { skip }) => {
    const theirs = await worldWith(text, skip)
    const ours = await worldWith(text, skip)
    await theirs.prune()
    expect(await textOf(`${theirs.file}.corrupt`)).toBe(text)
    const wanted = { owner: 'acme', repo: 'app', branch: 'gone', localPath: '/nowhere/gone', workspaceId: 'gone' }
    const gone = { ...wanted, devpodWorkspaceId: null, lastUsed: '' }
    const ends = await dropRecords({ take: takeIn(ours.world), locations: locate(ours.world.env) }, [gone])
    expect([...ends.values()]).toMatchObject([{ kind: 'failed' }])
    expect([await textOf(ours.file), await stands(`${ours.file}.corrupt`)]).toEqual([text, false])
  })

  it('dl waits for our lock on the records, and we for its: nobody loses a record (M004, DL-CONC-04)', async ({
    skip
  }) => {
    const { world, file: path, prune } = await worldWith(spelled(file()), skip)
    const lock = await takeIn(world)(`${path}.lock`, { create: true, waitMs: 0 })
    if (lock.kind !== 'held') throw new Error('The lock is not free.')
    let over = false
    const pruned = prune().finally(() => {
      over = true
    })
    await pause(1_500)
    expect([over, await textOf(path)]).toEqual([false, spelled(file())])
    await lock.lock.release()
    expect((await pruned).exit).toBe(0)
    expect(Object.keys(JSON.parse((await textOf(path)) ?? '').worktrees)).toEqual(['acme/app/keep'])

    for (let round = 0; round < 5; round += 1) {
      await writeFile(path, spelled(file()))
      const [theirs] = await Promise.all([prune(), dropAll(world)])
      expect(theirs.exit).toBe(0)
      expect(Object.keys(JSON.parse((await textOf(path)) ?? '').worktrees)).toEqual(['acme/app/keep'])
    }
  })
})
