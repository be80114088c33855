import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackedWorld, nothing } from '../../../../../e2e/world/attacked'
import { treeText } from '../../../../../e2e/world/disk'
import { agentWorktree, commit, git } from '../../../../../e2e/world/git'
import { asOrdinaryUser } from '../../../../../e2e/world/world'
import { unsavedDetail } from '../../evidence/detail'
import { placeOf } from '../../place'
import { createRun } from '../../tools/run'
import { inTurns } from '../devlaunch/in-turns'
import { createBorrowing } from '../git-questions/borrowers'
import { checkoutQuestions, createInspector } from '../git-questions/questions'
import { createAsking, guard } from './guard'

const { ask, fresh, marker, world } = attackedWorld()

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

describe('CS-01, CS-02, CS-47: a git that does not answer', () => {
  /** A world in which `git` is this program; `real` stands for the real one. */
  async function withGit(name: string, body: string): Promise<Record<string, string>> {
    const bin = world().at(`bin-${name}`)
    await mkdir(bin)
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
    await writeFile(join(bin, 'git'), `#!/bin/sh\nreal=${real}\n${body}\n`)
    await chmod(join(bin, 'git'), 0o755)
    return { ...world().env, PATH: `${bin}:${world().env['PATH']}` }
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
    const clone = await world().clone('order', 'app', 'main')
    await commit(clone, 'Tagged', { t: 't\n' })
    await git(clone, 'tag', 'v1')
    await git(clone, 'push', '-q', world().mirrorOf('order', 'app'), 'v1')
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
    const env = { ...world().env, PATH: '/nowhere' }
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
    const asking = createAsking(createRun(world().env))
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
    const pids = world().at('pids')
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
    const run = createRun(world().env)
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
    const [ours, gits] = [world().at('seen-by-us'), world().at('unseen-by-git')]
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
    const inspector = createInspector(createRun(world().env))
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
    await world().giveAway()
    const before = await treeText(clone)
    const evidence = await asOrdinaryUser(() =>
      createInspector(createRun(world().env)).inspect(placeOf(clone), checkoutQuestions, new AbortController().signal)
    )
    expect(await treeText(clone)).toBe(before)
    expect(evidence[0]?.unsaved).toEqual({ nothingToLose: true })
  })
})
