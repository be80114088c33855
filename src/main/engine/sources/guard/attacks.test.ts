import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { treeText } from '../../../../../e2e/world/disk'
import { agentWorktree, commit, git, repository } from '../../../../../e2e/world/git'
import { asOrdinaryUser, createWorld, ordinaryUser, type World } from '../../../../../e2e/world/world'
import { unsavedDetail } from '../../evidence/detail'
import { type Place, placeOf } from '../../place'
import { createRun } from '../../tools/run'
import { inTurns } from '../devlaunch/in-turns'
import { createBorrowing } from '../git-questions/borrowers'
import { checkoutQuestions, createInspector } from '../git-questions/questions'
import { createAsking, guard } from './guard'

const nothing = { nothingToLose: true }
let world: World
let template: string
let made = 0

/** A clean and pushed clone of its own. */
async function fresh(name = `clone-${made}`): Promise<string> {
  made += 1
  const folder = join(template, '..', name)
  await cp(template, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

const ask = async (folder: string | Buffer, env: Record<string, string> = world.env, timeoutMs?: number) =>
  (await guard(createAsking(createRun(env), timeoutMs), typeof folder === 'string' ? placeOf(folder) : bytes(folder)))
    .unsaved
const bytes = (folder: Buffer) => folder.toString('latin1') as Place
const marker = () => world.at('marker')

beforeAll(async () => {
  world = await createWorld()
  template = await world.clone('acme', 'app', 'main', {
    leaf: 'template',
    files: { 'README.md': 'Hello\n', a: 'a\n', run: 'run\n' }
  })
  await git(world.home, 'config', '--file', world.at('.gitconfig'), 'user.name', 'Ada')
})
afterAll(() => world.dispose())

/** Verbs that would change a repository, wherever among the words they stand. */
const verbs = new Set(
  'add branch checkout clean commit fetch gc prune pull push reflog remove repack reset stash update-index'.split(' ')
)

/** Running or stopped; one that nobody has reaped yet is gone. */
const alive = (pid: string) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('CS-42: settings that hide work', () => {
  const hiding = [
    ['status.showUntrackedFiles', 'no'],
    ['core.untrackedCache', 'true'],
    ['core.trustctime', 'false'],
    ['core.checkStat', 'minimal'],
    ['core.fsmonitor', 'true'],
    ['diff.ignoreSubmodules', 'all'],
    ['submodule.lib.ignore', 'all'],
    ['status.submoduleSummary', 'true'],
    ['core.ignoreCase', 'true'],
    ['status.renames', 'false'],
    ['log.showSignature', 'true'],
    ['core.ignoreStat', 'true'],
    ['core.worktree', '/tmp'],
    ['color.ui', 'always'],
    ['column.ui', 'always'],
    ['status.branch', 'true'],
    ['status.short', 'true']
  ] as const

  /** Two edits that a stat alone would miss, an untracked name that differs in case, work in a submodule, a commit. */
  async function withWork(): Promise<string> {
    const clone = await fresh()
    const lib = join(world.base, 'forge', 'lib')
    if (!existsSync(lib)) await repository(lib)
    await git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', lib, 'lib')
    await git(clone, 'commit', '-q', '-m', 'lib')
    await writeFile(join(clone, 'lib', 'inside'), 'work\n')
    await writeFile(join(clone, 'README.MD'), 'another case\n')
    await writeFile(join(clone, 'a'), 'b\n')
    await utimes(join(clone, 'a'), new Date(0), new Date(0))
    return clone
  }
  const expected = { wouldLose: '3 uncommitted change(s) (a, lib, README.MD) and 1 unpushed commit(s)' }

  it.each(['local', 'global', 'worktree'] as const)('each of them, and all at once, in %s settings', async (scope) => {
    const clone = await withWork()
    expect(await ask(clone)).toEqual(expected)
    const home = world.at(`home-${scope}`)
    await mkdir(home)
    const env = scope === 'global' ? { ...world.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config') } : world.env
    if (scope === 'worktree') await git(clone, 'config', 'extensions.worktreeConfig', 'true')
    const file = {
      local: join(clone, '.git', 'config'),
      global: join(home, '.gitconfig'),
      worktree: join(clone, '.git', 'config.worktree')
    }
    const before = existsSync(file[scope]) ? readFileSync(file[scope]) : Buffer.alloc(0)
    for (const [name, value] of hiding) {
      execFileSync('git', ['config', '--file', file[scope], name, value])
      const answer = await ask(clone, env)
      if (name === 'status.renames') expect(answer).toHaveProperty('wouldLose')
      else expect([name, answer]).toEqual([name, expected])
    }
    await writeFile(file[scope], before)
  })

  it('an untracked cache that lies in the index is not believed', async () => {
    const clone = await fresh()
    await git(clone, 'update-index', '--force-untracked-cache')
    await git(clone, 'status')
    await writeFile(join(clone, 'new'), 'work\n')
    await utimes(clone, new Date(0), new Date(0))
    expect(await ask(clone)).toEqual({ wouldLose: '1 uncommitted change(s) (new)' })
  })

  it('grafts and replaced commits hide no history (MW-MERGE-12)', async () => {
    const clone = await fresh()
    await commit(clone, 'Work', { w: 'w\n' })
    const [head, pushed] = [await git(clone, 'rev-parse', 'HEAD'), await git(clone, 'rev-parse', 'origin/main')]
    await mkdir(join(clone, '.git', 'info'), { recursive: true })
    await writeFile(join(clone, '.git', 'info', 'grafts'), `${pushed} ${head}\n`)
    expect(await ask(clone)).toEqual({ wouldLose: '1 unpushed commit(s)' })
    await rm(join(clone, '.git', 'info', 'grafts'))
    await git(clone, 'replace', '--graft', pushed, head)
    expect(await ask(clone)).toHaveProperty('wouldLose')
  })
})

describe('CS-45: reading runs no program of the repository', () => {
  const touching = () => `touch ${marker()}; cat`

  it('no hook, monitor, pager, external diff, credential helper, ssh or signature program', async () => {
    const clone = await fresh()
    const program = world.at('program')
    await writeFile(program, `#!/bin/sh\ntouch ${marker()}\n`)
    await chmod(program, 0o755)
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'post-checkout'])
      await cp(program, join(clone, '.git', 'hooks', hook))
    const names = [
      'core.fsmonitor',
      'core.pager',
      'pager.status',
      'diff.external',
      'core.sshCommand',
      'credential.helper'
    ]
    const more = [
      'gpg.program',
      'core.editor',
      'core.askPass',
      'core.alternateRefsCommand',
      'diff.x.textconv',
      'alias.status',
      'alias.rev-list',
      'uploadpack.packObjectsHook',
      'core.gitProxy',
      'merge.x.driver'
    ]
    for (const name of [...names, ...more]) await git(clone, 'config', name, program)
    await git(clone, 'config', 'log.showSignature', 'true')
    await writeFile(join(clone, '.gitattributes'), '* diff=x merge=x\n')
    await writeFile(join(clone, 'a'), 'edited\n')
    const inspector = createInspector(createRun(world.env))
    const evidence = await inspector.inspect(placeOf(clone), checkoutQuestions, new AbortController().signal)
    expect(evidence[0]?.unsaved).toEqual({ wouldLose: '2 uncommitted change(s) (a, .gitattributes)' })
    expect(existsSync(marker())).toBe(false)
  })

  it.each([
    ['clean', 'local'],
    ['process', 'local'],
    ['clean', 'global'],
    ['process', 'include'],
    ['clean', 'worktree']
  ])('a %s filter in %s settings: not run, and the answer is that nobody can tell', async (kind, scope) => {
    const clone = await fresh()
    const home = world.at(`home-${kind}-${scope}`)
    await mkdir(home)
    await git(clone, 'config', 'extensions.worktreeConfig', 'true')
    const file = {
      local: join(clone, '.git', 'config'),
      worktree: join(clone, '.git', 'config.worktree'),
      global: join(home, '.gitconfig'),
      include: join(home, 'included')
    }[scope]
    execFileSync('git', ['config', '--file', file ?? '', `filter.My Filter=1.${kind}`, touching()])
    execFileSync('git', ['config', '--file', file ?? '', 'filter.My Filter=1.required', 'true'])
    if (scope === 'include') await git(clone, 'config', 'include.path', file ?? '')
    await mkdir(join(clone, '.git', 'info'), { recursive: true })
    await writeFile(join(clone, '.git', 'info', 'attributes'), 'a filter=plain\nrun filter=My\n')
    const env = { ...world.env, HOME: home }
    expect(await ask(clone, env)).toEqual({ nothingToLose: true })
    execFileSync('git', ['config', '--file', file ?? '', `filter.mine.${kind}`, touching()])
    await writeFile(join(clone, '.git', 'info', 'attributes'), '* filter=mine\n')
    await writeFile(join(clone, 'a'), 'edited\n')
    const said = expect.stringContaining('a goes through the filter "mine", which looking must not run')
    expect(await ask(clone, env)).toEqual({ couldNotTell: said })
    await git(clone, 'checkout', '-q', '-f', 'HEAD', '--', 'a').catch(() => undefined)
    await rm(marker(), { force: true })
    await utimes(join(clone, 'README.md'), new Date(1), new Date(1))
    await ask(clone, env)
    expect(existsSync(marker())).toBe(false)
  })

  it('a filter that only a submodule defines', async () => {
    const clone = await fresh()
    const lib = await repository(join(world.base, 'forge', 'filtered'))
    await git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', lib, 'lib')
    const inside = join(clone, 'lib')
    await git(inside, 'config', 'filter.inner.clean', touching())
    await writeFile(join(clone, '.git', 'modules', 'lib', 'info', 'attributes'), '* filter=inner\n')
    await git(inside, 'config', 'core.fsmonitor', `touch ${marker()}`)
    await writeFile(join(inside, 'README.md'), 'edited\n')
    expect(await ask(clone)).toHaveProperty('wouldLose')
    expect(existsSync(marker())).toBe(false)
  })

  it('a filter that only a submodule of an agent worktree defines', async () => {
    const clone = await fresh()
    await writeFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
    const site = await agentWorktree(clone, 'a')
    const lib = await repository(join(world.base, 'forge', 'site-filtered'))
    await git(site, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', lib, 'lib')
    await git(join(site, 'lib'), 'config', 'filter.deep.clean', touching())
    const modules = join(clone, '.git', 'worktrees', 'a', 'modules', 'lib')
    await writeFile(join(modules, 'info', 'attributes'), '* filter=deep\n')
    await writeFile(join(site, 'lib', 'README.md'), 'edited\n')
    expect(await ask(clone)).toEqual({ wouldLose: expect.stringContaining('(in .claude/worktrees/a)') })
    expect(existsSync(marker())).toBe(false)
  })

  it('git-lfs: a pointer is computed, so a file that only looks changed is clean, and an edited one is not', async () => {
    const clone = await fresh()
    const content = 'large\n'
    const oid = execFileSync('sha256sum', { input: content }).toString().slice(0, 64)
    await writeFile(join(clone, '.gitattributes'), 'a filter=lfs -text\n')
    await writeFile(
      join(clone, 'a'),
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`
    )
    await git(clone, 'add', '-A')
    await git(clone, 'commit', '-q', '-m', 'lfs')
    await git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    await git(clone, 'config', 'filter.lfs.clean', touching())
    await git(clone, 'config', 'filter.lfs.required', 'true')
    await writeFile(join(clone, 'a'), content)
    expect(await ask(clone)).toEqual({ nothingToLose: true })
    await writeFile(join(clone, 'a'), 'edited\n')
    expect(await ask(clone)).toEqual({ wouldLose: '1 uncommitted change(s) (a)' })
    expect(existsSync(marker())).toBe(false)
  })

  it('a partial clone fetches nothing: no program, no connection (CS-16)', async () => {
    const clone = await fresh()
    await git(clone, 'config', 'remote.origin.url', 'ssh://nowhere.example/x')
    await git(clone, 'config', 'remote.origin.promisor', 'true')
    await git(clone, 'config', 'extensions.partialClone', 'origin')
    await git(clone, 'config', 'core.repositoryFormatVersion', '1')
    await git(clone, 'config', 'core.sshCommand', `touch ${marker()};false`)
    await git(clone, 'config', 'protocol.ssh.allow', 'always')
    await writeFile(join(clone, '.git', 'refs', 'heads', 'missing'), `${'1'.repeat(40)}\n`)
    expect(await ask(clone)).toHaveProperty('couldNotTell')
    expect(existsSync(marker())).toBe(false)
  })
})

describe('CS-01, CS-02, CS-47: a git that does not answer', () => {
  /** A world in which `git` is this program; `real` stands for the real one. */
  async function withGit(name: string, body: string): Promise<Record<string, string>> {
    const bin = world.at(`bin-${name}`)
    await mkdir(bin)
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
    await writeFile(join(bin, 'git'), `#!/bin/sh\nreal=${real}\n${body}\n`)
    await chmod(join(bin, 'git'), 0o755)
    return { ...world.env, PATH: `${bin}:${world.env['PATH']}` }
  }
  /** One that fails at a single question and answers every other. */
  const at = (question: string, failing: string) =>
    `for a in "$@"; do case "$a" in ${question}) ${failing};; esac; done\nexec "$real" "$@"`

  it('prints nothing and exits 0: never clean', async () => {
    const clone = await fresh()
    const env = await withGit('silent', 'exit 0')
    expect(await ask(clone, env)).toHaveProperty('couldNotTell')
  })

  it.each(['status', 'rev-list', 'for-each-ref', 'worktree'])('says nothing at %s alone', async (question) => {
    const clone = await fresh()
    await git(clone, 'tag', 'here')
    await commit(clone, 'Work', { w: 'w\n' })
    await writeFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
    await writeFile(join(await agentWorktree(clone, 'a'), 'dirty'), 'x\n')
    for (const [how, failing] of [
      ['silent', 'exit 0'],
      ['refuses', 'exit 128'],
      ['rubbish', 'echo hello; exit 0'],
      ['killed', 'kill -9 $$']
    ]) {
      const answer = await ask(clone, await withGit(`${question}-${how}`, at(question, failing ?? '')))
      expect(answer).not.toHaveProperty('nothingToLose')
    }
  })

  it('DL-GUARD-03: what refuses decides: status, count and tags take the answer away, a mirror and a name do not', async () => {
    const clone = await world.clone('order', 'app', 'main')
    await commit(clone, 'Tagged', { t: 't\n' })
    await git(clone, 'tag', 'v1')
    await git(clone, 'push', '-q', world.mirrorOf('order', 'app'), 'v1')
    await git(clone, 'tag', 'here')
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
    await writeFile(join(clone, 'new'), 'x')
    const whole = '1 uncommitted change(s) (new) and 1 unpushed commit(s), 1 reachable only from local tag(s)'
    const refusing = async (name: string, pattern: string) =>
      ask(
        clone,
        await withGit(`order-${name}`, `case "$*" in ${pattern}) echo no >&2; exit 128;; esac\nexec "$real" "$@"`)
      )
    expect(await ask(clone)).toEqual({ wouldLose: `${whole} (here)` })
    expect(await refusing('status', '*status*')).toEqual({ couldNotTell: `git could not read ${clone}: no` })
    const list = { couldNotTell: `git could not list unpushed commits in ${clone}: no` }
    expect(await refusing('count', '*rev-list*--count*--all*--not*')).toEqual(list)
    expect(await refusing('tags', `*--git-dir=${clone}/.git*for-each-ref*`)).toEqual(list)
    expect(await refusing('mirror', '*.bare*for-each-ref*')).toEqual({ wouldLose: `${whole} (here, v1)` })
    const unexplained = { wouldLose: '1 uncommitted change(s) (new) and 1 unpushed commit(s)' }
    expect(await refusing('names', '*rev-list*--stdin*--not*--all')).toEqual(unexplained)
  })

  it('an answer with a complaint is no answer (CS-48)', async () => {
    const clone = await fresh()
    const env = await withGit('complains', `"$real" "$@"; echo 'warning: not all of it' >&2; exit 0`)
    expect(await ask(clone, env)).toEqual({ couldNotTell: `git could not read ${clone}: warning: not all of it` })
  })

  it('missing altogether', async () => {
    const clone = await fresh()
    const env = { ...world.env, PATH: '/nowhere' }
    expect(await ask(clone, env)).toEqual({
      couldNotTell: `git could not read ${clone}: git is not installed, or not on PATH`
    })
  })

  it('a filter that sleeps, in real repositories: it is never started, so nobody waits for it', async () => {
    const [slow, ...others] = [await fresh(), await fresh(), await fresh()]
    await git(slow ?? '', 'config', 'filter.slow.clean', `touch ${marker()}; sleep 300`)
    await writeFile(join(slow ?? '', '.gitattributes'), '* filter=slow\n')
    await writeFile(join(slow ?? '', 'a'), 'edited\n')
    const started = Date.now()
    const asking = createAsking(createRun(world.env))
    const answers = await inTurns(
      [slow ?? '', ...others],
      2,
      async (clone) => (await guard(asking, placeOf(clone))).unsaved
    )
    expect(answers[0]).toEqual({ couldNotTell: expect.stringContaining('goes through the filter "slow"') })
    expect(answers.slice(1)).toEqual([nothing, nothing])
    expect(Date.now() - started).toBeLessThan(10_000)
    expect(existsSync(marker())).toBe(false)
  })

  it('hangs, with a child that ignores the signal: the group is ended, and other checkouts do not wait', async () => {
    const [hung, ...others] = [await fresh('hung'), await fresh(), await fresh(), await fresh()]
    const pids = world.at('pids')
    const hang = `case "$*" in *"/hung/.git"*status*) trap '' TERM; sleep 300 & echo $! $$ >> ${pids}; wait; sleep 300;; esac\nexec "$real" "$@"`
    const asking = createAsking(createRun(await withGit('hangs', hang)), 3_000)
    const times: number[] = []
    const started = Date.now()
    const answers = await inTurns([hung ?? '', ...others], 2, async (clone) => {
      const { unsaved } = await guard(asking, placeOf(clone))
      times.push(Date.now() - started)
      return unsaved
    })
    expect(answers[0]).toEqual({ couldNotTell: `git could not read ${hung}: git did not answer within 3 seconds` })
    expect(answers.slice(1)).toEqual(others.map(() => ({ nothingToLose: true })))
    expect(times[2]).toBeLessThan(3_000)
    expect(times[3]).toBeGreaterThan(2_900)
    const left = () => readFileSync(pids, 'utf8').trim().split(/\s+/).filter(alive)
    await expect.poll(left).toEqual([])
  })
})

describe('CS-28: names that are bytes', () => {
  const odd: readonly (readonly [string, Buffer])[] = [
    ['a newline and a leading dash', Buffer.from('-new\nline')],
    ['quotes, a space at the end and a shell word', Buffer.from('\'"; touch $(x) ')],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0x2d])]
  ]

  it.each(odd)('a clone whose name has %s', async (_what, name) => {
    const folder = Buffer.concat([Buffer.from(`${join(template, '..')}/`), name])
    await rename(await fresh(), folder)
    expect(await ask(folder)).toEqual({ nothingToLose: true })
    await writeFile(Buffer.concat([folder, Buffer.from('/new')]), 'x')
    expect(await ask(folder)).toEqual({ wouldLose: '1 uncommitted change(s) (new)' })
    await rm(Buffer.concat([folder, Buffer.from('/.git/HEAD')]))
    const answer = await ask(folder)
    expect(answer).toEqual({ couldNotTell: expect.stringMatching(/fatal: not a git repository/) })
    expect(JSON.stringify(answer)).not.toContain('/proc/')
  })

  it.each(odd)('a file and a worktree whose name has %s', async (_what, name) => {
    const clone = await fresh()
    await writeFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
    await agentWorktree(clone, 'plain')
    const folder = Buffer.concat([Buffer.from(`${clone}/.claude/worktrees/`), name])
    await rename(join(clone, '.claude', 'worktrees', 'plain'), folder)
    await writeFile(
      join(clone, '.git', 'worktrees', 'plain', 'gitdir'),
      Buffer.concat([folder, Buffer.from('/.git\n')])
    )
    expect(await ask(clone)).not.toHaveProperty('wouldLose')
    await writeFile(Buffer.concat([folder, Buffer.from('/'), name]), 'x')
    const answer = await ask(clone)
    expect(answer).not.toHaveProperty('nothingToLose')
    await writeFile(Buffer.concat([Buffer.from(`${clone}/`), name]), 'x')
    expect(await ask(clone)).toEqual({ wouldLose: expect.stringMatching(/^1 uncommitted change\(s\) \("/) })
  })

  it('CS-40: branches and tags that look like options or like each other', async () => {
    const clone = await fresh()
    const head = await git(clone, 'rev-parse', 'HEAD')
    await git(clone, 'update-ref', 'refs/tags/-x', head)
    await git(clone, 'update-ref', 'refs/heads/-x', head)
    await git(clone, 'update-ref', 'refs/tags/main', head)
    await git(clone, 'update-ref', `refs/heads/${head}`, head)
    await git(clone, 'update-ref', 'refs/heads/refs/tags/-x', head)
    expect(await ask(clone)).toEqual({ nothingToLose: true })
    await commit(clone, 'Work', { w: 'w\n' })
    await git(clone, 'update-ref', 'refs/tags/-y', 'HEAD')
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
    expect(await ask(clone)).toEqual({ wouldLose: '1 unpushed commit(s), 1 reachable only from local tag(s) (-y)' })
  })
})

describe('CS-53: special repositories are right or kept', () => {
  const one = { wouldLose: '1 uncommitted change(s) (new)' }
  async function expectRight(folder: string): Promise<void> {
    const before = await treeText(folder)
    expect(await ask(folder)).toEqual(nothing)
    expect(await treeText(folder)).toBe(before)
    await writeFile(join(folder, 'new'), 'x')
    expect(await ask(folder)).toEqual(one)
  }

  it('split index, sparse checkout with a sparse index, index version 4', async () => {
    const split = await fresh()
    await git(split, 'update-index', '--split-index')
    const before = await treeText(split)
    expect(await ask(split)).toEqual({ couldNotTell: expect.stringMatching(/its index is split/) })
    expect(await treeText(split)).toBe(before)
    await git(split, 'update-index', '--no-split-index')
    await expectRight(split)
    const sparse = await fresh()
    await git(sparse, 'sparse-checkout', 'init', '--cone', '--sparse-index')
    await expectRight(sparse)
    const four = await fresh()
    await git(four, 'update-index', '--index-version', '4')
    await expectRight(four)
  })

  it('a separate git folder, a shallow clone, one with alternates, one with SHA-256', async () => {
    const separate = await fresh()
    await rename(join(separate, '.git'), world.at('separate.git'))
    await writeFile(join(separate, '.git'), `gitdir: ${world.at('separate.git')}\n`)
    await expectRight(separate)
    const mirror = world.mirrorOf('acme', 'app')
    await git(world.home, 'clone', '-q', '--depth', '1', `file://${mirror}`, world.at('shallow'))
    await expectRight(world.at('shallow'))
    await git(world.home, 'clone', '-q', '--shared', mirror, world.at('shared'))
    await expectRight(world.at('shared'))
    await mkdir(world.at('sha256'))
    await git(world.at('sha256'), 'init', '-q', '--object-format=sha256')
    await commit(world.at('sha256'), 'One', { one: '1\n' })
    expect(await ask(world.at('sha256'))).toEqual({ wouldLose: '1 unpushed commit(s)' })
    await git(world.at('sha256'), 'tag', '-a', '-m', 't', 'tag')
    await git(world.at('sha256'), 'update-ref', '-d', 'HEAD')
    await git(world.at('sha256'), 'rm', '-q', '--cached', 'one')
    await rm(world.at('sha256', 'one'))
    const said = { wouldLose: '1 unpushed commit(s), 1 reachable only from local tag(s) (tag)' }
    expect(await ask(world.at('sha256'))).toEqual(said)
  })

  it('a linked worktree of a bare repository, and one whose links are relative', async () => {
    const bare = world.at('bare.git')
    await git(world.home, 'clone', '-q', '--bare', world.mirrorOf('acme', 'app'), bare)
    await git(bare, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*')
    await git(bare, 'fetch', '-q')
    const linked = world.at('of-bare')
    await git(bare, 'worktree', 'add', '-q', '-b', 'linked', linked)
    await expectRight(linked)
    const clone = await fresh()
    const site = await agentWorktree(clone, 'a')
    await writeFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
    await writeFile(join(site, '.git'), 'gitdir: ../../../.git/worktrees/a\n')
    await writeFile(join(clone, '.git', 'worktrees', 'a', 'gitdir'), '../../../.claude/worktrees/a/.git\n')
    expect(await ask(clone)).not.toHaveProperty('wouldLose')
    await writeFile(join(site, 'new'), 'x')
    expect(await ask(clone)).not.toEqual(nothing)
  })
})

describe('CS-47: pipes in the place of git’s files', () => {
  it.each(['HEAD', 'config', 'index', 'packed-refs', 'shallow', 'commondir'])(
    '%s: git is not asked, since it would wait, and nobody can tell',
    async (name) => {
      const clone = await fresh()
      await rm(join(clone, '.git', name), { force: true })
      execFileSync('mkfifo', [join(clone, '.git', name)])
      const started = Date.now()
      expect(await ask(clone)).toEqual({ couldNotTell: expect.stringMatching(/no regular file/i) })
      expect(Date.now() - started).toBeLessThan(5_000)
    }
  )

  it('a link to a pipe is one too, and a plain link is none', async () => {
    const clone = await fresh()
    await rename(join(clone, '.git', 'config'), world.at('linked-config'))
    await symlink(world.at('linked-config'), join(clone, '.git', 'config'))
    expect(await ask(clone)).toEqual(nothing)
    execFileSync('mkfifo', [world.at('a-pipe')])
    await symlink(world.at('a-pipe'), join(clone, '.git', 'packed-refs.new'))
    await rename(join(clone, '.git', 'packed-refs.new'), join(clone, '.git', 'packed-refs'))
    expect(await ask(clone)).toEqual({ couldNotTell: expect.stringMatching(/packed-refs is no regular file/) })
  })

  it('in the repository of a worktree, and in a mirror, which then vouches for nothing', async () => {
    const clone = await fresh()
    const linked = world.at('beside-a-pipe')
    await git(clone, 'worktree', 'add', '-q', '-b', 'beside-a-pipe', linked)
    await rm(join(clone, '.git', 'packed-refs'), { force: true })
    execFileSync('mkfifo', [join(clone, '.git', 'packed-refs')])
    expect(await ask(linked)).toEqual({ couldNotTell: expect.stringMatching(/packed-refs is no regular file/) })
    const tagged = await world.clone('piped', 'app', 'main')
    await commit(tagged, 'Tagged', { t: 't\n' })
    await git(tagged, 'tag', 'v1')
    await git(tagged, 'push', '-q', world.mirrorOf('piped', 'app'), 'v1')
    await git(tagged, 'reset', '-q', '--hard', 'origin/main')
    expect(await ask(tagged)).toEqual(nothing)
    await rm(join(world.mirrorOf('piped', 'app'), 'packed-refs'), { force: true })
    execFileSync('mkfifo', [join(world.mirrorOf('piped', 'app'), 'packed-refs')])
    expect(await ask(tagged)).toEqual({ wouldLose: expect.stringMatching(/only from local tag/) })
  })
})

describe('CS-52: repositories of somebody else', () => {
  it('another uid: kept, in git’s own words, and none of its programs ran', async () => {
    const clone = await fresh()
    await git(clone, 'config', 'core.fsmonitor', `touch ${marker()}`)
    execFileSync('chown', ['-R', `${ordinaryUser.uid}:${ordinaryUser.gid}`, join(clone, '.git')])
    expect(await ask(clone)).toEqual({ couldNotTell: expect.stringMatching(/detected dubious ownership/) })
    const home = world.at('trusting')
    await mkdir(home)
    await writeFile(join(home, '.gitconfig'), '[safe]\n\tdirectory = *\n')
    expect(await ask(clone, { ...world.env, HOME: home })).toEqual({ nothingToLose: true })
    expect(existsSync(marker())).toBe(false)
  })

  it('a mirror of another uid vouches for nothing', async () => {
    const clone = await world.clone('other', 'app', 'main')
    await commit(clone, 'Tagged', { t: 't\n' })
    await git(clone, 'tag', 'v1')
    await git(clone, 'push', '-q', world.mirrorOf('other', 'app'), 'v1')
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
    expect(await ask(clone)).toEqual({ nothingToLose: true })
    await chown(world.mirrorOf('other', 'app'), ordinaryUser.uid, ordinaryUser.gid)
    expect(await ask(clone)).toHaveProperty('wouldLose')
  })
})

describe('CS-50, CS-51: looking never takes anything away, and believes no refusal of git’s', () => {
  it('only questions are asked, of the guard and beside it', async () => {
    const clone = await fresh()
    await writeFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
    const site = await agentWorktree(clone, 'a')
    await writeFile(join(site, 'dirty'), 'x')
    await commit(clone, 'Work', { w: 'w\n' })
    await git(clone, 'tag', 'here')
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
    await writeFile(join(clone, 'a'), 'stashed\n')
    await git(clone, 'stash', '-q')
    const asked: string[] = []
    const run = createRun(world.env)
    const evidence = await unsavedDetail(
      (program, args, options) => {
        const words = program === 'git' ? args : [...args, ...(options.input ?? '').split('\0')]
        asked.push(...words.filter((word, at) => words[at - 1]?.startsWith('maintenance.auto=') || verbs.has(word)))
        return run(program, args, options)
      },
      createBorrowing(),
      { site: 'x', place: placeOf(clone), ignoredIs: 'unknown' }
    )
    expect(evidence.lists.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['changes', 'commits', 'stashes']))
    const questions = 'check-attr config diff-index for-each-ref log ls-files remote rev-list rev-parse status worktree'
    expect([...new Set(asked)].filter((verb) => !questions.split(' ').includes(verb))).toEqual([])
    expect(asked).toEqual(expect.arrayContaining(['status', 'rev-list', 'worktree', 'log']))
  })

  it('a worktree that git would remove without a word, with an edit that it was told not to see, is kept', async () => {
    const clone = await fresh()
    const [ours, gits] = [world.at('seen-by-us'), world.at('unseen-by-git')]
    for (const [folder, branch] of [
      [ours, 'seen'],
      [gits, 'unseen']
    ] as const) {
      await git(clone, 'worktree', 'add', '-q', '-b', branch, folder)
      await git(folder, 'update-index', '--assume-unchanged', 'a')
      await writeFile(join(folder, 'a'), 'work\n')
    }
    await git(clone, 'worktree', 'remove', gits)
    expect(existsSync(gits)).toBe(false)
    const inspector = createInspector(createRun(world.env))
    const evidence = await inspector.inspect(placeOf(ours), checkoutQuestions, new AbortController().signal)
    expect(evidence).toContainEqual(expect.objectContaining({ kind: 'reason', question: 'hidden-flags' }))
  })
})

describe('CS-46: nothing is written', () => {
  it('every question over a clone whose times all look changed, by an ordinary user who may write', async () => {
    const clone = await fresh()
    for (const name of readdirSync(clone))
      if (name !== '.git') await utimes(join(clone, name), new Date(7), new Date(7))
    await git(clone, 'update-index', '--force-untracked-cache')
    await git(clone, 'config', 'gc.auto', '1')
    appendFileSync(join(clone, '.git', 'info', 'exclude'), '*.log\n')
    await writeFile(join(clone, 'x.log'), 'x')
    await world.giveAway()
    const before = await treeText(clone)
    const evidence = await asOrdinaryUser(() =>
      createInspector(createRun(world.env)).inspect(placeOf(clone), checkoutQuestions, new AbortController().signal)
    )
    expect(await treeText(clone)).toBe(before)
    expect(evidence[0]?.unsaved).toEqual({ nothingToLose: true })
  })
})
