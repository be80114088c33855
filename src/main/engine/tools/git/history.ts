import type { Git, GitOptions, Repository } from './run'

/** A commit that is listed. `source` is the ref, the `HEAD` or the object by which it was reached. Bytes. */
export interface ListedCommit {
  readonly id: string
  /** Seconds since the epoch. */
  readonly at: number
  readonly source: string
  readonly subject: string
}

export type CommitsAnswer =
  | { readonly kind: 'commits'; readonly commits: readonly ListedCommit[] }
  | { readonly kind: 'refused'; readonly said: string }

const plain = ['-z', '--no-color', '--no-decorate', '--no-show-signature', '--no-notes']
const format = '--format=%H%x1f%ct%x1f%S%x1f%s'

/** The first commits beyond the remotes, newest first: of all refs with these tag objects, or of one worktree's HEAD. */
export const listBeyondRemotes = (
  git: Git,
  repository: Repository,
  of: { readonly tags: readonly string[] } | 'head',
  most: number,
  options: GitOptions = {}
): Promise<CommitsAnswer> => {
  const input = of === 'head' || of.tags.length === 0 ? null : of.tags.map((tag) => `${tag}\n`).join('')
  const refs =
    of === 'head'
      ? ['HEAD']
      : [...(input === null ? [] : ['--stdin']), '--exclude=refs/tags/*', '--exclude=refs/original/*', '--all']
  const args = ['log', `-n${most}`, ...plain, '--source', format, ...refs, '--not', '--remotes']
  return listed(git, repository, args, input === null ? options : { ...options, input })
}

/** Every entry of the stash, newest first; `source` is its name. None where there is no stash. */
export async function listStashes(git: Git, repository: Repository, options: GitOptions = {}): Promise<CommitsAnswer> {
  const ref = await git.ask(repository, ['for-each-ref', '--format=%(objectname)', 'refs/stash'], options)
  if (ref.kind === 'refused') return ref
  if (ref.text === '') return { kind: 'commits', commits: [] }
  const entries = ['log', '-g', ...plain, '--format=%H%x1f%ct%x1f%gd%x1f%gs', 'refs/stash', '--']
  return listed(git, repository, entries, options)
}

async function listed(
  git: Git,
  repository: Repository,
  args: readonly string[],
  options: GitOptions
): Promise<CommitsAnswer> {
  const said = await git.ask(repository, args, options)
  if (said.kind === 'refused') return said
  const commits: ListedCommit[] = []
  for (const record of said.text.split('\0')) {
    if (record === '') continue
    const [id, at, source, ...subject] = record.split('\x1f')
    if (id === undefined || source === undefined || !/^\d+$/.test(at ?? ''))
      return { kind: 'refused', said: 'git printed a line that is not understood' }
    commits.push({ id, at: Number(at), source, subject: subject.join(' ') })
  }
  return { kind: 'commits', commits }
}
