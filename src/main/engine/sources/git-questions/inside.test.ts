import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackedWorld, nothing } from '../../../../../e2e/world/attacked'
import { agentWorktree, commit, git, repository } from '../../../../../e2e/world/git'
import { placeOf } from '../../place'
import { createRun } from '../../tools/run'
import { createAsking, guard } from '../guard/guard'
import { nestedRepositories } from './nested'
import { checkoutQuestions, cloneQuestions, createInspector } from './questions'

const { ask, fresh, world } = attackedWorld()

/** The reasons that keep a checkout, as the judge takes them. */
async function reasons(clone: string, questions = cloneQuestions): Promise<string[]> {
  const evidence = await createInspector(createRun(world().env)).inspect(
    placeOf(clone),
    questions,
    new AbortController().signal
  )
  return evidence.flatMap((one) => (one.kind === 'reason' ? [`${one.question}: ${one.reason.text}`] : []))
}
const nested = (what: string) => [`nested: A repository inside it is not safe to lose: ${what}.`]

/** A clone in which git ignores `.claude` and `hidden`. */
async function clean(): Promise<string> {
  const clone = await fresh()
  await appendFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n/hidden/\n')
  return clone
}
/** A pushed clone of it in a folder that it ignores. */
async function withNested(): Promise<{ readonly clone: string; readonly inside: string }> {
  const clone = await clean()
  await git(clone, 'clone', '-q', '.', 'hidden/in')
  expect(await reasons(clone)).toEqual([])
  return { clone, inside: join(clone, 'hidden', 'in') }
}
async function withSubmodule(name: string, files: Readonly<Record<string, string>> = { a: 'a\n' }): Promise<string> {
  const clone = await clean()
  const lib = await repository(join(world().base, 'forge', name), files)
  await git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', lib, 'lib')
  await git(clone, 'commit', '-q', '-m', 'lib')
  await git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  expect(await reasons(clone, checkoutQuestions)).toEqual([])
  return clone
}

describe('CS-05: what lies inside is judged with it', () => {
  it('CS-43: edits hidden in an agent worktree and in a nested repository', async () => {
    const clone = await clean()
    const site = await agentWorktree(clone, 'a')
    await git(site, 'update-index', '--assume-unchanged', 'a')
    await writeFile(join(site, 'a'), 'edited\n')
    expect(await ask(clone)).toEqual(nothing)
    const one = 'hidden-flags: 1 file is marked so that git does not look for edits in it.'
    expect(await reasons(clone)).toEqual([one])
    const { clone: around, inside } = await withNested()
    await git(inside, 'update-index', '--skip-worktree', 'a')
    await writeFile(join(inside, 'a'), 'edited\n')
    expect(await reasons(around)).toEqual(
      nested('hidden/in (1 file is marked so that git does not look for edits in it)')
    )
  })

  it('CS-49: an operation in progress in a nested repository', async () => {
    const { clone, inside } = await withNested()
    await git(inside, 'bisect', 'start')
    expect(await reasons(clone)).toEqual(nested('hidden/in (Something is in progress: a bisect)'))
  })

  it('files in the folder of a submodule that was never filled, which no status shows', async () => {
    const clone = await clean()
    await mkdir(join(clone, 'lib'))
    await git(clone, 'update-index', '--add', '--cacheinfo', `160000,${await git(clone, 'rev-parse', 'HEAD')},lib`)
    await git(clone, 'commit', '-q', '-m', 'lib')
    await git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    expect(await reasons(clone)).toEqual([])
    await writeFile(join(clone, 'lib', 'mine.txt'), 'work\n')
    expect(await git(clone, 'status', '--porcelain')).toBe('')
    expect(await reasons(clone)).toEqual(nested('lib (files in the folder of a submodule that is not there)'))
  })

  it('a worktree in .git', async () => {
    const clone = await clean()
    const inside = join(clone, '.git', 'tool-worktrees', 'i')
    await git(clone, 'worktree', 'add', '-q', '-b', 'i', inside)
    expect(await reasons(clone)).toEqual([])
    await writeFile(join(inside, 'new'), 'x')
    expect(await reasons(clone)).toEqual(nested('.git/tool-worktrees/i (1 uncommitted change(s) (new))'))
  })

  it('a bare repository in an ignored folder, even where it is a remote; not one that is committed', async () => {
    const clone = await clean()
    await git(clone, 'init', '-q', '--bare', 'hidden/backup.git')
    expect(await reasons(clone)).toEqual([])
    await commit(clone, 'Private', { p: 'p\n' })
    await git(clone, 'remote', 'add', 'backup', 'hidden/backup.git')
    await git(clone, 'push', '-q', 'backup', 'main')
    expect(await ask(clone)).toEqual(nothing)
    expect(await reasons(clone)).toEqual(nested('hidden/backup.git (2 unpushed commit(s))'))
    const tested = await clean()
    await git(tested, 'clone', '-q', '--bare', '.', 'fixture.git')
    await git(tested, 'add', '-A')
    await git(tested, 'commit', '-q', '-m', 'A fixture')
    await git(tested, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    expect(await reasons(tested)).toEqual([])
  })

  it('commits in a submodule of a worktree that is gone', async () => {
    const clone = await withSubmodule('lib-gone')
    const outside = world().at('outside-gone')
    await git(clone, 'worktree', 'add', '-q', '-b', 'gone', outside)
    await git(outside, '-c', 'protocol.file.allow=always', 'submodule', 'update', '-q', '--init')
    await commit(join(outside, 'lib'), 'Private', { p: 'p\n' })
    await rm(outside, { recursive: true })
    expect(await reasons(clone)).toEqual(nested('worktrees/outside-gone/modules/lib (1 unpushed commit(s))'))
  })

  it('CS-12: ignored files in a submodule', async () => {
    const clone = await withSubmodule('lib-ignoring', { '.gitignore': '.env\n' })
    await writeFile(join(clone, 'lib', '.env'), 'secret\n')
    expect(await reasons(clone, checkoutQuestions)).toEqual(['ignored: 1 ignored file or folder is kept nowhere else.'])
  })

  it('a worktree elsewhere needs its repository, and what was staged in one whose place was taken is still told', async () => {
    const clone = await clean()
    const outside = world().at('outside')
    await git(clone, 'worktree', 'add', '-q', '-b', 'w', outside)
    await writeFile(join(outside, 'staged'), 'only here\n')
    await git(outside, 'add', 'staged')
    const broken = 'borrowers: Another checkout borrows objects from its repository and would be broken without it.'
    expect(await reasons(clone)).toEqual([broken])
    await rm(outside, { recursive: true })
    await mkdir(outside)
    expect(await reasons(clone)).toEqual([expect.stringMatching(/^absent-worktrees: 1 staged change/)])
  })

  it('CS-29: repositories that hang are asked for a bounded time', async () => {
    const clone = await clean()
    for (const name of ['b', 'c', 'd']) {
      await git(clone, 'clone', '-q', '.', `hidden/${name}`)
      execFileSync('mkfifo', [join(clone, 'hidden', name, '.gitignore')])
    }
    const asking = createAsking(createRun(world().env), 1_000)
    const { seen } = await guard(asking, placeOf(clone))
    if (seen === null) throw new Error('nothing seen')
    const started = Date.now()
    const finding = await nestedRepositories({ asking, folder: placeOf(clone), seen, options: {} }, 500)
    expect(finding).toEqual({ kind: 'unknown', text: expect.stringMatching(/took too long/) })
    expect(Date.now() - started).toBeLessThan(2_500)
  })
})
