import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fill, hardLink, treeText } from '../../../../e2e/world/disk'
import { commit, git } from '../../../../e2e/world/git'
import { entry } from '../../../../e2e/world/programs'
import { openPruning, type Pruning, rowOf, said } from '../../../../e2e/world/pruning'
import { asOrdinaryUser, createWorld, type World } from '../../../../e2e/world/world'

let world: World
let pruning: Pruning
beforeEach(async () => {
  world = await createWorld()
  pruning = await openPruning(world)
})
afterEach(async () => {
  await pruning.close()
  await world.dispose()
})

const clone = (leaf = 'app-main', repo = 'app') => world.clone('acme', repo, 'main', { leaf })
const opens = (id: string, localFolder: unknown) => entry(id, { localFolder })
const list = (...entries: unknown[]) => world.devpod.list(entries)
const record = (path: string, workspace: string, devpod: string | null = workspace) =>
  world.records({ clones: [{ owner: 'acme', repo: 'app', branch: 'main', path, workspace, devpod }] })
const copy = async (id: string, text: string) => {
  await mkdir(join(world.cache, 'workspace-copies'), { recursive: true })
  await writeFile(join(world.cache, 'workspace-copies', `${id}.json`), text)
}
const launchLock = async (name: string) => {
  const file = join(world.cache, 'launch-locks', name)
  await mkdir(join(world.cache, 'launch-locks'), { recursive: true })
  await writeFile(file, '')
  return file
}

describe('who holds a clone (DL-PLACE, DL-PRUNE-02 to 05)', () => {
  it('P001, P002, P003: an orphan that is pushed goes; one opened below stays; its neighbour by name goes', async () => {
    const held = await clone('app')
    const beside = await clone('app-scratch')
    await mkdir(join(held, 'sub'))
    await list(opens('w', join(held, 'sub')))
    const plan = await pruning.plan()
    expect(said(plan, held)).toBe('keep: held held')
    expect(rowOf(plan.rows, held).reasons[0]?.text).toBe('A workspace opens it: w.')
    expect(said(plan, beside)).toBe('remove')
    expect(await pruning.plan(true)).toMatchObject({ rows: [{ path: beside }, { path: held, decision: 'keep' }] })
  })

  it('P004, P005: a source that is a link to the clone, and a cache behind a link, hold as well', async () => {
    const held = await clone()
    await symlink(held, world.at('link'))
    await list(opens('w', world.at('link')))
    expect(said(await pruning.plan(), held)).toBe('keep: held held')
    await rename(world.cache, world.at('elsewhere'))
    await symlink(world.at('elsewhere'), world.cache)
    await list(opens('w', held))
    const plan = await pruning.plan()
    expect(plan.rows).toMatchObject([{ decision: 'keep', reasons: [{ kind: 'held' }] }])
    expect(plan.root).toBe(join(world.at('elsewhere'), 'repos'))
  })

  it('P006, P007, P008: a path as git source holds; a remote holds nothing and stops nothing', async () => {
    const one = await clone('one')
    const two = await clone('two')
    const remotes = ['git@h:o/r.git', 'https://forge.example/o/r', `file://${two}`, 'github.com/o/r']
    await list(
      entry('w', { gitRepository: one }),
      ...remotes.map((text, at) => entry(`r${at}`, { gitRepository: text }))
    )
    const plan = await pruning.plan()
    expect(said(plan, one)).toBe('keep: held held')
    expect(said(plan, two)).toBe('remove')
  })

  it.each([
    ['P009', 7],
    ['P009', []],
    ['P009', {}],
    ['P009', 'a\0b']
  ])('%s: a folder given as %j stops the whole pass and names the workspace', async (_case, folder) => {
    await clone()
    await list(opens('lost', folder))
    await expect(pruning.plan()).rejects.toThrow(/^unlocatable: The workspace lost could be anywhere/)
  })

  it('P010: a workspace at the root or at an owner stops the whole pass', async () => {
    await clone()
    for (const place of [world.cloneRoot, join(world.cloneRoot, 'acme')]) {
      await list(opens('wide', place))
      await expect(pruning.plan()).rejects.toThrow('The workspace wide could be anywhere')
    }
  })

  it('P011: a misplaced workspace disputes every clone of its repository that nobody holds, and no other', async () => {
    const [one, held, other] = [await clone('one'), await clone('held'), await clone('other', 'lib')]
    const repository = join(world.cloneRoot, 'acme', 'app')
    await mkdir(join(repository, 'stub'))
    for (const place of [repository, join(repository, 'gone'), join(repository, 'stub')]) {
      await list(opens('w', place), opens('h', held))
      const plan = await pruning.plan(true)
      expect(said(plan, one), place).toBe('keep: disputed disputed')
      expect(said(plan, join(repository, 'stub')), place).toBe('keep: disputed disputed')
      expect(said(plan, held), place).toBe('keep: held held')
      expect(said(plan, other), place).toBe('remove')
    }
  })

  it('P012, P013, P014: a record that names a listed workspace disputes, by either id; a forgotten one does not', async () => {
    const one = await clone()
    await list(opens('w', world.at('project')))
    await record(one, 'w', null)
    expect(said(await pruning.plan(true), one)).toBe('keep: disputed disputed')
    await record(one, 'other', 'w')
    expect(said(await pruning.plan(true), one)).toBe('keep: disputed disputed')
    await record(one, 'forgotten')
    expect(said(await pruning.plan(), one)).toBe('remove')
  })

  it('two records of one folder: either may dispute it', async () => {
    const one = await clone()
    const both = { owner: 'acme', repo: 'app', path: one }
    await list(opens('w', world.at('project')))
    await world.records({
      clones: [
        { ...both, branch: 'a', workspace: 'w' },
        { ...both, branch: 'b', workspace: 'forgotten' }
      ]
    })
    expect(said(await pruning.plan(true), one)).toBe('keep: disputed disputed')
  })

  it('P018: a source that is gone, outside the clone root, stops nothing', async () => {
    const one = await clone()
    await list(opens('w', world.at('gone', 'away')))
    expect(said(await pruning.plan(), one)).toBe('remove')
  })

  it('2.13: a record of another context holds its clone, one that is damaged stops the pass, a dead folder does not', async () => {
    const one = await clone()
    await world.devpod.record('w', opens('w', one), 'work')
    await mkdir(join(world.devpodHome, 'contexts', 'work', 'workspaces', 'nothing'))
    expect(said(await pruning.plan(true), one)).toBe('keep: held held')
    await world.devpod.record('cut', '{"id":"cut","sou', 'work')
    await expect(pruning.plan()).rejects.toThrow('The workspace cut could be anywhere')
  })

  it('records that cannot be read dispute nothing away: every clone stays, also with force (M001)', async () => {
    const one = await clone()
    for (const text of ['{"version":', '[]']) {
      await writeFile(join(world.cache, 'metadata.json'), text)
      expect(said(await pruning.plan(true), one), text).toBe('keep: unknown records-unreadable')
    }
  })
})

describe('what an orphan would lose (DL-PRUNE-06 to 09)', () => {
  it('P015: unpushed commits keep it; force names what it goes past', async () => {
    const one = await clone()
    await commit(one, 'Mine', { mine: 'x' })
    const plan = await pruning.plan()
    expect(said(plan, one)).toBe('keep: loses unsaved')
    expect(rowOf(plan.rows, one)).toMatchObject({ overridable: 'force', overridden: [] })
    const forced = rowOf((await pruning.plan(true)).rows, one)
    expect(forced).toMatchObject({ decision: 'remove', reasons: [] })
    expect(forced.overridden[0]?.text).toBe('Would lose 1 unpushed commit(s).')
  })

  it('P016, P017, P038: what git cannot read is kept; files, links, mirrors, and other depths are no candidates', async () => {
    const mirror = await world.mirror('acme', 'app')
    const repository = join(mirror, '..')
    for (const deep of ['junk', 'deep/a/b/c']) await mkdir(join(repository, deep), { recursive: true })
    await writeFile(join(repository, 'file'), '')
    await writeFile(join(repository, '.lock'), '')
    await symlink(mirror, join(repository, 'link'))
    const junk = join(repository, 'junk')
    const plan = await pruning.plan()
    expect(plan.rows.map(({ path }) => path)).toEqual([join(repository, 'deep'), junk])
    expect(said(plan, junk)).toContain('keep: unknown could-not-tell')
    expect(said(await pruning.plan(true), junk)).toContain('remove: unknown could-not-tell')
  })

  it('P039: tags that the mirror vouches for are no loss, also without a record', async () => {
    const one = await clone()
    await git(one, 'checkout', '-q', '--detach')
    await commit(one, 'Tagged', { tagged: 'x' })
    await git(one, 'tag', 'v1')
    await git(one, 'push', '-q', world.mirrorOf('acme', 'app'), 'v1')
    await git(one, 'checkout', '-q', 'main')
    expect(said(await pruning.plan(), one)).toBe('remove')
    await rm(world.mirrorOf('acme', 'app'), { recursive: true })
    expect(said(await pruning.plan(), one)).toBe('keep: loses unsaved')
  })

  it('work that git was told not to see keeps it (6.2)', async () => {
    const one = await clone()
    await git(one, 'update-index', '--assume-unchanged', 'README.md')
    await writeFile(join(one, 'README.md'), 'edited\n')
    expect(said(await pruning.plan(), one)).toBe('keep: unknown hidden-flags')
  })

  it('P019: the largest first, and the total is what the set frees, with its floor', async () => {
    const [small, large] = [await clone('small'), await clone('large')]
    await fill(join(large, '.git', 'big'), 5_000_000)
    await fill(join(small, '.git', 'big'), 1_000_000)
    await hardLink(join(large, '.git', 'big'), join(small, '.git', 'other'))
    const plan = await pruning.plan()
    expect(plan.rows.map(({ path }) => path)).toEqual([small, large])
    const figures = plan.rows.map(({ disk }) => (disk !== null && 'exclusiveBytes' in disk ? disk.exclusiveBytes : 0))
    const total = plan.totals['clones']
    const sum = figures.reduce((all, one) => all + one, 0)
    expect(total !== undefined && 'exclusiveBytes' in total && total.exclusiveBytes).toBeGreaterThan(sum + 4_900_000)
    expect(plan.totals).toMatchObject({ worktrees: { exclusiveBytes: 0 }, subtrees: { exclusiveBytes: 0 } })
  })
})

describe('volumes, records and launch locks (DL-PRUNE-11 to 13)', () => {
  it('P027, P028, P031, P032: copies of forgotten workspaces that name a volume, clone or no clone', async () => {
    await list(opens('listed', world.at('project')))
    await copy('c', '{"volumes":["v"],"image":null,"more":3}')
    await copy('listed', '{"volumes":["l"]}')
    await copy('empty', '{"volumes":[]}')
    await copy('broken', '{"volumes":')
    const plan = await pruning.plan()
    expect(plan.rows).toMatchObject([{ kind: 'volumes', name: 'c', volumes: ['v'], decision: 'remove', disk: null }])
  })

  it('a volume is kept while a record anywhere knows its workspace, while a live one shares it, or with an odd name', async () => {
    await list(opens('live', world.at('project')))
    await world.devpod.record('away', opens('away', world.at('project')), 'work')
    await copy('live', '{"volumes":["content-pixi"]}')
    await copy('away', '{"volumes":["a"]}')
    await copy('shares', '{"volumes":["own","content-pixi"]}')
    for (const [id, name] of [
      ['dash', '--all'],
      ['slash', '/etc'],
      ['blank', '']
    ] as const)
      await copy(id, JSON.stringify({ volumes: [name] }))
    const plan = await pruning.plan()
    expect(said(plan, 'away')).toBe('keep: held held')
    expect(said(plan, 'shares')).toBe('keep: held shared')
    for (const id of ['dash', 'slash', 'blank']) expect(said(plan, id), id).toBe('keep: unknown volume-name')
  })

  it('P026: a record of a folder that is gone is dropped; one that cannot be looked at or named stays', async () => {
    const base = { owner: 'acme', repo: 'app', workspace: 'x' }
    await mkdir(world.at('closed'))
    await world.records({
      clones: [
        { ...base, branch: 'gone', path: join(world.cloneRoot, 'acme', 'app', 'gone') },
        { ...base, branch: 'closed', path: world.at('closed', 'in') },
        { ...base, branch: '--evil', path: '' }
      ]
    })
    await chmod(world.at('closed'), 0o000)
    await world.giveAway()
    const plan = await asOrdinaryUser(() => pruning.plan())
    expect(plan.rows).toMatchObject([{ kind: 'record', name: 'acme/app/gone', decision: 'drop' }])
  })

  it('L001, L002, L006: free locks of unlisted workspaces go; held, listed and other files stay; none is created', async () => {
    const free = await launchLock('free.lock')
    const held = await launchLock('held.lock')
    await launchLock('listed.lock')
    await launchLock('README')
    await symlink(free, join(world.cache, 'launch-locks', 'link.lock'))
    await list(opens('listed', world.at('project')))
    const holder = execFileSync('sh', ['-c', `flock -x '${held}' sleep 20 >/dev/null 2>&1 & echo $!`]).toString()
    try {
      await expect.poll(async () => said(await pruning.plan(), 'held')).toBe('keep: claimed busy')
      const plan = await pruning.plan()
      expect(plan.rows.map(({ path }) => path)).toEqual([free, held])
      expect(said(plan, 'free')).toBe('remove')
    } finally {
      process.kill(Number(holder))
    }
  })
})

describe('looking', () => {
  it('writes nothing, creates no lock, asks devpod once and nobody else (6.2, DL-PRUNE-22)', async () => {
    const one = await clone()
    await copy('c', '{"volumes":["v"]}')
    await launchLock('free.lock')
    await record(one, 'forgotten')
    await world.forgetCalls()
    const before = await treeText(world.cache)
    await pruning.plan(true)
    expect(await treeText(world.cache)).toBe(before)
    expect(await world.calls()).toEqual([['devpod', 'list', '--output', 'json']])
  })

  it('A005, A006, A007: a listing that cannot be had is a refusal, never an empty one', async () => {
    await clone()
    for (const text of ['', '{}', '[3]', '[{"source":3}]']) {
      await world.devpod.list(text)
      await expect(pruning.plan(), text).rejects.toThrow(/^devpod-unreadable: /)
    }
    await world.devpod.fail('missing')
    await expect(pruning.plan()).rejects.toThrow(/^devpod-missing: /)
  })

  it('P034: nothing to do is a plan without rows', async () => {
    const plan = await pruning.plan()
    expect(plan).toMatchObject({ plan: 'prune', rows: [], totals: { clones: { exclusiveBytes: 0 } } })
    expect(plan.notes.join(' ')).toContain('docker system df')
  })

  it('P035: a repository lock is waited for, told, and free again while the question is open', async () => {
    const one = await clone()
    const file = join(world.cloneRoot, 'acme', 'app', '.lock')
    await writeFile(file, '')
    const waits: (string | null)[] = []
    pruning.engine.on((name, payload) => {
      if (name === 'plan.progress') waits.push((payload as { planning: { waiting: string | null } }).planning.waiting)
    })
    const holder = execFileSync('sh', ['-c', `flock -x '${file}' sleep 1 >/dev/null 2>&1 & echo $!`]).toString()
    await new Promise((done) => setTimeout(done, 200))
    expect(said(await pruning.plan(), one)).toBe('remove')
    expect(waits).toContain(join(world.cloneRoot, 'acme', 'app'))
    expect(Number(holder)).toBeGreaterThan(0)
    execFileSync('flock', ['-n', file, 'true'])
  })

  it('P036: a repository lock that cannot be opened ends the pass', async () => {
    await clone()
    await mkdir(join(world.cloneRoot, 'acme', 'app', '.lock'))
    await expect(pruning.plan()).rejects.toThrow(/^lock: /)
  })
})
