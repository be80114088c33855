import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const environment = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  LC_ALL: 'C'
}

/** Plain git in a folder; what it printed, trimmed. Rejects with git's words. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute('git', ['-c', 'safe.directory=*', '-c', 'init.defaultBranch=main', ...args], {
    cwd: folder,
    env: environment
  })
  return stdout.trim()
}

/** Writes files into a checkout and commits them. */
export async function commit(folder: string, message: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  await git(folder, 'add', '-A')
  await git(folder, 'commit', '-q', '-m', message)
}

/** A repository with one commit on `main`. */
export async function repository(folder: string, files: Readonly<Record<string, string>> = { 'README.md': 'Hello\n' }) {
  await mkdir(folder, { recursive: true })
  await git(folder, 'init', '-q', '-b', 'main')
  await commit(folder, 'First', files)
  return folder
}

export interface CloneWish {
  /** The leaf's name; the branch's slug when absent. */
  readonly leaf?: string
  /** Text files of the repository's first commit, made when the mirror is. */
  readonly files?: Readonly<Record<string, string>>
}

/** devlaunch's own arrangement under `root`: a forge repository, its `.bare`, and clones whose packs are hard links. */
export function createClones(root: string, forge: string) {
  const mirrorOf = (owner: string, repo: string) => join(root, owner, repo, '.bare')
  const mirrors = new Map<string, Promise<string>>()

  const make = async (owner: string, repo: string, files?: Readonly<Record<string, string>>) => {
    const seed = await repository(join(forge, owner, `${repo}-seed`), files)
    const remote = join(forge, owner, `${repo}.git`)
    await git(forge, 'clone', '-q', '--bare', seed, remote)
    await mkdir(join(root, owner, repo), { recursive: true })
    await git(root, 'clone', '-q', '--bare', remote, mirrorOf(owner, repo))
    await git(mirrorOf(owner, repo), 'gc', '-q')
    return mirrorOf(owner, repo)
  }
  const mirror = (owner: string, repo: string, files?: Readonly<Record<string, string>>): Promise<string> => {
    const key = `${owner}/${repo}`
    const made = mirrors.get(key) ?? make(owner, repo, files)
    mirrors.set(key, made)
    return made
  }
  const clone = async (owner: string, repo: string, branch: string, wish: CloneWish = {}): Promise<string> => {
    const bare = await mirror(owner, repo, wish.files)
    const folder = join(root, owner, repo, wish.leaf ?? `${repo}-${branch.replace(/[^a-z0-9]+/gi, '-')}`)
    await git(root, 'clone', '-q', '--local', bare, folder)
    await git(folder, 'remote', 'set-url', 'origin', `https://forge.example/${owner}/${repo}.git`)
    if (branch !== 'main') await git(folder, 'checkout', '-q', '-b', branch)
    return folder
  }
  return { mirror, mirrorOf, clone }
}

/** An agent's worktree at `.claude/worktrees/<name>` of a checkout, on a branch `agent/<name>`. */
export async function agentWorktree(checkout: string, name: string): Promise<string> {
  const folder = join(checkout, '.claude', 'worktrees', name)
  await git(checkout, 'worktree', 'add', '-q', '-b', `agent/${name}`, folder)
  return folder
}
