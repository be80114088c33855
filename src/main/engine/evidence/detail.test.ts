import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { treeText } from '../../../../e2e/world/disk'
import { agentWorktree, commit, git } from '../../../../e2e/world/git'
import { createWorld, type World } from '../../../../e2e/world/world'
import { UnsavedDetail, type UnsavedKind, type UnsavedList } from '../../../shared/unsaved'
import { placeOf } from '../place'
import { createBorrowing } from '../sources/git-questions/borrowers'
import { createRun } from '../tools/run'
import { unsavedDetail } from './detail'

let world: World
let clone: string
let detail: UnsavedDetail
let tip: string

const askOf = (folder: string) =>
  unsavedDetail(createRun(world.env), createBorrowing(), { site: 'x', place: placeOf(folder), ignoredIs: 'hint' })
const list = (kind: UnsavedKind): UnsavedList => {
  const found = detail.lists.find((one) => one.kind === kind)
  if (found === undefined) throw new Error(`no ${kind} among ${detail.lists.map((one) => one.kind).join(', ')}`)
  return found
}

/** One clone with everything in it that a page shows. */
beforeAll(async () => {
  world = await createWorld()
  clone = await world.clone('acme', 'app', 'main', {
    leaf: "it's",
    files: { 'README.md': 'Hello\n', a: 'long enough\n' }
  })
  await git(clone, 'checkout', '-q', '-b', 'wip')
  for (let index = 0; index < 230; index += 1) await git(clone, 'commit', '-q', '--allow-empty', '-m', `Step ${index}`)
  tip = await git(clone, 'rev-parse', 'HEAD')
  await git(clone, 'checkout', '-q', '--detach', 'main')
  await commit(clone, 'Only backup', { b: 'b\n' })
  await git(clone, 'tag', '-a', '-m', 'kept', 'backup')
  await git(clone, 'checkout', '-q', 'main')
  for (const text of ['one', 'two']) {
    await writeFile(join(clone, 'README.md'), `${text}\n`)
    await git(clone, 'stash', '-q', '-m', text)
  }
  const beside = world.at('beside')
  await git(clone, 'worktree', 'add', '-q', '--detach', beside)
  await commit(beside, 'On no branch', { c: 'c\n' })
  await appendFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n.env\n')
  await writeFile(join(await agentWorktree(clone, 'a'), 'notes.md'), 'x\n')
  await git(clone, 'mv', 'a', 'moved')
  await writeFile(join(clone, 'new\nline'), 'x\n')
  await writeFile(join(clone, '.env'), 'SECRET=1\n')
  await git(clone, 'commit', '-q', '--allow-empty', '-m', 'Dropped')
  await git(clone, 'reset', '-q', '--soft', 'HEAD^')
  const before = await treeText(world.base)
  detail = await askOf(clone)
  expect(await treeText(world.base)).toBe(before)
}, 120_000)
afterAll(() => world.dispose())

describe('the evidence of one checkout', () => {
  it('is what the contract says, and fits the wire', () => {
    expect(UnsavedDetail.parse(detail)).toEqual(detail)
    expect(JSON.stringify(detail).length).toBeLessThan(256 * 1024)
    expect(detail.unsaved).toHaveProperty('wouldLose')
    expect(detail.fetchedAt).toBeNull()
  })

  it('changes: each with its code, renames with where they come from, those of worktrees with the worktree', () => {
    const changes = list('changes')
    expect(changes).toMatchObject({ weight: 'loses', total: 3 })
    expect(changes.items.map(({ name, code, where, note }) => [name, code, where, note])).toEqual([
      ['moved', 'R ', null, 'was a'],
      ['new\nline', '??', null, null],
      ['notes.md', '??', '.claude/worktrees/a', null]
    ])
    expect(changes.items[2]?.clear).toContain("/.claude/worktrees/a' add --all && git -C")
    expect(changes.clear).toContain(`git -C '${clone.replace("'", "'\\''")}' add --all`)
  })

  it('commits: the first 200 with the whole count, each with its branch, tag, stash or worktree', () => {
    const commits = list('commits')
    expect(commits.items).toHaveLength(200)
    expect(commits.total).toBe(230 + 1 + 2 + 1)
    expect(commits.text).toBe('234 commits are on no remote, 2 of them made by the stash.')
    const wheres = new Set(commits.items.map(({ where }) => where))
    expect(wheres).toContain('branch wip')
    expect([...wheres].sort()).toEqual(['branch wip', 'stash', 'tag backup', 'worktree beside'])
    const top = commits.items.find(({ id }) => id === tip)
    expect(top).toMatchObject({ name: 'Step 229', where: 'branch wip', at: expect.stringMatching(/^20\d\d-/) })
    expect(top?.clear).toMatch(/ push origin refs\/heads\/wip$/)
    expect(commits.items.find(({ where }) => where === 'tag backup')?.clear).toMatch(/ push origin refs\/tags\/backup$/)
  })

  it('tags, stash entries and heads on no branch, each with what would clear it', () => {
    expect(list('tags')).toMatchObject({ total: 1, items: [{ name: 'backup' }] })
    expect(list('stashes')).toMatchObject({
      total: 2,
      items: [
        { name: 'On main: two', where: 'stash@{0}' },
        { name: 'On main: one', where: 'stash@{1}' }
      ]
    })
    expect(list('heads')).toMatchObject({ total: 1, items: [{ name: world.at('beside'), note: '1 commit' }] })
    expect(list('heads').items[0]?.clear).toMatch(/ push origin [0-9a-f]{40}:refs\/heads\/saved-[0-9a-f]{10}$/)
    expect(list('sites')).toMatchObject({ weight: 'loses', items: [{ name: '.claude/worktrees/a' }] })
  })

  it('hints: ignored files with their bytes, and commits that only a reflog holds', () => {
    expect(list('ignored')).toMatchObject({ weight: 'hint', total: 1, items: [{ name: '.env', bytes: 4096 }] })
    const hint = list('private-commits')
    expect(hint.weight).toBe('hint')
    expect(hint.items.map(({ name }) => name)).toContain('Dropped')
  })

  it.each<[UnsavedKind, RegExp]>([
    ['commits', /^git -C '.*' push origin refs\/tags\/backup$/],
    ['tags', /push origin .*backup$/],
    ['stashes', /push origin [0-9a-f]{40}:refs\/heads\/saved-/],
    ['heads', /push origin [0-9a-f]{40}:refs\/heads\/saved-/]
  ])('the commands of %s, copied and run, do clear them', async (kind, form) => {
    await git(clone, 'remote', 'set-url', 'origin', world.mirrorOf('acme', 'app'))
    const commands = new Set(
      [list(kind).clear, ...list(kind).items.map(({ clear }) => clear)].filter((one) => one !== null)
    )
    expect([...commands][0]).toMatch(form)
    // What is listed is a part of a long list; the rest is asked for again.
    for (const command of commands) execFileSync('sh', ['-c', command], { env: { ...process.env, ...world.env } })
    const left = (await askOf(clone)).lists.find((one) => one.kind === kind)
    expect(left?.items ?? []).toEqual([])
  })

  it('then only the files are left, and a fetch has its time', async () => {
    const after = await askOf(clone)
    expect(after.unsaved).toEqual({
      wouldLose:
        '2 uncommitted change(s) (a -> moved, "new\\nline") and 1 uncommitted change(s) (notes.md) (in .claude/worktrees/a)'
    })
    await git(clone, 'fetch', '-q')
    expect(Date.parse((await askOf(clone)).fetchedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('a fetch in a worktree is its own, and the newest one counts; without any the mirror has the time', async () => {
    const side = join(clone, '.claude', 'worktrees', 'a')
    await utimes(join(clone, '.git', 'FETCH_HEAD'), 1_600_000_000, 1_600_000_000)
    await git(side, 'fetch', '-q')
    expect(Date.parse((await askOf(side)).fetchedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    await utimes(join(clone, '.git', 'worktrees', 'a', 'FETCH_HEAD'), 1_500_000_000, 1_500_000_000)
    expect(Date.parse((await askOf(side)).fetchedAt ?? '')).toBe(1_600_000_000_000)
    await rm(join(clone, '.git', 'FETCH_HEAD'))
    await writeFile(join(world.mirrorOf('acme', 'app'), 'FETCH_HEAD'), '')
    await utimes(join(world.mirrorOf('acme', 'app'), 'FETCH_HEAD'), 1_400_000_000, 1_400_000_000)
    expect(Date.parse((await askOf(clone)).fetchedAt ?? '')).toBe(1_400_000_000_000)
  })
})

describe('what has no evidence to give', () => {
  it('a folder that is no checkout has no answer, one that is gone has nothing, a broken one says why', async () => {
    await mkdir(world.at('plain'))
    expect(await askOf(world.at('plain'))).toMatchObject({ unsaved: null, lists: [] })
    expect(await askOf(world.at('gone'))).toMatchObject({ unsaved: { nothingToLose: true }, lists: [] })
    const broken = await world.clone('acme', 'app', 'broken')
    await rm(join(broken, '.git', 'refs'), { recursive: true })
    expect(await askOf(broken)).toMatchObject({ unsaved: { couldNotTell: expect.any(String) }, lists: [] })
    await mkdir(world.at('plain', '.git'))
    expect(await askOf(world.at('plain'))).toMatchObject({ unsaved: { couldNotTell: expect.any(String) }, lists: [] })
  })

  it('without a remote there is no command to push', async () => {
    const lone = world.at('lone')
    await mkdir(lone)
    await git(lone, 'init', '-q')
    await commit(lone, 'One', { one: '1\n' })
    await symlink('nowhere', join(lone, 'link'))
    const answer = await askOf(lone)
    expect(answer.lists.find(({ kind }) => kind === 'commits')).toMatchObject({ total: 1, items: [{ clear: null }] })
  })
})
