import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fill, hardLink } from '../../../../e2e/world/disk'
import { commit, git } from '../../../../e2e/world/git'
import { entry } from '../../../../e2e/world/programs'
import { eachPruning, rowOf, said } from '../../../../e2e/world/pruning'

const { clone, list, opens, pruning, world } = eachPruning()
const record = (path: string, workspace: string, devpod: string | null = workspace) =>
  world().records({ clones: [{ owner: 'acme', repo: 'app', branch: 'main', path, workspace, devpod }] })

describe('who holds a clone (DL-PLACE, DL-PRUNE-02 to 05)', () => {
  it('P001, P002, P003: an orphan that is pushed goes; one opened below stays; its neighbour by name goes', async () => {
    const held = await clone('app')
    const beside = await clone('app-scratch')
    await mkdir(join(held, 'sub'))
    await list(opens('w', join(held, 'sub')))
    const plan = await pruning().plan()
    expect(said(plan, held)).toBe('keep: held held')
    expect(rowOf(plan.rows, held).reasons[0]?.text).toBe('A workspace opens it: w.')
    expect(said(plan, beside)).toBe('remove')
    expect(await pruning().plan(true)).toMatchObject({ rows: [{ path: beside }, { path: held, decision: 'keep' }] })
  })

  it('P004, P005: a source that is a link to the clone, and a cache behind a link, hold as well', async () => {
    const held = await clone()
    await symlink(held, world().at('link'))
    await list(opens('w', world().at('link')))
    expect(said(await pruning().plan(), held)).toBe('keep: held held')
    await rename(world().cache, world().at('elsewhere'))
    await symlink(world().at('elsewhere'), world().cache)
    await list(opens('w', held))
    const plan = await pruning().plan()
    expect(plan.rows).toMatchObject([{ decision: 'keep', reasons: [{ kind: 'held' }] }])
    expect(plan.root).toBe(join(world().at('elsewhere'), 'repos'))
  })

  it('P006, P007, P008: a path as git source holds; a remote holds nothing and stops nothing', async () => {
    const one = await clone('one')
    const two = await clone('two')
    const remotes = ['git@h:o/r.git', 'https://forge.example/o/r', `file://${two}`, 'github.com/o/r']
    await list(
      entry('w', { gitRepository: one }),
      ...remotes.map((text, at) => entry(`r${at}`, { gitRepository: text }))
    )
    const plan = await pruning().plan()
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
    await expect(pruning().plan()).rejects.toThrow(/^unlocatable: The workspace lost could be anywhere/)
  })

  it('P010: a workspace at the root or at an owner stops the whole pass', async () => {
    await clone()
    for (const place of [world().cloneRoot, join(world().cloneRoot, 'acme')]) {
      await list(opens('wide', place))
      await expect(pruning().plan()).rejects.toThrow('The workspace wide could be anywhere')
    }
  })

  it('P011: a misplaced workspace disputes every clone of its repository that nobody holds, and no other', async () => {
    const [one, held, other] = [await clone('one'), await clone('held'), await clone('other', 'lib')]
    const repository = join(world().cloneRoot, 'acme', 'app')
    await mkdir(join(repository, 'stub'))
    for (const place of [repository, join(repository, 'gone'), join(repository, 'stub')]) {
      await list(opens('w', place), opens('h', held))
      const plan = await pruning().plan(true)
      expect(said(plan, one), place).toBe('keep: disputed disputed')
      expect(said(plan, join(repository, 'stub')), place).toBe('keep: disputed disputed')
      expect(said(plan, held), place).toBe('keep: held held')
      expect(said(plan, other), place).toBe('remove')
    }
  })

  it('P012, P013, P014: a record that names a listed workspace disputes, by either id; a forgotten one does not', async () => {
    const one = await clone()
    await list(opens('w', world().at('project')))
    await record(one, 'w', null)
    expect(said(await pruning().plan(true), one)).toBe('keep: disputed disputed')
    await record(one, 'other', 'w')
    expect(said(await pruning().plan(true), one)).toBe('keep: disputed disputed')
    await record(one, 'forgotten')
    expect(said(await pruning().plan(), one)).toBe('remove')
  })

  it('two records of one folder: either may dispute it', async () => {
    const one = await clone()
    const both = { owner: 'acme', repo: 'app', path: one }
    await list(opens('w', world().at('project')))
    await world().records({
      clones: [
        { ...both, branch: 'a', workspace: 'w' },
        { ...both, branch: 'b', workspace: 'forgotten' }
      ]
    })
    expect(said(await pruning().plan(true), one)).toBe('keep: disputed disputed')
  })

  it('P018: a source that is gone, outside the clone root, stops nothing', async () => {
    const one = await clone()
    await list(opens('w', world().at('gone', 'away')))
    expect(said(await pruning().plan(), one)).toBe('remove')
  })

  it('2.13: a record of another context holds its clone, one that is damaged stops the pass, a dead folder does not', async () => {
    const one = await clone()
    await world().devpod.record('w', opens('w', one), 'work')
    await mkdir(join(world().devpodHome, 'contexts', 'work', 'workspaces', 'nothing'))
    expect(said(await pruning().plan(true), one)).toBe('keep: held held')
    await world().devpod.record('cut', '{"id":"cut","sou', 'work')
    await expect(pruning().plan()).rejects.toThrow('The workspace cut could be anywhere')
  })

  it('records that cannot be read dispute nothing away: every clone stays, also with force (M001)', async () => {
    const one = await clone()
    for (const text of ['{"version":', '[]']) {
      await writeFile(join(world().cache, 'metadata.json'), text)
      expect(said(await pruning().plan(true), one), text).toBe('keep: unknown records-unreadable')
    }
  })
})

describe('what an orphan would lose (DL-PRUNE-06 to 09)', () => {
  it('P015: unpushed commits keep it; force names what it goes past', async () => {
    const one = await clone()
    await commit(one, 'Mine', { mine: 'x' })
    const plan = await pruning().plan()
    expect(said(plan, one)).toBe('keep: loses unsaved')
    expect(rowOf(plan.rows, one)).toMatchObject({ overridable: 'force', overridden: [] })
    const forced = rowOf((await pruning().plan(true)).rows, one)
    expect(forced).toMatchObject({ decision: 'remove', reasons: [] })
    expect(forced.overridden[0]?.text).toBe('Would lose 1 unpushed commit(s).')
  })

  it('P016, P017, P038: what git cannot read is kept; files, links, mirrors, and other depths are no candidates', async () => {
    const mirror = await world().mirror('acme', 'app')
    const repository = join(mirror, '..')
    for (const deep of ['junk', 'deep/a/b/c']) await mkdir(join(repository, deep), { recursive: true })
    await writeFile(join(repository, 'file'), '')
    await writeFile(join(repository, '.lock'), '')
    await symlink(mirror, join(repository, 'link'))
    const junk = join(repository, 'junk')
    const plan = await pruning().plan()
    expect(plan.rows.map(({ path }) => path)).toEqual([join(repository, 'deep'), junk])
    expect(said(plan, junk)).toContain('keep: unknown could-not-tell')
    expect(said(await pruning().plan(true), junk)).toContain('remove: unknown could-not-tell')
  })

  it('P039: tags that the mirror vouches for are no loss, also without a record', async () => {
    const one = await clone()
    await git(one, 'checkout', '-q', '--detach')
    await commit(one, 'Tagged', { tagged: 'x' })
    await git(one, 'tag', 'v1')
    await git(one, 'push', '-q', world().mirrorOf('acme', 'app'), 'v1')
    await git(one, 'checkout', '-q', 'main')
    expect(said(await pruning().plan(), one)).toBe('remove')
    await rm(world().mirrorOf('acme', 'app'), { recursive: true })
    expect(said(await pruning().plan(), one)).toBe('keep: loses unsaved')
  })

  it('work that git was told not to see keeps it (6.2)', async () => {
    const one = await clone()
    await git(one, 'update-index', '--assume-unchanged', 'README.md')
    await writeFile(join(one, 'README.md'), 'edited\n')
    expect(said(await pruning().plan(), one)).toBe('keep: unknown hidden-flags')
  })

  it('P019: the largest first, and the total is what the set frees, with its floor', async () => {
    const [small, large] = [await clone('small'), await clone('large')]
    await fill(join(large, '.git', 'big'), 5_000_000)
    await fill(join(small, '.git', 'big'), 1_000_000)
    await hardLink(join(large, '.git', 'big'), join(small, '.git', 'other'))
    const plan = await pruning().plan()
    expect(plan.rows.map(({ path }) => path)).toEqual([small, large])
    const figures = plan.rows.map(({ disk }) => (disk !== null && 'exclusiveBytes' in disk ? disk.exclusiveBytes : 0))
    const total = plan.totals['clones']
    const sum = figures.reduce((all, one) => all + one, 0)
    expect(total !== undefined && 'exclusiveBytes' in total && total.exclusiveBytes).toBeGreaterThan(sum + 4_900_000)
    expect(plan.totals).toMatchObject({ worktrees: { exclusiveBytes: 0 }, subtrees: { exclusiveBytes: 0 } })
  })
})
