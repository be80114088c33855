import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../engine/tools/run'
import { heavy, put } from './fill'
import type { DemoClone, DemoWorktree } from './story'

/** git for the sample world: one call, one answer; a refusal ends the demo with git's own words. */
export type Git = (folder: string, ...args: readonly string[]) => Promise<void>

/** git with a made-up person and without anybody's settings; what it commits was committed at `when`. */
export function createGit(run: Run, home: string, when: Date): Git {
  const date = `@${Math.floor(when.getTime() / 1000)} +0000`
  const person = { NAME: 'Sam Sample', EMAIL: 'sam@example.invalid' }
  const env = {
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: person.NAME,
    GIT_AUTHOR_EMAIL: person.EMAIL,
    GIT_COMMITTER_NAME: person.NAME,
    GIT_COMMITTER_EMAIL: person.EMAIL,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date
  }
  return async (folder, ...args) => {
    const ran = await run('git', ['-C', folder, ...args], { env, timeoutMs: 60_000 })
    if (ran.kind === 'exited' && ran.exit === 0) return
    const said = ran.kind === 'exited' ? ran.stderr.trim() : ran.kind
    throw new Error(`git ${args[0]} failed while the sample world was built: ${said}`)
  }
}

const ignored = ['.pixi/', 'node_modules/', 'target/', 'build/', 'data/', '.claude/', '']

/** A made-up upstream with a few commits, and the mirror that devlaunch keeps of it, last fetched at `fetched`. */
export async function makeUpstream(
  git: Git,
  forge: string,
  mirror: string,
  story: { readonly repo: string; readonly branches: readonly string[]; readonly fetched: Date }
) {
  const { repo, branches, fetched } = story
  await git('/', 'init', '-q', '-b', 'main', forge)
  await put(join(forge, 'README.md'), `# ${repo}\n`)
  await put(join(forge, '.gitignore'), ignored.join('\n'))
  await put(join(forge, 'pixi.toml'), `[project]\nname = "${repo}"\n`)
  await put(join(forge, 'pixi.lock'), 'version: 6\nenvironments:\n  default:\n    channels: []\n')
  await put(join(forge, 'package.json'), `${JSON.stringify({ name: repo, private: true })}\n`)
  const lock = { name: repo, lockfileVersion: 3, requires: true, packages: { '': { name: repo } } }
  await put(join(forge, 'package-lock.json'), `${JSON.stringify(lock)}\n`)
  // Large enough that the hard links between a mirror and its clones show.
  await heavy(join(forge, 'assets', 'samples.bin'), 400_000)
  await git(forge, 'add', '.')
  await git(forge, 'commit', '-q', '-m', 'First version')
  for (const branch of branches) if (branch !== 'main') await git(forge, 'branch', branch)
  await git('/', 'clone', '-q', '--bare', '--no-hardlinks', forge, mirror)
  await git(mirror, 'repack', '-a', '-d', '-q')
  await git(mirror, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/heads/*')
  await git(mirror, 'fetch', '-q')
  await utimes(join(mirror, 'FETCH_HEAD'), fetched, fetched)
}

/** One clone beside its mirror, with what the story says is unsaved in it. */
export async function makeClone(git: Git, forge: string, mirror: string, folder: string, story: DemoClone) {
  await git('/', 'clone', '-q', '--local', '--branch', story.branch, mirror, folder)
  await git(folder, 'remote', 'set-url', 'origin', forge)
  await commit(git, folder, story.commits ?? [])
  if (story.tag !== undefined) {
    await commit(git, folder, ['Checkout before the rewrite'])
    await git(folder, 'tag', story.tag)
    await git(folder, 'reset', '-q', '--hard', 'HEAD^')
  }
  if (story.stash === true) {
    await put(join(folder, 'README.md'), '# try cents as whole numbers\n')
    await git(folder, 'stash', '-q')
  }
  for (const worktree of story.worktrees ?? []) await makeWorktree(git, folder, folder, worktree)
  await scribble(folder, story.dirty ?? [])
  if (story.broken === true) await put(join(folder, '.git', 'HEAD'), '')
}

/** Where a clone's agent worktree lies. */
export const worktreeFolder = (around: string, name: string): string => join(around, '.claude', 'worktrees', name)

async function makeWorktree(git: Git, clone: string, around: string, story: DemoWorktree): Promise<void> {
  const folder = worktreeFolder(around, story.name)
  await git(clone, 'worktree', 'add', '-q', '--no-track', '-b', story.branch, folder, 'origin/main')
  await commit(git, folder, story.commits ?? [])
  await scribble(folder, story.dirty ?? [])
  if (story.inside !== undefined) await makeWorktree(git, clone, folder, story.inside)
  if (story.locked !== undefined) await git(clone, 'worktree', 'lock', '--reason', story.locked, folder)
}

async function commit(git: Git, folder: string, subjects: readonly string[]): Promise<void> {
  for (const [index, subject] of subjects.entries()) {
    await put(join(folder, `src/step-${index + 1}.txt`), `${subject}\n`)
    await git(folder, 'add', 'src')
    await git(folder, 'commit', '-q', '-m', subject)
  }
}

const scribble = async (folder: string, names: readonly string[]) => {
  for (const name of names) await put(join(folder, name), 'not committed yet\n')
}
