import type { Git, GitOptions, Repository } from './run'

export type CountAnswer =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'refused'; readonly said: string }

/** What is left out of every question about all refs: what a rewrite of history keeps aside (DL-GUARD-10). */
const aside = '--exclude=refs/original/*'
const allButTags = ['--exclude=refs/tags/*', aside, '--all']

const beyondRemotes = [aside, '--all', '--not', '--remotes']
/** The words of `countBeyondRemotes`, for a question asked in a row. */
export const beyondRemotesWords = ['rev-list', '--count', ...beyondRemotes]

/**
 * Commits that any ref reaches, tags, stash and the HEAD of every worktree included, and no remote-tracking ref
 * (DL-GUARD-08). Prints a number always, so that silence is a refusal.
 */
export const countBeyondRemotes = (git: Git, repository: Repository, options: GitOptions = {}) =>
  count(git, repository, beyondRemotes, options)

/** The same with these tag objects in place of all tags (DL-GUARD-09). `--not` turns all that follows it round. */
export const countWithTags = (git: Git, repository: Repository, tags: readonly string[], options: GitOptions = {}) =>
  count(git, repository, [...stdin(tags), ...allButTags, '--not', '--remotes'], withLines(tags, options))

/** The same without what the stash alone holds. */
export const countBesideStash = (git: Git, repository: Repository, tags: readonly string[], options: GitOptions = {}) =>
  count(
    git,
    repository,
    [...stdin(tags), '--exclude=refs/stash', ...allButTags, '--not', '--remotes'],
    withLines(tags, options)
  )

/** One revision's commits that no remote-tracking ref reaches. `revision` is a whole object id. */
export const countOfRevision = (git: Git, repository: Repository, revision: string, options: GitOptions = {}) =>
  count(git, repository, [revision, '--not', '--remotes'], options)

/** One revision's commits that no ref of a mirror reaches; the mirror refuses one it never saw (DL-WT-08). */
export const countBeyondMirror = (git: Git, mirror: Repository, revision: string, options: GitOptions = {}) =>
  count(git, mirror, [revision, '--not', '--all'], options)

/** Which of these commits no remote-tracking ref reaches; null when git does not tell. Whole object ids. */
export async function whichBeyondRemotes(
  git: Git,
  repository: Repository,
  ids: readonly string[],
  options: GitOptions = {}
): Promise<ReadonlySet<string> | null> {
  const said = await git.ask(repository, ['rev-list', '--stdin', '--not', '--remotes'], withLines(ids, options))
  if (said.kind === 'refused') return null
  const beyond = new Set(said.text.split('\n'))
  return new Set(ids.filter((id) => beyond.has(id)))
}

/** The commits that only these tags reach; null when git does not tell. */
export async function onlyFromTags(
  git: Git,
  repository: Repository,
  tags: readonly string[],
  options: GitOptions = {}
): Promise<ReadonlySet<string> | null> {
  const args = ['rev-list', ...stdin(tags), '--not', '--remotes', ...allButTags]
  const said = await git.ask(repository, args, withLines(tags, options))
  return said.kind === 'refused' ? null : new Set(said.text.split('\n').filter((line) => line !== ''))
}

const stdin = (ids: readonly string[]) => (ids.length === 0 ? [] : ['--stdin'])

const withLines = (ids: readonly string[], options: GitOptions): GitOptions =>
  ids.length === 0 ? options : { ...options, input: ids.map((id) => `${id}\n`).join('') }

async function count(
  git: Git,
  repository: Repository,
  args: readonly string[],
  options: GitOptions
): Promise<CountAnswer> {
  const said = await git.ask(repository, ['rev-list', '--count', ...args], options)
  if (said.kind === 'refused') return said
  if (!/^\d{1,15}\n$/.test(said.text)) return { kind: 'refused', said: 'git gave no number' }
  return { kind: 'count', count: Number(said.text) }
}
