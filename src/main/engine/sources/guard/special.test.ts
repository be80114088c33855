import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackedWorld, nothing } from '../../../../../e2e/world/attacked'
import { treeText } from '../../../../../e2e/world/disk'
import { agentWorktree, commit, git } from '../../../../../e2e/world/git'
import { ordinaryUser } from '../../../../../e2e/world/world'

const { ask, fresh, marker, template, world } = attackedWorld()

describe('CS-28: names that are bytes', () => {
  const odd: readonly (readonly [string, Buffer])[] = [
    ['a newline and a leading dash', Buffer.from('-new\nline')],
    ['quotes, a space at the end and a shell word', Buffer.from('\'"; touch $(x) ')],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0x2d])]
  ]

  it.each(odd)('a clone whose name has %s', async (_what, name) => {
    const folder = Buffer.concat([Buffer.from(`${join(template(), '..')}/`), name])
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
    await rename(join(separate, '.git'), world().at('separate.git'))
    await writeFile(join(separate, '.git'), `gitdir: ${world().at('separate.git')}\n`)
    await expectRight(separate)
    const mirror = world().mirrorOf('acme', 'app')
    await git(world().home, 'clone', '-q', '--depth', '1', `file://${mirror}`, world().at('shallow'))
    await expectRight(world().at('shallow'))
    await git(world().home, 'clone', '-q', '--shared', mirror, world().at('shared'))
    await expectRight(world().at('shared'))
    await mkdir(world().at('sha256'))
    await git(world().at('sha256'), 'init', '-q', '--object-format=sha256')
    await commit(world().at('sha256'), 'One', { one: '1\n' })
    expect(await ask(world().at('sha256'))).toEqual({ wouldLose: '1 unpushed commit(s)' })
    await git(world().at('sha256'), 'tag', '-a', '-m', 't', 'tag')
    await git(world().at('sha256'), 'update-ref', '-d', 'HEAD')
    await git(world().at('sha256'), 'rm', '-q', '--cached', 'one')
    await rm(world().at('sha256', 'one'))
    const said = { wouldLose: '1 unpushed commit(s), 1 reachable only from local tag(s) (tag)' }
    expect(await ask(world().at('sha256'))).toEqual(said)
  })

  it('a linked worktree of a bare repository, and one whose links are relative', async () => {
    const bare = world().at('bare.git')
    await git(world().home, 'clone', '-q', '--bare', world().mirrorOf('acme', 'app'), bare)
    await git(bare, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*')
    await git(bare, 'fetch', '-q')
    const linked = world().at('of-bare')
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
    await rename(join(clone, '.git', 'config'), world().at('linked-config'))
    await symlink(world().at('linked-config'), join(clone, '.git', 'config'))
    expect(await ask(clone)).toEqual(nothing)
    execFileSync('mkfifo', [world().at('a-pipe')])
    await symlink(world().at('a-pipe'), join(clone, '.git', 'packed-refs.new'))
    await rename(join(clone, '.git', 'packed-refs.new'), join(clone, '.git', 'packed-refs'))
    expect(await ask(clone)).toEqual({ couldNotTell: expect.stringMatching(/packed-refs is no regular file/) })
  })

  it('in the repository of a worktree, and in a mirror, which then vouches for nothing', async () => {
    const clone = await fresh()
    const linked = world().at('beside-a-pipe')
    await git(clone, 'worktree', 'add', '-q', '-b', 'beside-a-pipe', linked)
    await rm(join(clone, '.git', 'packed-refs'), { force: true })
    execFileSync('mkfifo', [join(clone, '.git', 'packed-refs')])
    expect(await ask(linked)).toEqual({ couldNotTell: expect.stringMatching(/packed-refs is no regular file/) })
    const tagged = await world().clone('piped', 'app', 'main')
    await commit(tagged, 'Tagged', { t: 't\n' })
    await git(tagged, 'tag', 'v1')
    await git(tagged, 'push', '-q', world().mirrorOf('piped', 'app'), 'v1')
    await git(tagged, 'reset', '-q', '--hard', 'origin/main')
    expect(await ask(tagged)).toEqual(nothing)
    await rm(join(world().mirrorOf('piped', 'app'), 'packed-refs'), { force: true })
    execFileSync('mkfifo', [join(world().mirrorOf('piped', 'app'), 'packed-refs')])
    expect(await ask(tagged)).toEqual({ wouldLose: expect.stringMatching(/only from local tag/) })
  })
})

describe('CS-52: repositories of somebody else', () => {
  it('another uid: kept, in git’s own words, and none of its programs ran', async () => {
    const clone = await fresh()
    await git(clone, 'config', 'core.fsmonitor', `touch ${marker()}`)
    execFileSync('chown', ['-R', `${ordinaryUser.uid}:${ordinaryUser.gid}`, join(clone, '.git')])
    expect(await ask(clone)).toEqual({ couldNotTell: expect.stringMatching(/detected dubious ownership/) })
    const home = world().at('trusting')
    await mkdir(home)
    await writeFile(join(home, '.gitconfig'), '[safe]\n\tdirectory = *\n')
    expect(await ask(clone, { ...world().env, HOME: home })).toEqual({ nothingToLose: true })
    expect(existsSync(marker())).toBe(false)
  })

  it('a mirror of another uid vouches for nothing', async () => {
    const clone = await world().clone('other', 'app', 'main')
    await commit(clone, 'Tagged', { t: 't\n' })
    await git(clone, 'tag', 'v1')
    await git(clone, 'push', '-q', world().mirrorOf('other', 'app'), 'v1')
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
    expect(await ask(clone)).toEqual({ nothingToLose: true })
    await chown(world().mirrorOf('other', 'app'), ordinaryUser.uid, ordinaryUser.gid)
    expect(await ask(clone)).toHaveProperty('wouldLose')
  })
})
