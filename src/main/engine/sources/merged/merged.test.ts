import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commit, git, repository } from '../../../../../e2e/world/git'
import { giveAway, isRoot, scratch } from '../../../../../e2e/world/scanning'
import { asOrdinaryUser } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { createGit } from '../../tools/git/run'
import { createRun } from '../../tools/run'
import { type MergedWish, mergedInto } from './merged'

let disk: ReturnType<typeof scratch>
let home: string
beforeEach(async () => {
  disk = scratch()
  home = await repository(disk.at('repo'), { a: lines('a'), b: lines('b') })
})
afterEach(() => disk.remove())

/** Twenty lines, one of them changed. */
const lines = (word: string, at = -1, to = ''): string =>
  Array.from({ length: 20 }, (_, line) => (line === at ? to : `${word} ${line}`)).join('\n')

const idOf = (name: string, folder = home) => git(folder, 'rev-parse', name)

/** The answer for a branch of which a worktree stands on its tip. */
async function verdict(more: Partial<MergedWish> = {}, environment: NodeJS.ProcessEnv = process.env, folder = home) {
  const env = { ...environment, HOME: disk.at('home') }
  const branch = more.branch === undefined ? 'refs/heads/f' : more.branch
  const head = more.head === undefined && branch !== null ? await idOf(branch, folder).catch(() => null) : null
  const wish: MergedWish = {
    commonDir: placeOf(existsSync(join(folder, '.git')) ? join(folder, '.git') : folder),
    branch,
    head,
    into: ['refs/heads/main'],
    base: null,
    ...more
  }
  return mergedInto(createGit(createRun(env)), wish)
}
const kind = async (...asked: Parameters<typeof verdict>) => (await verdict(...asked)).kind

/** Two commits on `f`: a new file, and a line of `a`. */
async function branch(...changes: Record<string, string>[]): Promise<void> {
  await git(home, 'checkout', '-q', '-b', 'f')
  const wanted = changes.length > 0 ? changes : [{ n: 'new\n' }, { a: lines('a', 3, 'changed') }]
  for (const [number, change] of wanted.entries()) await commit(home, `f ${number}`, change)
  await git(home, 'checkout', '-q', 'main')
}
async function squash(): Promise<void> {
  await git(home, 'merge', '-q', '--squash', 'f')
  await git(home, 'commit', '-q', '-m', 'Squashed')
}
const onMain = (change: Record<string, string>) => commit(home, 'Main', change)
/** Every entry of the repository, with its size and inode, and its times where it is no object (git renews those). */
const objects = () => {
  const [place, of] = [join(home, '.git'), join(home, '.git', 'objects', '*')]
  const told = ['(', '-path', of, '-type', 'f', '-printf', '%p %i %s\n', ')', '-o', '-printf', '%p %i %s %T@ %C@\n']
  return execFileSync('find', [place, ...told], { encoding: 'utf8' })
}

describe('merged by reachability', () => {
  it('MW-T010, MW-MERGE-03, MW-MERGE-16: a merge commit; the answer carries tip, reference and count', async () => {
    await branch()
    await onMain({ m: 'm' })
    await git(home, 'merge', '-q', '--no-ff', '-m', 'Merge', 'f')
    expect(await verdict()).toEqual({
      kind: 'reachable',
      tip: await idOf('f'),
      reference: await idOf('main'),
      into: 'refs/heads/main',
      ahead: 0,
      text: 'All of it is in main.'
    })
  })

  it('MW-MERGE-15: a remote’s branch is said to be as it was fetched', async () => {
    await branch()
    await git(home, 'update-ref', 'refs/remotes/origin/main', 'f')
    const into = ['refs/remotes/origin/main']
    expect((await verdict({ into })).text).toBe('All of it is in origin/main as of the last fetch.')
  })

  it('MW-T011: a fast-forward', async () => {
    await branch()
    await git(home, 'merge', '-q', 'f')
    expect(await kind()).toBe('reachable')
  })

  it('MW-T016: a merge commit that was reverted keeps the commits in history', async () => {
    await branch()
    await git(home, 'merge', '-q', '--no-ff', '-m', 'Merge', 'f')
    await git(home, 'revert', '-m', '1', '--no-edit', 'HEAD')
    expect(await kind()).toBe('reachable')
  })

  it('MW-T020: a branch that merged the target into itself, merged with a merge commit', async () => {
    await branch()
    await onMain({ m: 'm' })
    await git(home, 'checkout', '-q', 'f')
    await git(home, 'merge', '-q', '-m', 'Into itself', 'main')
    await git(home, 'checkout', '-q', 'main')
    await git(home, 'merge', '-q', '--no-ff', '-m', 'Merge', 'f')
    expect(await kind()).toBe('reachable')
  })
})

describe('merged by content', () => {
  it('MW-T012, MW-MERGE-05: squashed', async () => {
    await branch()
    await squash()
    expect(await verdict()).toMatchObject({ kind: 'contained', ahead: 2, into: 'refs/heads/main' })
  })

  it('MW-T013, MW-T040, MW-MERGE-10: squashed, other work after it; nothing is written, not even for a moment', async () => {
    await branch()
    await squash()
    await onMain({ m: 'm' })
    await onMain({ a: lines('a', 3, 'changed').replace('a 18', 'elsewhere') })
    await git(home, 'mv', 'a', 'moved')
    await onMain({})
    const before = objects()
    const left = () =>
      execFileSync('find', [tmpdir(), '-maxdepth', '1', '-name', 'clearhold-merge-*'], { encoding: 'utf8' })
    const others = left()
    expect(await kind()).toBe('contained')
    expect(objects()).toBe(before)
    expect(left()).toBe(others)
  })

  it('MW-T040, MW-MERGE-10: a merge that makes new files writes none of them into the repository', async () => {
    await branch({ a: lines('a', 3, 'f'), 'deep/n': 'n' })
    await onMain({ a: lines('a', 18, 'main'), 'deep/m': 'm' })
    const before = objects()
    expect(await verdict()).toMatchObject({ kind: 'unmerged', text: expect.stringContaining('would change files') })
    expect(objects()).toBe(before)
  })

  it('MW-T017: every commit cherry-picked; MW-T018: one of two', async () => {
    await branch()
    await git(home, 'cherry-pick', 'f~1')
    await onMain({ m: 'm' })
    expect(await kind()).toBe('unmerged')
    await git(home, 'cherry-pick', 'f')
    expect(await kind()).toBe('contained')
  })

  it('rebased onto the target', async () => {
    await branch()
    await onMain({ m: 'm' })
    await git(home, 'checkout', '-q', '-b', 'again', 'f')
    await git(home, 'rebase', '-q', 'main')
    await git(home, 'checkout', '-q', 'main')
    await git(home, 'merge', '-q', 'again')
    expect(await kind()).toBe('contained')
  })

  it('MW-T037, MW-T038, MW-MERGE-13: an empty commit, and a file that came and went, are contained', async () => {
    await branch({ s: 'secret' })
    await git(home, 'checkout', '-q', 'f')
    await git(home, 'rm', '-q', 's')
    await git(home, 'commit', '-q', '-m', 'Gone again')
    await git(home, 'commit', '-q', '--allow-empty', '-m', 'Notes')
    await git(home, 'checkout', '-q', 'main')
    expect(await verdict()).toMatchObject({ kind: 'contained', ahead: 3 })
  })

  it.skipIf(!isRoot)('MW-T041: objects that may not be written to', async () => {
    await branch()
    await squash()
    const head = await idOf('f')
    giveAway(disk.at())
    execFileSync('chmod', ['-R', 'a-w', join(home, '.git', 'objects')])
    expect(await asOrdinaryUser(() => kind({ head }))).toBe('contained')
  })

  it('MW-T045: a colon, a quote and a backslash in the path', async () => {
    await branch()
    await squash()
    const odd = disk.at('a:b"c\\d')
    renameSync(home, odd)
    expect(await kind({}, process.env, odd)).toBe('contained')
  })
})

describe('not merged', () => {
  it('MW-MERGE-05: work that is nowhere else', async () => {
    await branch()
    expect(await verdict()).toMatchObject({
      kind: 'unmerged',
      ahead: 2,
      text: '2 commits are not in main: merging it would change files.'
    })
  })

  it('MW-T014: squashed, then the same lines edited', async () => {
    await branch()
    await squash()
    await onMain({ a: lines('a', 3, 'edited') })
    expect(await verdict()).toMatchObject({ kind: 'unmerged', text: expect.stringContaining('would conflict') })
  })

  it('MW-T015, MW-MERGE-07: squashed and reverted, which git cherry calls merged', async () => {
    await branch({ n: 'new\n' })
    await squash()
    await git(home, 'revert', '--no-edit', 'HEAD')
    expect(await git(home, 'cherry', 'main', 'f')).toMatch(/^- /)
    expect(await kind()).toBe('unmerged')
  })

  it('MW-T019, MW-MERGE-04: a merge of its own, squashed', async () => {
    await branch()
    await onMain({ m: 'm' })
    await git(home, 'checkout', '-q', 'f')
    await git(home, 'merge', '-q', '-m', 'Into itself', 'main')
    await git(home, 'checkout', '-q', 'main')
    await squash()
    expect(await verdict()).toMatchObject({ kind: 'unmerged', text: expect.stringContaining('a merge of its own') })
  })

  /** git's own answer, which is not to be believed: its exit code and whether the tree is the target's. */
  async function plainly(...settings: string[]) {
    const words = ['-c', 'safe.directory=*', ...settings.flatMap((one) => ['-c', one])]
    const asked = [...words, 'merge-tree', '--write-tree', 'main', 'f']
    const tree = await idOf('main^{tree}')
    try {
      return { exit: 0, same: execFileSync('git', asked, { cwd: home, encoding: 'utf8' }).startsWith(tree) }
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string }
      return { exit: status, same: stdout.startsWith(tree) }
    }
  }

  it('MW-T021, MW-MERGE-06: both changed a binary file: exit code 1 and yet the target’s tree', async () => {
    await onMain({ bin: 'a\0b' })
    await branch({ bin: 'a\0c' })
    await onMain({ bin: 'a\0d' })
    expect(await plainly()).toEqual({ exit: 1, same: true })
    expect(await kind()).toBe('unmerged')
  })

  it('MW-T022: a path that is not to be merged', async () => {
    await onMain({ '.gitattributes': '*.lock -merge\n', 'x.lock': lines('x') })
    await branch({ 'x.lock': lines('x', 1, 'f') })
    await onMain({ 'x.lock': lines('x', 1, 'main') })
    expect(await plainly()).toEqual({ exit: 1, same: true })
    expect(await kind()).toBe('unmerged')
  })

  it('MW-T023: a file deleted here and edited there', async () => {
    await branch({ n: 'n' })
    await git(home, 'checkout', '-q', 'f')
    await git(home, 'rm', '-q', 'a')
    await git(home, 'commit', '-q', '--amend', '-m', 'Without a')
    await git(home, 'checkout', '-q', 'main')
    await onMain({ a: lines('a', 3, 'main'), n: 'n' })
    expect(await plainly()).toEqual({ exit: 1, same: true })
    expect(await kind()).toBe('unmerged')
  })

  const unionWorld = async (attributes: Record<string, string>) => {
    await onMain({ ...attributes, log: lines('log') })
    await branch({ log: lines('log').replace('log 3\nlog 4\n', '') })
    await onMain({ log: lines('log').replace('log 3', 'log three').replace('log 4', 'log four') })
  }

  it('MW-T024, MW-MERGE-09: a union of both sides, by an attribute of the tree', async () => {
    await unionWorld({ '.gitattributes': 'log merge=union\n' })
    expect(await plainly()).toEqual({ exit: 0, same: true })
    expect(await kind()).toBe('unmerged')
  })

  it('MW-T027: a union of both sides, by a setting of the person', async () => {
    await unionWorld({})
    expect(await plainly('merge.default=union')).toEqual({ exit: 0, same: true })
    mkdirSync(disk.at('home'))
    writeFileSync(disk.at('home', '.gitconfig'), '[merge]\n\tdefault = union\n')
    expect(await kind()).toBe('unmerged')
    await git(home, 'config', 'merge.default', 'union')
    expect(await kind()).toBe('unmerged')
  })

  it('a union by attributes of the person, and with renormalising on, which brings the tree’s own back', async () => {
    await unionWorld({ '.gitattributes': 'log merge=union\n' })
    mkdirSync(disk.at('home'))
    writeFileSync(disk.at('home', 'attributes'), '* merge=union\n')
    await git(home, 'config', 'core.attributesFile', disk.at('home', 'attributes'))
    await git(home, 'config', 'merge.renormalize', 'true')
    expect(await kind()).toBe('unmerged')
  })

  it('MW-T025: a driver that keeps ours, by an attribute of the tree', async () => {
    await git(home, 'config', 'merge.keepours.driver', `touch ${disk.at('RAN')}`)
    await onMain({ '.gitattributes': 'a merge=keepours\n' })
    await branch({ a: lines('a', 3, 'f') })
    await onMain({ a: lines('a', 3, 'main') })
    expect(await plainly()).toEqual({ exit: 0, same: true })
    rmSync(disk.at('RAN'))
    expect(await kind()).toBe('unmerged')
    expect(existsSync(disk.at('RAN'))).toBe(false)
  })

  it('MW-T026: a driver, by the repository’s own attributes', async () => {
    await git(home, 'config', 'merge.keep ours.x.driver', `touch ${disk.at('RAN')}; exit 0`)
    await git(home, 'config', 'merge.keepours.driver', `touch ${disk.at('RAN')}; exit 0`)
    writeFileSync(join(home, '.git', 'info', 'attributes'), 'a merge=keepours\n')
    await branch({ a: lines('a', 3, 'f') })
    await onMain({ a: lines('a', 3, 'main') })
    expect(await verdict()).toMatchObject({ kind: 'unmerged', text: expect.stringContaining('info/attributes') })
    writeFileSync(join(home, '.git', 'info', 'attributes'), '# merge\n*.png binary\n')
    expect(await verdict()).toMatchObject({ kind: 'unmerged', text: expect.stringContaining('would conflict') })
    expect(existsSync(disk.at('RAN'))).toBe(false)
  })

  it('MW-T028: an unrelated history with the same tree', async () => {
    await git(home, 'checkout', '-q', '--orphan', 'f')
    await git(home, 'commit', '-q', '-m', 'Alone')
    await git(home, 'checkout', '-q', 'main')
    expect(await idOf('f^{tree}')).toBe(await idOf('main^{tree}'))
    expect(await verdict()).toMatchObject({ kind: 'unmerged', text: expect.stringContaining('unrelated histories') })
  })

  it('MW-T029: a history that was cut off', async () => {
    await branch()
    await squash()
    const shallow = disk.at('shallow')
    await git(disk.at(), 'clone', '-q', '--no-single-branch', '--depth', '1', `file://${home}`, shallow)
    await git(shallow, 'branch', 'f', 'origin/f')
    expect(await verdict({}, process.env, shallow)).toMatchObject({
      kind: 'unmerged',
      text: expect.stringContaining('cut off')
    })
  })

  it('MW-T031, MW-MERGE-11: a partial clone fetches nothing', async () => {
    await branch()
    await squash()
    await onMain({ a: lines('a', 3, 'changed').replace('a 18', 'x') })
    await git(home, 'config', 'uploadpack.allowFilter', 'true')
    const partial = disk.at('partial')
    await git(disk.at(), 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${home}`, partial)
    await git(partial, 'branch', 'f', 'origin/f')
    const missing = () => git(partial, 'rev-list', '--objects', '--all', '--missing=print')
    const before = await missing()
    expect(before).toMatch(/^\?/m)
    expect(await kind({}, process.env, partial)).toBe('unmerged')
    expect(await missing()).toBe(before)
  })

  it('MW-T032, MW-MERGE-12: a graft that makes it look merged', async () => {
    await branch()
    await onMain({ m: 'm' })
    await git(home, 'replace', '--graft', 'main', 'main~1', 'f')
    expect(await git(home, 'rev-list', '--count', 'f', '--not', 'main')).toBe('0')
    expect(await verdict()).toMatchObject({ kind: 'unmerged', ahead: 2 })
  })

  it('MW-T033, MW-T044: a tag of the branch’s name, and a name like an option', async () => {
    await branch()
    await git(home, 'tag', 'f', 'main')
    expect(await kind()).toBe('unmerged')
    await git(home, 'update-ref', 'refs/heads/-x', 'refs/heads/f')
    expect(await kind({ branch: 'refs/heads/-x' })).toBe('unmerged')
    await git(home, 'update-ref', 'refs/heads/-x', 'refs/heads/main~0')
    expect(await kind({ branch: 'refs/heads/-x', head: await idOf('main') })).toBe('reachable')
  })

  it('CS-28: a name that is not UTF-8', async () => {
    await branch()
    const name = Buffer.from('refs/heads/x\xff', 'latin1')
    const packed = join(home, '.git', 'packed-refs')
    await git(home, 'pack-refs', '--all')
    const tip = await idOf('refs/heads/f')
    writeFileSync(packed, Buffer.concat([readFileSync(packed), Buffer.from(`${tip} `), name, Buffer.from('\n')]))
    expect(await kind({ branch: 'refs/heads/x\xff', head: tip })).toBe('unmerged')
  })
})

describe('what cannot be told', () => {
  it('MW-T034, MW-T035, MW-MERGE-02: the branch itself, a name for it, or nothing is no reference', async () => {
    await branch()
    await git(home, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/f')
    for (const into of [['refs/heads/f'], ['refs/heads/alias'], ['refs/heads/gone'], []])
      expect(await verdict({ into })).toMatchObject({ kind: 'unknown', ahead: null })
  })

  it('MW-T036, MW-MERGE-01: the target is gone, so the commit it was begun at counts', async () => {
    await branch()
    const base = await idOf('main')
    const into = ['refs/heads/gone']
    expect(await verdict({ into, base })).toMatchObject({ kind: 'unmerged', ahead: 2, reference: base, into: null })
    expect(await kind({ into, base: await idOf('f') })).toBe('reachable')
  })

  it('a branch that is gone, and a repository that is', async () => {
    expect(await kind({ head: await idOf('main') })).toBe('unknown')
    rmSync(join(home, '.git', 'HEAD'))
    expect(await kind({ branch: 'refs/heads/main', head: 'a'.repeat(40) })).toBe('unknown')
  })

  it('one of several targets is enough, and the first speaks for all', async () => {
    await branch()
    await git(home, 'branch', 'other', 'f')
    const into = ['refs/heads/main', 'refs/heads/other']
    expect(await verdict({ into })).toMatchObject({ kind: 'reachable', into: 'refs/heads/other' })
    expect(await verdict({ into: into.slice(0, 1) })).toMatchObject({ kind: 'unmerged', into: 'refs/heads/main' })
  })

  /** A git that answers a question of one kind in its own way. */
  function fakeGit(when: string, script: string): NodeJS.ProcessEnv {
    mkdirSync(disk.at('bin'), { recursive: true })
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    writeFileSync(
      disk.at('bin', 'git'),
      `#!/bin/sh\ncase " $* " in *" ${when} "*) ${script};; esac\nexec ${real} "$@"\n`
    )
    chmodSync(disk.at('bin', 'git'), 0o755)
    return { ...process.env, PATH: `${disk.at('bin')}:${process.env['PATH']}` }
  }

  it('MW-T030: a git that knows no such merge', async () => {
    await branch()
    await squash()
    const env = fakeGit('merge-tree', 'echo "usage: git merge-tree <base-tree> <branch1> <branch2>" >&2; exit 129')
    expect(await verdict({}, env)).toMatchObject({
      kind: 'unmerged',
      text: '2 commits are not in main: this git cannot tell.'
    })
  })

  it('MW-MERGE-09: every driver is replaced by a program that fails, whatever its name', async () => {
    await branch()
    await git(home, 'config', 'merge.Keep Ours.x.driver', 'true')
    const told = disk.at('told')
    const record = `for word in "$@"; do echo "$word" >> ${told}; done`
    expect(await kind({}, fakeGit('merge-tree', record))).toBe('unmerged')
    expect(readFileSync(told, 'utf8').split('\n')).toContain('merge.Keep Ours.x.driver=false')
    await git(home, 'config', 'merge.a=b.driver', 'true')
    expect(await verdict()).toMatchObject({ kind: 'unmerged', text: expect.stringContaining('cannot be spelled') })
  })

  it.each(['rev-list', 'for-each-ref', 'merge-tree', 'rev-parse', 'config'])(
    'CS-01, CS-02: a %s that says nothing, fails, complains or prints something else proves nothing',
    async (question) => {
      await branch()
      await squash()
      for (const script of ['exit 0', 'exit 1', 'exit 128', 'echo x; exit 0', 'echo odd >&2; echo 0; exit 0']) {
        // Silence about drivers only means that there are none.
        if (question === 'config' && ['exit 0', 'echo x; exit 0'].includes(script)) continue
        expect(['unmerged', 'unknown'], `${question}: ${script}`).toContain(await kind({}, fakeGit(question, script)))
      }
    }
  )

  it('CS-47: a git that does not answer in time leaves it unknown', async () => {
    await branch()
    await squash()
    const run = createRun({ ...fakeGit('merge-tree', 'sleep 60'), HOME: disk.at() })
    const wish = {
      commonDir: placeOf(join(home, '.git')),
      branch: 'refs/heads/f',
      into: ['refs/heads/main'],
      base: null
    }
    const answer = await mergedInto(createGit(run, 300), { ...wish, head: await idOf('f') })
    expect(answer).toMatchObject({ kind: 'unknown', text: expect.stringContaining('did not answer') })
  })

  it.skipIf(!isRoot)('MW-GIT-08, CS-52: a repository of another user is not worked around', async () => {
    await branch()
    await git(home, 'merge', '-q', 'f')
    const head = await idOf('f')
    expect(await kind({ head })).toBe('reachable')
    giveAway(home)
    expect(await verdict({ head })).toMatchObject({
      kind: 'unknown',
      text: expect.stringContaining('dubious ownership')
    })
  })
})

describe('a HEAD beside its branch (MW-MERGE-14)', () => {
  const detached = async () => {
    await git(home, 'checkout', '-q', '--detach', 'main')
    await commit(home, 'Alone', { alone: 'x' })
    const head = await idOf('HEAD')
    await git(home, 'checkout', '-q', 'main')
    return head
  }

  it('MW-T042: a commit on no ref keeps it, though the branch is merged', async () => {
    await branch()
    await git(home, 'merge', '-q', 'f')
    const head = await detached()
    expect(await verdict({ head })).toMatchObject({ kind: 'unmerged', tip: head })
    expect(await verdict({ branch: null, head })).toMatchObject({ kind: 'unmerged', tip: head })
  })

  it('a worktree’s own HEAD is no ref that stays, nor is the branch itself', async () => {
    await branch()
    await git(home, 'merge', '-q', '--squash', 'f')
    await git(home, 'commit', '-q', '-m', 'Squashed')
    const head = await detached()
    await git(home, 'worktree', 'add', '-q', '--detach', disk.at('tree'), head)
    expect(await kind({ head })).toBe('unmerged')
    await git(home, 'worktree', 'remove', disk.at('tree'))
    await git(home, 'checkout', '-q', '-B', 'f', 'main')
    await commit(home, 'With s', { s: 'secret' })
    const half = await idOf('HEAD')
    await git(home, 'rm', '-q', 's')
    await git(home, 'commit', '-q', '-m', 'Without s')
    await git(home, 'checkout', '-q', 'main')
    expect(await kind()).toBe('contained')
    expect(await verdict({ head: half })).toMatchObject({ kind: 'unmerged', tip: half })
    await git(home, 'branch', '-f', 'f', head)
    await git(home, 'update-ref', 'refs/heads/main', head)
    expect(await kind({ head: await idOf('f~1') })).toBe('reachable')
  })

  it('a commit that a branch, a remote or a tag holds, or that is merged itself, is no reason', async () => {
    await branch()
    await squash()
    const head = await detached()
    for (const ref of ['refs/heads/kept', 'refs/remotes/origin/kept', 'refs/tags/kept']) {
      await git(home, 'update-ref', ref, head)
      expect(await kind({ head })).toBe('contained')
      await git(home, 'update-ref', '-d', ref)
      expect(await kind({ head })).toBe('unmerged')
    }
    await git(home, 'cherry-pick', head)
    expect(await kind({ head })).toBe('contained')
    expect(await kind({ branch: null, head: await idOf('main~1') })).toBe('reachable')
  })

  it('MW-T043: no commit yet', async () => {
    expect(await kind({ head: null })).toBe('unknown')
  })
})

describe('special repositories', () => {
  it('CS-53: SHA-256, a bare one, one with borrowed objects, and a linked worktree’s', async () => {
    await branch()
    await squash()
    await git(home, 'worktree', 'add', '-q', disk.at('tree'), 'f')
    expect(await kind()).toBe('contained')
    await git(disk.at(), 'clone', '-q', '--bare', home, disk.at('bare.git'))
    expect(await kind({}, process.env, disk.at('bare.git'))).toBe('contained')
    await git(disk.at(), 'clone', '-q', '--bare', '--shared', home, disk.at('shared.git'))
    expect(await kind({}, process.env, disk.at('shared.git'))).toBe('contained')
    home = disk.at('sha256')
    mkdirSync(home)
    await git(home, 'init', '-q', '-b', 'main', '--object-format=sha256')
    await commit(home, 'First', { a: lines('a'), b: lines('b') })
    await branch()
    expect(await kind()).toBe('unmerged')
    await squash()
    expect(await kind()).toBe('contained')
  })

  it('CS-41: a person’s GIT_ variables do not take part', async () => {
    await branch()
    const env = { ...process.env, GIT_DIR: '/nowhere', GIT_OBJECT_DIRECTORY: '/nowhere', GIT_REPLACE_REF_BASE: 'x' }
    expect(await kind({}, env)).toBe('unmerged')
  })
})
