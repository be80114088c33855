import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { treeText } from '../../../../../e2e/world/disk'
import { commit, git, repository } from '../../../../../e2e/world/git'
import { arrangeStates } from '../../../../../e2e/world/unsaved-states'
import { asOrdinaryUser, createWorld, type World } from '../../../../../e2e/world/world'
import type { Unsaved } from '../../../../shared/model'
import { placeOf } from '../../place'
import { createRun } from '../../tools/run'
import { inTurns } from '../devlaunch/in-turns'
import { createAsking, guard } from './guard'

let world: World
let clones: ReadonlyMap<string, string>
let written = { before: '', after: '' }
const answers = new Map<string, Unsaved>()

const ask = async (folder: string, vouching: 'mirror' | 'none' = 'mirror', env = world.env) =>
  (await guard(createAsking(createRun(env)), placeOf(folder), vouching)).unsaved

/** Every state in a clone of its own, each asked once; the whole tree is compared before and after. */
beforeAll(async () => {
  world = await createWorld()
  clones = await arrangeStates(world)
  const asking = createAsking(createRun(world.env))
  const before = await treeText(world.base)
  await inTurns([...clones], 4, async ([leaf, clone]) => {
    answers.set(leaf, (await guard(asking, placeOf(clone), 'mirror')).unsaved)
  })
  written = { before, after: await treeText(world.base) }
}, 120_000)
afterAll(() => world.dispose())

const loses = (text: string): Unsaved => ({ wouldLose: text })
const nothing: Unsaved = { nothingToLose: true }
const site = (leaf: string, text: string) => `${text} (in .claude/worktrees/${leaf})`
const unknown = (text: string): Unsaved => ({ couldNotTell: text })

describe('the guard, on real repositories', () => {
  it.each<[string, string, Unsaved]>([
    ['G001', 'clean', nothing],
    ['G002', 'three', loses('3 uncommitted change(s) (README.md, a -> b, notes.md)')],
    ['G003', 'five', loses('5 uncommitted change(s) (n1, n2, n3, …)')],
    ['G004', 'edited', loses('1 uncommitted change(s) (README.md)')],
    ['G005', 'wip', loses('1 unpushed commit(s)')],
    ['G006', 'detached', loses('1 unpushed commit(s)')],
    ['G007', 'stash', loses('2 unpushed commit(s)')],
    ['G008', 'elsewhere', loses('1 unpushed commit(s)')],
    ['G009', 'pushed-tags', nothing],
    ['G010', 'backup', loses('1 unpushed commit(s), 1 reachable only from local tag(s) (backup)')],
    ['G011', 'moved-tag', loses('1 unpushed commit(s), 1 reachable only from local tag(s) (moving)')],
    ['G012', 'retagged', loses('1 unpushed commit(s), 1 reachable only from local tag(s) (annotated)')],
    ['G015', 'both', loses('2 unpushed commit(s), 1 reachable only from local tag(s) (backup)')],
    ['G016', 'carried', loses('1 unpushed commit(s)')],
    ['G019', 'other-worktree', loses('1 uncommitted change(s) (notes.md)')],
    ['G022', 'unborn', loses('1 unpushed commit(s)')],
    ['G024', 'ignored', nothing],
    ['G025, DL-GUARD-06', 'hides-untracked', loses('1 uncommitted change(s) (notes.md)')],
    ['G027', 'site-clean', nothing],
    ['G028', 'site-settings', loses('1 uncommitted change(s) (.claude/)')],
    ['G029', 'site-dirty', loses(site('a', '1 uncommitted change(s) (notes.md)'))],
    ['G030, DL-GUARD-15', 'site-locked', loses('1 uncommitted change(s) (notes.md)')],
    ['G033', 'rebased', loses('1 unpushed commit(s)')],
    ['DL-WT-09', 'only-locked', unknown(site('a', 'git is holding it locked (claude session)'))],
    ['DL-WT-09', 'lock-without-reason', unknown(site('a', 'git is holding it locked'))],
    [
      'DL-GUARD-14',
      'two-locked',
      unknown(`${site('a', 'git is holding it locked')} and ${site('b', 'git is holding it locked')}`)
    ],
    ['W016', 'site-unpushed', loses(`1 unpushed commit(s) and ${site('a', '1 unpushed commit(s)')}`)],
    ['W006', 'site-nested', loses(site('outer/.claude/worktrees/inner', '1 uncommitted change(s) (notes.md)'))],
    ['W009', 'site-gone', nothing],
    ['W009', 'site-gone-unpushed', loses(`1 unpushed commit(s) and ${site('a', '1 unpushed commit(s)')}`)],
    ['W014', 'site-file', loses('1 uncommitted change(s) (.claude/)')],
    ['DL-GUARD-11', 'quoted', loses('4 uncommitted change(s) (-dash, "gr\\303\\266\\303\\237e", "new\\nline", …)')],
    ['CS-42', 'submodule', loses('1 uncommitted change(s) (lib)')]
  ])('%s: %s', (_id, leaf, expected) => {
    expect(answers.get(leaf)).toEqual(expected)
  })

  it.each([
    ['no-git', 'fatal: not a git repository'],
    ['empty-git', 'fatal: not a git repository'],
    ['no-head', 'fatal: not a git repository'],
    ['no-objects', 'fatal: not a git repository'],
    ['cut-gitfile', 'fatal: invalid gitfile format']
  ])('G017, DL-GUARD-13: %s could not be told', (leaf, said) => {
    const clone = clones.get(leaf)
    expect(answers.get(leaf)).toEqual({ couldNotTell: expect.stringContaining(`git could not read ${clone}: ${said}`) })
  })

  it('G021, DL-GUARD-13: a ref that names nothing', () => {
    const clone = clones.get('broken-ref')
    const said = 'fatal: bad object refs/remotes/origin/broken'
    expect(answers.get('broken-ref')).toEqual(unknown(`git could not list unpushed commits in ${clone}: ${said}`))
  })

  it.each([
    ['site-plain', 'plain', /a plain directory/],
    ['site-link', 'link', /a symbolic link/],
    ['site-foreign', 'foreign', /listing does not account for/],
    ['site-broken', 'broken', /could not be read as a worktree gitfile/],
    ['site-no-admin', 'a', /listing does not account for/]
  ])('W010, W012, DL-WT-05: %s stands and is named', (leaf, name, said) => {
    const answer = answers.get(leaf) ?? {}
    expect(answer).toEqual({ couldNotTell: expect.stringMatching(said) })
    expect(Object.values(answer)[0]).toContain(`(in .claude/worktrees/${name})`)
  })

  it('CS-46: nothing was written anywhere, not even a time changed', () => {
    expect(written.after).toBe(written.before)
  })

  it('W024: a repository whose worktrees cannot be listed is not called safe', async () => {
    const clone = await world.clone('acme', 'app', 'main', { leaf: 'unlisted' })
    await git(clone, 'worktree', 'add', '-q', '-b', 'x', join(clone, '.claude', 'worktrees', 'x'))
    await chmod(join(clone, '.git', 'worktrees'), 0o311)
    await world.giveAway()
    const answer = await asOrdinaryUser(() => ask(clone))
    await chmod(join(clone, '.git', 'worktrees'), 0o755)
    expect(answer).toHaveProperty('couldNotTell')
  })
})

describe('the mirror', () => {
  it('G013, G014: gone, every tag is local, and only what no remote branch holds counts', async () => {
    const held = await world.clone('acme', 'lost', 'main', { leaf: 'held' })
    const only = await world.clone('acme', 'lost', 'main', { leaf: 'only' })
    await git(held, 'tag', 'v1')
    await commit(only, 'One', { one: '1\n' })
    await git(only, 'tag', 'v1')
    await git(only, 'push', '-q', world.mirrorOf('acme', 'lost'), 'v1')
    await git(only, 'reset', '-q', '--hard', 'origin/main')
    expect(await ask(only)).toEqual(nothing)
    expect(await ask(only, 'none')).toHaveProperty('wouldLose')
    await rm(world.mirrorOf('acme', 'lost'), { recursive: true })
    expect(await ask(only)).toEqual(loses('1 unpushed commit(s), 1 reachable only from local tag(s) (v1)'))
    expect(await ask(held)).toEqual(nothing)
  })
})

describe('what is there', () => {
  it('A010, DL-GUARD-02: a folder that is gone, or a file, holds nothing', async () => {
    expect(await ask(world.at('gone'))).toEqual(nothing)
    await writeFile(world.at('file'), '')
    expect(await ask(world.at('file'))).toEqual(nothing)
    expect(await ask(world.at('file', 'below'))).toEqual(nothing)
  })

  it('G018, CS-44: a folder without .git in a clean repository is not answered for by that', async () => {
    const around = await repository(world.at('around'), { '.gitignore': 'inside/\n' })
    const inside = await repository(join(around, 'inside'))
    await rm(join(inside, '.git'), { recursive: true })
    expect(await ask(inside)).toHaveProperty('couldNotTell')
  })

  it('G020, DL-GUARD-13: a folder that may not be looked at', async () => {
    const clone = await world.clone('sealed', 'app', 'main', { leaf: 'x' })
    await chmod(dirname(clone), 0)
    await world.giveAway()
    const answer = await asOrdinaryUser(() => ask(clone))
    await chmod(dirname(clone), 0o755)
    expect(answer).toEqual(unknown(`could not look at ${clone}: Permission denied`))
  })

  it('G023: a clone of an empty repository', async () => {
    await mkdir(world.at('empties'))
    await git(world.at('empties'), 'init', '-q', '--bare', '.bare')
    await git(world.at('empties'), 'clone', '-q', '.bare', 'clone')
    expect(await ask(world.at('empties', 'clone'))).toEqual(nothing)
  })

  it('G026, CS-41: GIT_* in the environment changes nothing', async () => {
    const clean = clones.get('clean') ?? ''
    const env = {
      ...world.env,
      GIT_DIR: join(clean, '.git'),
      GIT_WORK_TREE: clean,
      GIT_INDEX_FILE: join(clean, '.git', 'index'),
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'status.showUntrackedFiles',
      GIT_CONFIG_VALUE_0: 'no',
      GIT_NAMESPACE: 'x',
      GIT_CONFIG_PARAMETERS: "'core.bare=true'"
    }
    await world.giveAway()
    for (const leaf of ['clean', 'three', 'wip', 'hides-untracked', 'site-dirty'])
      expect(await asOrdinaryUser(() => ask(clones.get(leaf) ?? '', 'mirror', env))).toEqual(answers.get(leaf))
  })

  it('CS-48: a folder inside that git cannot open is not clean', async () => {
    const clone = clones.get('sealed-folder') ?? ''
    await world.giveAway()
    expect(await asOrdinaryUser(() => ask(clone))).toEqual({
      couldNotTell: expect.stringMatching(/could not open directory 'closed\/': Permission denied/)
    })
  })
})
