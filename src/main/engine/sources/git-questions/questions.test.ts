import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { treeText } from '../../../../../e2e/world/disk'
import { agentWorktree, commit, git, repository } from '../../../../../e2e/world/git'
import { asOrdinaryUser, createWorld, type World } from '../../../../../e2e/world/world'
import { type Place, placeOf, shown } from '../../place'
import { createRun } from '../../tools/run'
import { createAsking, guard } from '../guard/guard'
import type { Evidence } from '../source'
import { createBorrowing } from './borrowers'
import type { Finding } from './finding'
import { checkoutQuestions, createInspector, findingsOf } from './questions'

let world: World
let remote: string
let made = 0

/** A pushed and clean clone of its own, with a lockfile, a source folder and one package of a workspace. */
async function fresh(): Promise<string> {
  made += 1
  const folder = world.at(`clone-${made}`)
  await git(world.base, 'clone', '-q', remote, folder)
  return folder
}

async function askAll(folder: string, known = createBorrowing()): Promise<ReadonlyMap<string, Finding>> {
  const asking = createAsking(createRun(world.env))
  const { seen } = await guard(asking, placeOf(folder))
  if (seen === null) throw new Error('nothing seen')
  return findingsOf({ asking, folder: placeOf(folder), seen, options: {} }, known)
}
const namesIn = (finding: Finding | undefined) =>
  finding?.kind === 'found' ? finding.items.map(({ name }) => shown(name as Place)).sort() : finding?.kind

beforeAll(async () => {
  world = await createWorld()
  remote = await repository(world.at('origin'), {
    'package.json': '{"workspaces": ["packages/*"]}\n',
    'package-lock.json': '{}\n',
    'packages/web/package.json': '{}\n',
    'other/package.json': '{}\n',
    '.gitignore': 'node_modules/\n__pycache__/\n.env\ndata/\nbuild/\ncache/\nvendor/\n.claude/\n',
    'src/a.txt': 'a\n'
  })
})
afterAll(() => world.dispose())

describe('questions beside the guard', () => {
  it('a clean clone is safe in every answer', async () => {
    const findings = await askAll(await fresh())
    expect([...findings].filter(([, finding]) => finding.kind !== 'safe')).toEqual([])
    expect([...findings.keys()]).toHaveLength(7)
  })

  it('CS-43, MW-DIRTY-06: edits under assume-unchanged and skip-worktree, and by core.ignoreStat', async () => {
    const clone = await fresh()
    await git(clone, 'update-index', '--assume-unchanged', 'src/a.txt')
    await git(clone, 'update-index', '--skip-worktree', 'package.json', 'other/package.json')
    await rm(join(clone, 'other'), { recursive: true })
    await writeFile(join(clone, 'src/a.txt'), 'hidden\n')
    const finding = (await askAll(clone)).get('hidden-flags')
    expect(namesIn(finding)).toEqual(['package.json', 'src/a.txt'])
    expect(finding).toMatchObject({ text: '2 files are marked so that git does not look for edits in them.' })
    const stat = await fresh()
    await git(stat, 'config', 'core.ignoreStat', 'true')
    await git(stat, 'checkout', '-q', '-f', 'HEAD', '--', '.')
    await git(stat, 'read-tree', 'HEAD')
    await git(stat, 'checkout-index', '-q', '-f', '-u', '-a')
    await writeFile(join(stat, 'src/a.txt'), 'hidden\n')
    expect(namesIn((await askAll(stat)).get('hidden-flags'))).toContain('src/a.txt')
  })

  it('CS-49, MW-DIRTY-07: a rebase that stopped with an autostash, a bisect, a lock', async () => {
    const clone = await fresh()
    await git(clone, 'checkout', '-q', '-b', 'topic')
    await commit(clone, 'Topic', { 'src/a.txt': 'topic\n' })
    await git(clone, 'checkout', '-q', 'main')
    await commit(clone, 'Main', { 'src/a.txt': 'main\n' })
    await git(clone, 'checkout', '-q', 'topic')
    await writeFile(join(clone, 'package.json'), '{"edited": true}\n')
    await git(clone, 'rebase', '-q', '--autostash', 'main').catch(() => undefined)
    const finding = (await askAll(clone)).get('operation')
    expect(namesIn(finding)).toEqual(expect.arrayContaining(['rebase-merge', 'rebase-merge/autostash']))
    const bisect = await fresh()
    await git(bisect, 'bisect', 'start')
    await writeFile(join(bisect, '.git', 'index.lock'), '')
    expect(namesIn((await askAll(bisect)).get('operation'))).toEqual(['BISECT_LOG', 'index.lock'])
  })

  it.each([
    ['merge', 'MERGE_HEAD'],
    ['cherry-pick', 'CHERRY_PICK_HEAD'],
    ['revert', 'REVERT_HEAD']
  ])('CS-49: a %s that stopped at a conflict', async (verb, sign) => {
    const clone = await fresh()
    await commit(clone, 'Base', { 'src/a.txt': 'base\n' })
    await git(clone, 'checkout', '-q', '-b', 'topic')
    await commit(clone, 'Topic', { 'src/a.txt': 'topic\n' })
    await git(clone, 'checkout', '-q', 'main')
    await commit(clone, 'Main', { 'src/a.txt': 'main\n' })
    await git(clone, verb, verb === 'revert' ? 'HEAD~1' : 'topic').catch(() => undefined)
    expect(namesIn((await askAll(clone)).get('operation'))).toContain(sign)
  })

  it('an operation in a worktree elsewhere keeps the repository it belongs to', async () => {
    const clone = await fresh()
    const beside = world.at('beside-operation')
    await git(clone, 'worktree', 'add', '-q', '-b', 'beside', beside)
    await git(beside, 'bisect', 'start')
    expect((await askAll(clone)).get('operation')).toMatchObject({
      text: 'Something is in progress: a bisect in the worktree beside-operation.'
    })
  })

  it('CS-05, MW-DIRTY-08: commits only in a submodule whose recorded pointer is unchanged, also when it is put away', async () => {
    const clone = await fresh()
    const lib = await repository(world.at('lib'))
    await git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', lib, 'lib')
    await git(clone, 'commit', '-q', '-m', 'lib')
    expect((await askAll(clone)).get('nested')).toEqual({ kind: 'safe' })
    const inside = join(clone, 'lib')
    await git(inside, 'checkout', '-q', '-b', 'private')
    await commit(inside, 'Private', { p: 'p\n' })
    await git(inside, 'checkout', '-q', 'main')
    const finding = (await askAll(clone)).get('nested')
    expect(finding).toMatchObject({ text: 'A repository inside it is not safe to lose: lib (1 unpushed commit(s)).' })
    await git(clone, 'submodule', 'deinit', '-q', '-f', 'lib')
    expect(namesIn((await askAll(clone)).get('nested'))).toEqual(['modules/lib'])
  })

  it('MW-DIRTY-09: repositories in ignored folders, and in folders below those', async () => {
    const clone = await fresh()
    await repository(join(clone, 'vendor', 'deep', 'tool'))
    await git(world.base, 'clone', '-q', remote, join(clone, 'vendor', 'pushed'))
    expect(namesIn((await askAll(clone)).get('nested'))).toEqual(['vendor/deep/tool'])
    await repository(join(clone, 'vendor', 'pushed', 'vendor', 'inner'))
    expect(namesIn((await askAll(clone)).get('nested'))).toContain('vendor/pushed/vendor/inner')
  })
})

describe('what git ignores (MW-IGN-03…08, CS-12)', () => {
  it('only what nothing reproduces counts, with its bytes', async () => {
    const clone = await fresh()
    const put = async (path: string, text = 'x\n') => {
      await mkdir(join(clone, path, '..'), { recursive: true })
      await writeFile(join(clone, path), text)
    }
    const tag = 'Signature: 8a477f597d28d172789f06886806bc55\n'
    await put('node_modules/left/index.js')
    await put('packages/web/node_modules/left/index.js')
    await put('other/node_modules/left/index.js')
    await put('src/__pycache__/a.pyc')
    await put('.env', 'SECRET=1\n')
    await put('data/set.csv', 'x'.repeat(100_000))
    await put('build/out.js')
    await put('cache/CACHEDIR.TAG', tag)
    await put('cache/blob')
    await put('src/cache/CACHEDIR.TAG', ` ${tag}`)
    await mkdir(join(clone, 'src', 'build'))
    await symlink(join(clone, 'cache', 'CACHEDIR.TAG'), join(clone, 'src', 'build', 'CACHEDIR.TAG'))
    const before = await treeText(clone)
    const finding = (await askAll(clone)).get('ignored')
    expect(await treeText(clone)).toBe(before)
    expect(namesIn(finding)).toEqual(['.env', 'build/', 'data/', 'other/node_modules/', 'src/build/', 'src/cache/'])
    expect(finding).toMatchObject({
      total: 6,
      items: [{ name: 'data/', bytes: expect.any(Number) }, {}, {}, {}, {}, {}]
    })
    await writeFile(join(clone, 'package-lock.json'), '{"edited": true}\n')
    expect(namesIn((await askAll(clone)).get('ignored'))).toEqual(
      expect.arrayContaining(['node_modules/', 'packages/web/node_modules/'])
    )
  })

  it('agent worktrees in an ignored .claude are not counted again; a file beside them is', async () => {
    const clone = await fresh()
    await agentWorktree(clone, 'a')
    expect((await askAll(clone)).get('ignored')).toEqual({ kind: 'safe' })
    await writeFile(join(clone, '.claude', 'settings.local.json'), '{}\n')
    expect(namesIn((await askAll(clone)).get('ignored'))).toEqual(['.claude/'])
  })
})

describe('what lies in the repository alone', () => {
  it('staged content of a worktree whose folder is gone', async () => {
    const clone = await fresh()
    const gone = world.at('gone-worktree')
    await git(clone, 'worktree', 'add', '-q', '-b', 'gone', gone)
    await writeFile(join(gone, 'staged.txt'), 'only here\n')
    await git(gone, 'add', 'staged.txt')
    expect((await askAll(clone)).get('absent-worktrees')).toEqual({ kind: 'safe' })
    await rm(gone, { recursive: true })
    expect(namesIn((await askAll(clone)).get('absent-worktrees'))).toEqual(['staged.txt'])
  })

  it('a loss is counted as people count it: an entry of the stash is one thing, whatever git makes of it', async () => {
    const clone = await fresh()
    for (const text of ['one', 'two']) {
      await writeFile(join(clone, 'src/a.txt'), `${text}\n`)
      await git(clone, 'stash', '-q')
    }
    await git(clone, 'tag', 'here', 'stash@{1}')
    await commit(clone, 'Work', { work: 'w\n' })
    await writeFile(join(clone, 'new'), 'x\n')
    await writeFile(join(await agentWorktree(clone, 'a'), 'inside'), 'x\n')
    const inspector = createInspector(createRun(world.env))
    const [first] = await inspector.inspect(placeOf(clone), checkoutQuestions, new AbortController().signal)
    expect(first?.lost).toEqual({ files: 2, commits: 3, stashes: 2 })
    const clean = await inspector.inspect(placeOf(await fresh()), checkoutQuestions, new AbortController().signal)
    expect(clean[0]).not.toHaveProperty('lost')
  })

  it('commits that only a reflog or refs/original holds, as a hint', async () => {
    const clone = await fresh()
    await commit(clone, 'Dropped', { d: 'd\n' })
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
    await commit(clone, 'Rewritten', { r: 'r\n' })
    await git(clone, 'update-ref', 'refs/original/refs/heads/main', 'HEAD')
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
    expect(namesIn((await askAll(clone)).get('private-commits'))).toEqual(['Dropped', 'Rewritten'])
    expect((await guard(createAsking(createRun(world.env)), placeOf(clone))).unsaved).toEqual({ nothingToLose: true })
  })

  it('who borrows objects from it, as long as it does', async () => {
    const lender = await fresh()
    const borrower = world.at('borrower')
    await git(world.base, 'clone', '-q', '--shared', lender, borrower)
    const known = createBorrowing()
    for (const place of [lender, borrower]) await known.know(placeOf(place))
    expect(namesIn((await askAll(lender, known)).get('borrowers'))).toEqual([borrower])
    expect((await askAll(borrower, known)).get('borrowers')).toEqual({ kind: 'safe' })
    await git(borrower, 'repack', '-q', '-a', '-d')
    await rm(join(borrower, '.git', 'objects', 'info', 'alternates'))
    expect((await askAll(lender, known)).get('borrowers')).toEqual({ kind: 'safe' })
  })
})

describe('as evidence for the judge', () => {
  const inspect = (folder: string): Promise<Evidence[]> =>
    createInspector(createRun(world.env)).inspect(placeOf(folder), checkoutQuestions, new AbortController().signal)

  it('every question is answered, and the guard’s own answer rides along', async () => {
    const evidence = await inspect(await fresh())
    expect(evidence.map(({ question, kind }) => [question, kind])).toEqual(
      checkoutQuestions.map(({ id }) => [id, 'safe'])
    )
    expect(evidence[0]?.unsaved).toEqual({ nothingToLose: true })
  })

  it('a checkout that cannot be read has one reason for all of them', async () => {
    const clone = await fresh()
    await rm(join(clone, '.git', 'objects'), { recursive: true })
    const evidence = await inspect(clone)
    expect(evidence).toHaveLength(checkoutQuestions.length)
    expect(new Set(evidence.map((one) => (one.kind === 'reason' ? one.reason : null))).size).toBe(1)
    expect(evidence[0]).toMatchObject({ reason: { kind: 'unknown', code: 'could-not-tell' } })
  })

  it('a linked worktree answers for what is its own: changes, commits of its HEAD, and its lock', async () => {
    const main = await fresh()
    await git(main, 'branch', 'private')
    await git(main, 'tag', 'here')
    await commit(main, 'In the main checkout', { m: 'm\n' })
    const linked = world.at('linked')
    await git(main, 'worktree', 'add', '-q', '-b', 'linked', linked, 'origin/main')
    expect((await inspect(linked))[0]).toMatchObject({ kind: 'safe', unsaved: { nothingToLose: true } })
    await commit(linked, 'Of its own', { l: 'l\n' })
    await git(main, 'worktree', 'lock', '--reason', 'busy', linked)
    const evidence = await inspect(linked)
    expect(evidence[0]?.unsaved).toEqual({ wouldLose: '1 unpushed commit(s)' })
    expect(evidence.slice(0, 2).map((one) => one.kind === 'reason' && one.reason)).toEqual([
      { kind: 'loses', code: 'unsaved', text: 'Would lose 1 unpushed commit(s).' },
      { kind: 'unknown', code: 'could-not-tell', text: 'Could not tell: git is holding it locked (busy).' }
    ])
  })
})

describe('by an ordinary user, last of all', () => {
  it('a folder that cannot be listed leaves it unknown, by an ordinary user', async () => {
    const clone = await fresh()
    await mkdir(join(clone, 'data', 'closed'), { recursive: true })
    await chmod(join(clone, 'data', 'closed'), 0)
    await world.giveAway()
    const finding = await asOrdinaryUser(async () => (await askAll(clone)).get('nested'))
    await chmod(join(clone, 'data', 'closed'), 0o755)
    expect(finding).toMatchObject({ kind: 'unknown', text: expect.stringContaining('Permission denied') })
  })
})
