import { appendFile, chmod, cp, mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { agentWorktree, commit, git, repository } from './git'
import type { World } from './world'
import { withWrongGraph } from './wrong-graph'

/** Arranges one state in a fresh clone with plain git and plain files. */
type Arrange = (clone: string, world: World) => Promise<unknown>

/** The path that a container gives a clone: what git records of worktrees made in there. */
export const inContainer = (leaf: string) => `/workspaces/${leaf}`

/** Makes a worktree in the clone look as if it had been made in a container: both pointers name paths that are not here. */
export async function moveIntoContainer(clone: string, leaf: string, ...names: string[]): Promise<void> {
  const inside = names.map((name) => `.claude/worktrees/${name}`).join('/')
  const admin = names[names.length - 1] ?? ''
  await writeFile(join(clone, inside, '.git'), `gitdir: ${inContainer(leaf)}/.git/worktrees/${admin}\n`)
  await writeFile(join(clone, '.git', 'worktrees', admin, 'gitdir'), `${inContainer(leaf)}/${inside}/.git\n`)
}

const write = (clone: string, name: string, text = 'text\n') => writeFile(join(clone, name), text)
const push = (clone: string, ...refs: string[]) => git(clone, 'push', '-q', mirrorOf(clone), ...refs)
const mirrorOf = (clone: string) => join(clone, '..', '.bare')

/** A pushed branch as the clone sees it after a fetch. */
async function pushed(clone: string, branch: string): Promise<void> {
  await push(clone, branch)
  await git(clone, 'update-ref', `refs/remotes/origin/${branch}`, branch)
}

async function tagOnly(clone: string, tag: string, annotated = false): Promise<void> {
  await git(clone, 'checkout', '-q', '--detach')
  await commit(clone, `Only ${tag}`, { [`${tag}.txt`]: `${tag}\n` })
  await git(clone, 'tag', ...(annotated ? ['-a', '-m', tag] : []), tag)
  await git(clone, 'checkout', '-q', 'main')
}

async function site(clone: string, name: string, ignored = true): Promise<string> {
  if (ignored) await appendFile(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
  return agentWorktree(clone, name)
}

/** A commit that the HEAD of a worktree alone holds, whose folder is gone. */
async function privateHead(clone: string, outside: string): Promise<void> {
  await git(clone, 'worktree', 'add', '-q', '--detach', outside)
  await commit(outside, 'Private', { p: 'p\n' })
  await rm(outside, { recursive: true })
}

/** Every state that spec 3.4 names, by the clone's leaf; the ids of the acceptance cases are in the titles of the tests. */
export const states: Readonly<Record<string, Arrange>> = {
  clean: async () => undefined,
  three: async (clone) => {
    await write(clone, 'README.md', 'changed\n')
    await git(clone, 'mv', 'a', 'b')
    await write(clone, 'notes.md')
  },
  five: async (clone) => {
    for (const name of ['n1', 'n2', 'n3', 'n4', 'n5']) await write(clone, name)
  },
  edited: (clone) => write(clone, 'README.md', 'changed\n'),
  wip: async (clone) => {
    await git(clone, 'checkout', '-q', '-b', 'wip')
    await commit(clone, 'Work', { 'wip.txt': 'work\n' })
    await git(clone, 'checkout', '-q', 'main')
  },
  detached: async (clone) => {
    await git(clone, 'checkout', '-q', '--detach')
    await commit(clone, 'On no branch', { 'lost.txt': 'lost\n' })
  },
  stash: async (clone) => {
    await write(clone, 'README.md', 'stashed\n')
    await git(clone, 'stash', '-q')
  },
  elsewhere: async (clone, world) => {
    await git(clone, 'worktree', 'add', '-q', '-b', 'side', world.at('elsewhere-side'))
    await commit(world.at('elsewhere-side'), 'Beside', { side: 'side\n' })
  },
  'pushed-tags': async (clone) => {
    await git(clone, 'checkout', '-q', '--detach')
    for (let index = 0; index < 5; index += 1) {
      await git(clone, 'commit', '-q', '--allow-empty', '-m', `Release ${index}`)
      await git(clone, 'tag', ...(index % 2 === 0 ? ['-a', '-m', 'r'] : []), `v0.${index}`)
    }
    await git(clone, 'checkout', '-q', 'main')
    await push(clone, '--tags')
  },
  backup: (clone) => tagOnly(clone, 'backup'),
  'tags-without-record': async (clone) => {
    await tagOnly(clone, 'vouched')
    await push(clone, 'vouched')
  },
  'two-tags': async (clone) => {
    await git(clone, 'tag', 'here-too')
    await tagOnly(clone, 'explains')
  },
  'moved-tag': async (clone) => {
    await tagOnly(clone, 'moving')
    await git(mirrorOf(clone), 'tag', 'moving', 'main')
  },
  retagged: async (clone) => {
    await tagOnly(clone, 'annotated', true)
    await push(clone, 'annotated')
    await git(clone, 'tag', '-f', '-a', '-m', 'another', 'annotated', 'annotated^{commit}')
  },
  both: async (clone) => {
    await tagOnly(clone, 'backup')
    await git(clone, 'checkout', '-q', '-b', 'wip')
    await commit(clone, 'Work', { 'wip.txt': 'work\n' })
  },
  carried: async (clone) => {
    await git(clone, 'checkout', '-q', '-b', 'wip')
    await commit(clone, 'Work', { 'wip.txt': 'work\n' })
    await git(clone, 'tag', 'carried')
  },
  'no-git': (clone) => rm(join(clone, '.git'), { recursive: true }),
  'empty-git': async (clone) => {
    await rm(join(clone, '.git'), { recursive: true })
    await mkdir(join(clone, '.git'))
  },
  'no-head': (clone) => rm(join(clone, '.git', 'HEAD')),
  'no-objects': (clone) => rm(join(clone, '.git', 'objects'), { recursive: true }),
  'cut-gitfile': async (clone) => {
    await rm(join(clone, '.git'), { recursive: true })
    await write(clone, '.git', 'gitd')
  },
  'other-worktree': async (clone, world) => {
    const other = await repository(world.at('clean-other'))
    await git(clone, 'config', 'core.worktree', other)
    await write(clone, 'notes.md')
  },
  'broken-ref': (clone) =>
    mkdir(join(clone, '.git', 'refs', 'remotes', 'origin'), { recursive: true }).then(() =>
      writeFile(join(clone, '.git', 'refs', 'remotes', 'origin', 'broken'), `${'1'.repeat(40)}\n`)
    ),
  unborn: async (clone) => {
    await commit(clone, 'Held by a branch alone', { held: 'held\n' })
    await git(clone, 'branch', 'kept')
    await git(clone, 'symbolic-ref', 'HEAD', 'refs/heads/nothing')
    await git(clone, 'rm', '-q', '-r', '--cached', '.')
    for (const name of await readdir(clone)) if (name !== '.git') await rm(join(clone, name), { recursive: true })
    await git(clone, 'branch', '-f', 'main', 'origin/main')
  },
  ignored: async (clone) => {
    await appendFile(join(clone, '.git', 'info', 'exclude'), '*.log\n')
    await write(clone, 'debug.log')
  },
  'hides-untracked': async (clone) => {
    await git(clone, 'config', 'status.showUntrackedFiles', 'no')
    await write(clone, 'notes.md')
  },
  'site-clean': async (clone) => {
    await site(clone, 'a', false)
    await moveIntoContainer(clone, 'site-clean', 'a')
  },
  'site-settings': async (clone) => {
    await site(clone, 'a', false)
    await writeFile(join(clone, '.claude', 'settings.json'), '{}\n')
  },
  'site-dirty': async (clone) => {
    await write(await site(clone, 'a'), 'notes.md')
    await moveIntoContainer(clone, 'site-dirty', 'a')
  },
  'site-two-questions': async (clone) => {
    await site(clone, 'a')
    await mkdir(join(clone, '.claude', 'worktrees', 'plain'))
    await git(clone, 'worktree', 'lock', join(clone, '.claude', 'worktrees', 'a'))
  },
  'site-locked': async (clone) => {
    const place = await site(clone, 'a')
    await git(clone, 'worktree', 'lock', '--reason', 'claude session', place)
    await write(clone, 'notes.md')
  },
  'only-locked': async (clone) => {
    await git(clone, 'worktree', 'lock', '--reason', 'claude session', await site(clone, 'a'))
  },
  'lock-without-reason': async (clone) => git(clone, 'worktree', 'lock', await site(clone, 'a')),
  'site-unpushed': async (clone) => {
    await commit(await site(clone, 'a'), 'In a site', { made: 'here\n' })
  },
  'site-both': async (clone) => {
    const place = await site(clone, 'a')
    await commit(place, 'In a site', { made: 'here\n' })
    await write(place, 'notes.md')
    await git(clone, 'worktree', 'lock', '--reason', 'claude session', place)
  },
  'site-three': async (clone) => {
    for (const name of ['c', 'a', 'b']) await write(await agentWorktree(clone, name), name)
    await write(clone, 'notes.md')
    await mkdir(join(clone, '.claude', 'worktrees', 'plain'))
  },
  'two-locked': async (clone) => {
    for (const name of ['b', 'a']) await git(clone, 'worktree', 'lock', await site(clone, name))
  },
  'site-nested': async (clone) => {
    const outer = await site(clone, 'outer')
    await write(await agentWorktree(outer, 'inner'), 'notes.md')
    await moveIntoContainer(clone, 'site-nested', 'outer')
    await moveIntoContainer(clone, 'site-nested', 'outer', 'inner')
  },
  'site-gone': async (clone) => rm(await site(clone, 'a'), { recursive: true }),
  'site-gone-unpushed': async (clone) => {
    const place = await site(clone, 'a')
    await commit(place, 'Gone', { made: 'here\n' })
    await rm(place, { recursive: true })
  },
  'site-plain': async (clone) => {
    await site(clone, 'a')
    await mkdir(join(clone, '.claude', 'worktrees', 'plain'))
  },
  'site-link': async (clone, world) => {
    await site(clone, 'a')
    await symlink(world.at(), join(clone, '.claude', 'worktrees', 'link'))
  },
  'site-foreign': async (clone, world) => {
    await site(clone, 'a')
    const other = await repository(world.at('foreign'))
    await git(other, 'worktree', 'add', '-q', '-b', 'f', join(clone, '.claude', 'worktrees', 'foreign'))
  },
  'site-broken': async (clone) => {
    await site(clone, 'a')
    await mkdir(join(clone, '.claude', 'worktrees', 'broken'))
    await write(join(clone, '.claude', 'worktrees', 'broken'), '.git', 'rubbish')
  },
  'site-no-admin': async (clone) => {
    await site(clone, 'a')
    await rm(join(clone, '.git', 'worktrees'), { recursive: true })
  },
  'site-own-repository': async (clone) => {
    const place = await site(clone, 'own')
    await rm(join(place, '.git'))
    await git(place, 'init', '-q')
    await git(place, 'add', '-A')
    await git(place, 'commit', '-q', '-m', 'Only here')
  },
  'worktree-without-gitdir': async (clone, world) => {
    await privateHead(clone, world.at('pointless'))
    await rm(join(clone, '.git', 'worktrees', 'pointless', 'gitdir'))
  },
  'sealed-worktrees': async (clone, world) => {
    await privateHead(clone, world.at('unlisted'))
    await chmod(join(clone, '.git', 'worktrees'), 0)
  },
  'wrong-graph': withWrongGraph,
  'site-file': async (clone) => {
    await site(clone, 'a', false)
    await write(join(clone, '.claude', 'worktrees'), 'file')
  },
  rebased: async (clone) => {
    await git(clone, 'checkout', '-q', '-b', 'topic')
    await commit(clone, 'Topic', { topic: 'topic\n' })
    await git(clone, 'checkout', '-q', '-b', 'base', 'origin/main')
    await commit(clone, 'Base', { base: 'base\n' })
    await git(clone, 'cherry-pick', 'topic')
    await pushed(clone, 'base')
    await git(clone, 'checkout', '-q', 'topic')
  },
  'set-aside': async (clone) => {
    await commit(clone, 'Set aside', { aside: 'aside\n' })
    await git(clone, 'update-ref', 'refs/original/refs/heads/main', 'HEAD')
    await git(clone, 'reset', '-q', '--hard', 'origin/main')
  },
  'upstream-gone': async (clone) => {
    await git(clone, 'checkout', '-q', '-b', 'topic')
    await commit(clone, 'Topic', { topic: 'topic\n' })
    await pushed(clone, 'topic')
    await git(clone, 'config', 'branch.topic.remote', 'origin')
    await git(clone, 'config', 'branch.topic.merge', 'refs/heads/topic')
    await git(clone, 'checkout', '-q', 'main')
    await push(clone, ':topic')
    await git(clone, 'update-ref', '-d', 'refs/remotes/origin/topic')
  },
  'merged-here': async (clone) => {
    await git(clone, 'checkout', '-q', '-b', 'topic')
    await commit(clone, 'Topic', { topic: 'topic\n' })
    await git(clone, 'checkout', '-q', 'main')
    await git(clone, 'merge', '-q', 'topic')
  },
  old: async (clone) => {
    await git(clone, 'checkout', '-q', '-b', 'topic')
    await commit(clone, 'Topic', { topic: 'topic\n' })
    const text = await git(clone, 'cat-file', 'commit', 'HEAD')
    await writeFile(join(clone, '.git', 'old'), `${text.replace(/> \d+ /g, '> 1000000000 ')}\n`)
    await git(clone, 'reset', '-q', await git(clone, 'hash-object', '-t', 'commit', '-w', join('.git', 'old')))
    for (const name of ['README.md', 'a', 'topic']) await utimes(join(clone, name), 1_000_000_000, 1_000_000_000)
  },
  'sealed-folder': async (clone) => {
    await mkdir(join(clone, 'closed'))
    await write(join(clone, 'closed'), 'work')
    await chmod(join(clone, 'closed'), 0)
  },
  quoted: async (clone) => {
    await write(clone, 'with space')
    await write(clone, 'gr\u00f6\u00dfe')
    await write(clone, 'new\nline')
    await write(clone, '-dash')
  },
  submodule: async (clone, world) => {
    const lib = await repository(world.at('lib'))
    await git(clone, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', lib, 'lib')
    await git(clone, 'commit', '-q', '-m', 'A submodule')
    await pushed(clone, 'main')
    await write(join(clone, 'lib'), 'inside')
  },
  renamed: async (clone) => {
    await rename(join(clone, 'a'), join(clone, 'c'))
  }
}

const firstFiles = { 'README.md': 'Hello\n', a: 'A file that is long enough to be found again\n' }

const atOnce = 4

/** A clone of acme/app for every state, by leaf. All are copies of one, so that git is started less often. */
export async function arrangeStates(
  world: World,
  wanted: readonly string[] = Object.keys(states)
): Promise<Map<string, string>> {
  const first = await world.clone('acme', 'app', 'main', { leaf: 'template', files: firstFiles })
  const clones = new Map<string, string>()
  const queue = Object.entries(states).filter(([leaf]) => wanted.includes(leaf))
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [leaf, arrange] = next
      const clone = join(dirname(first), leaf)
      await cp(first, clone, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
      await arrange(clone, world)
      clones.set(leaf, clone)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await rm(first, { recursive: true })
  return new Map(wanted.map((leaf) => [leaf, clones.get(leaf) ?? '']))
}
