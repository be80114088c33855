import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackedWorld } from '../../../../../e2e/world/attacked'
import { agentWorktree, commit, git, repository } from '../../../../../e2e/world/git'
import { placeOf } from '../../place'
import { createRun } from '../../tools/run'
import { checkoutQuestions, createInspector } from '../git-questions/questions'

const { ask, fresh, marker, world } = attackedWorld()

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
    const lib = join(world().base, 'forge', 'lib')
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
    const home = world().at(`home-${scope}`)
    await mkdir(home)
    const env =
      scope === 'global' ? { ...world().env, HOME: home, XDG_CONFIG_HOME: join(home, '.config') } : world().env
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
    const program = world().at('program')
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
    const inspector = createInspector(createRun(world().env))
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
    const home = world().at(`home-${kind}-${scope}`)
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
    const env = { ...world().env, HOME: home }
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
    const lib = await repository(join(world().base, 'forge', 'filtered'))
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
    const lib = await repository(join(world().base, 'forge', 'site-filtered'))
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
