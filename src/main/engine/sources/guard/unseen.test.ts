import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackedWorld, nothing } from '../../../../../e2e/world/attacked'
import { agentWorktree, commit, git } from '../../../../../e2e/world/git'
import { asOrdinaryUser } from '../../../../../e2e/world/world'
import { withWrongGraph } from '../../../../../e2e/world/wrong-graph'
import { placeOf } from '../../place'
import { readCheckout } from '../../tools/git/checkout'
import { createRun } from '../../tools/run'

const { ask, fresh, marker, world } = attackedWorld()

async function program(): Promise<string> {
  const file = world().at('program')
  await writeFile(file, `#!/bin/sh\ntouch ${marker()}\ncat\n`)
  await chmod(file, 0o755)
  return file
}

/** A clone, all of whose files go through a filter that leaves a marker, and one of them is edited. */
async function filtered(): Promise<string> {
  const clone = await fresh()
  await git(clone, 'config', 'filter.x.clean', await program())
  await writeFile(join(clone, '.git', 'info', 'attributes'), '* filter=x\n')
  await writeFile(join(clone, 'a'), 'edited\n')
  await rm(marker(), { force: true })
  return clone
}
const hidden = (clone: string) => appendFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n')

describe('CS-45: what git follows and we do not is not looked into', () => {
  it.each([
    ['longer than we read', '\n'.repeat(70_000)],
    ['with a NUL in it', '\0junk']
  ])('a .git file %s starts no filter', async (_what, tail) => {
    const clone = await filtered()
    const real = world().at(`real-${tail.length}`)
    await rename(join(clone, '.git'), real)
    await writeFile(join(clone, '.git'), `gitdir: ${real}${tail}`)
    expect(await ask(clone)).toEqual({ couldNotTell: expect.stringMatching(/does not say plainly where it leads/) })
    expect(existsSync(marker())).toBe(false)
    // git itself follows it, and would have run the program.
    execFileSync('git', [`--git-dir=${clone}/.git`, `--work-tree=${clone}`, 'status'], { cwd: clone })
    expect(existsSync(marker())).toBe(true)
  })

  it('a commondir longer than we read starts no filter', async () => {
    const other = await filtered()
    const clone = await fresh()
    await writeFile(join(clone, '.git', 'commondir'), `${other}/.git${'\n'.repeat(70_000)}`)
    await writeFile(join(clone, 'a'), 'edited\n')
    expect(await ask(clone)).toHaveProperty('couldNotTell')
    expect(existsSync(marker())).toBe(false)
  })

  it('a relative folder in PATH starts no program of the folder that is looked at', async () => {
    const clone = await fresh()
    await writeFile(join(clone, 'git'), `#!/bin/sh\ntouch ${marker()}\n`)
    await chmod(join(clone, 'git'), 0o755)
    await rm(marker(), { force: true })
    for (const first of ['.', '', 'bin/..']) {
      const run = createRun({ ...world().env, PATH: `${first}:${world().env['PATH']}` })
      const ran = await run('git', ['--version'], { cwd: clone, timeoutMs: 10_000 })
      expect([first, ran]).toEqual([first, expect.objectContaining({ exit: 0 })])
    }
    expect(existsSync(marker())).toBe(false)
  })
})

describe('CS-05: sites that are something else than their registration', () => {
  it('DL-WT-04: a repository of its own at a registered place is no site to be answered for', async () => {
    const clone = await fresh()
    await hidden(clone)
    const site = await agentWorktree(clone, 'own')
    expect(await ask(clone)).toEqual(nothing)
    await rm(join(site, '.git'))
    await git(site, 'init', '-q')
    await git(site, 'add', '-A')
    await git(site, 'commit', '-q', '-m', 'Only here')
    const said = expect.stringMatching(/\.git could not be read as a worktree gitfile.*\(in \.claude\/worktrees\/own\)/)
    expect(await ask(clone)).toEqual({ couldNotTell: said })
  })
})

describe('DL-GUARD-08: the HEAD of every worktree, also where git passes one over', () => {
  async function withPrivateHead(name: string): Promise<string> {
    const clone = await fresh()
    const outside = world().at(name)
    await git(clone, 'worktree', 'add', '-q', '--detach', outside)
    await commit(outside, 'Private', { p: 'p\n' })
    await rm(outside, { recursive: true })
    expect(await ask(clone)).toEqual({ wouldLose: '1 unpushed commit(s)' })
    return clone
  }

  it.each(['empty', 'absent'])('its gitdir is %s: nobody can tell', async (how) => {
    const clone = await withPrivateHead(`pointless-${how}`)
    const gitdir = join(clone, '.git', 'worktrees', `pointless-${how}`, 'gitdir')
    if (how === 'empty') await writeFile(gitdir, '')
    else await rm(gitdir)
    expect(await git(clone, 'rev-list', '--count', '--all', '--not', '--remotes')).toBe('0')
    const said = expect.stringContaining(`the worktree pointless-${how} does not say where it is`)
    expect(await ask(clone)).toEqual({ couldNotTell: said })
    await rm(join(clone, '.git', 'worktrees', `pointless-${how}`, 'HEAD'))
    expect(await ask(clone)).toEqual(nothing)
  })

  it('the folder of worktrees may not be listed: nobody can tell, by an ordinary user', async () => {
    const clone = await withPrivateHead('unlisted')
    await chmod(join(clone, '.git', 'worktrees'), 0o000)
    await world().giveAway()
    const answer = await asOrdinaryUser(() => ask(clone))
    await chmod(join(clone, '.git', 'worktrees'), 0o755)
    expect(answer).toEqual({ couldNotTell: expect.stringMatching(/could not list its worktrees: .*denied/i) })
  })
})

describe('CS-53: special repositories', () => {
  it('a separate git folder below one called worktrees is a whole repository, with all of its branches', async () => {
    const clone = await fresh()
    await git(clone, 'branch', 'private', await git(clone, 'commit-tree', '-m', 'P', '-p', 'HEAD', 'HEAD^{tree}'))
    await mkdir(world().at('worktrees'))
    await rename(join(clone, '.git'), world().at('worktrees', 'app'))
    await writeFile(join(clone, '.git'), `gitdir: ${world().at('worktrees', 'app')}\n`)
    expect(await readCheckout(placeOf(clone))).toMatchObject({ linked: false })
    expect(await ask(clone)).toEqual({ wouldLose: '1 unpushed commit(s)' })
  })

  it('CS-42: a commit graph that is wrong hides no commit', async () => {
    const clone = await fresh()
    await withWrongGraph(clone)
    expect(await git(clone, 'rev-list', '--count', '--all', '--not', '--remotes')).toBe('0')
    expect(await ask(clone)).toEqual({ wouldLose: '1 unpushed commit(s)' })
  })

  it('CS-42: what a monitor of the files said before, and lies in the index, is not believed', async () => {
    const clone = await fresh()
    const monitor = world().at('monitor')
    await writeFile(monitor, '#!/bin/sh\nprintf "token\\0"\n')
    await chmod(monitor, 0o755)
    await git(clone, 'config', 'core.fsmonitor', monitor)
    await git(clone, 'update-index', '--fsmonitor')
    await git(clone, 'status')
    await git(clone, 'update-index', '--fsmonitor-valid', 'a')
    await writeFile(join(clone, 'a'), 'edited\n')
    expect(await git(clone, 'status', '--porcelain')).toBe('')
    expect(await ask(clone)).toEqual({ wouldLose: '1 uncommitted change(s) (a)' })
  })

  it.each([
    ['empty', ''],
    ['full of zeros, as after a loss of power', '\0'.repeat(41)]
  ])('a branch whose file is %s: nobody can tell', async (_what, content) => {
    const clone = await fresh()
    await writeFile(join(clone, '.git', 'refs', 'heads', 'work'), content)
    expect(await ask(clone)).toEqual({ couldNotTell: expect.stringMatching(/bad object refs\/heads\/work/) })
  })
})
