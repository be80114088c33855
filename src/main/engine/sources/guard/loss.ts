import type { Place } from '../../place'
import type { Head } from '../../tools/git/checkout'
import { countBeyondRemotes, countOfRevision, countWithTags, onlyFromTags } from '../../tools/git/commits'
import type { Git, GitOptions, Repository } from '../../tools/git/run'
import { status } from '../../tools/git/status'
import { listTags, localTags, type Tag } from '../../tools/git/tags'
import { siftFiltered } from './filtered'
import { couldNotList, couldNotRead, type Loss, type Objection } from './losses'
import type { Mirror } from './open'

export type LossAnswer =
  | {
      readonly kind: 'loss'
      readonly loss: Loss
      readonly local: readonly Tag[]
      /** True when nothing at all, tags and HEADs of worktrees included, lies beyond the remotes. */
      readonly allPushed: boolean
    }
  | { readonly kind: 'refused'; readonly objection: Objection }

/** Uncommitted changes of a pinned folder, through no filter; a refusal is git's words. */
export async function dirtOf(git: Git, repository: Repository, options: GitOptions) {
  const answer = await status(git, repository, options)
  return answer.kind === 'refused' ? answer : siftFiltered(git, repository, answer.changes, options)
}

/**
 * What a checkout would lose, in the order of DL-GUARD-03. One count over all refs comes first: where it is 0 no tag
 * matters, and only where it is not are tags asked for and compared with the mirror's.
 */
export async function lossOf(
  git: Git,
  folder: Place,
  repository: Repository,
  mirror: Mirror,
  options: GitOptions
): Promise<LossAnswer> {
  const unproved = (text: string): LossAnswer => ({ kind: 'refused', objection: { kind: 'unproved', text } })
  const dirt = await dirtOf(git, repository, options)
  if (dirt.kind === 'refused') return unproved(couldNotRead(folder, dirt.said))
  const all = await countBeyondRemotes(git, repository, options)
  if (all.kind === 'refused') return unproved(couldNotList(folder, all.said))
  const found = (commits: number, rest: Pick<Loss, 'onlyTags' | 'tags'>, local: readonly Tag[]): LossAnswer => ({
    kind: 'loss',
    loss: { changes: dirt.changes, commits, ...rest },
    local,
    allPushed: all.count === 0
  })
  if (all.count === 0) return found(0, { onlyTags: 0, tags: [] }, [])
  const listed = await listTags(git, repository, options)
  if (listed.kind === 'refused') return unproved(couldNotList(folder, listed.said))
  if (listed.tags.length === 0) return found(all.count, { onlyTags: 0, tags: [] }, [])
  const beside = await mirror()
  const vouched = beside === null ? null : await listTags(git, beside, options)
  const local = localTags(listed.tags, vouched?.kind === 'tags' ? vouched.tags : null)
  const objects = local.map(({ object }) => object)
  const counted = local.length === listed.tags.length ? all : await countWithTags(git, repository, objects, options)
  if (counted.kind === 'refused') return unproved(couldNotList(folder, counted.said))
  return found(counted.count, await explained(git, repository, local, options), local)
}

/** Which commits only local tags hold; not being told is ignored, as it changes the words alone. */
async function explained(git: Git, repository: Repository, local: readonly Tag[], options: GitOptions) {
  if (local.length === 0) return { onlyTags: 0, tags: [] }
  const only = await onlyFromTags(
    git,
    repository,
    local.map(({ object }) => object),
    options
  )
  if (only === null) return { onlyTags: 0, tags: [] }
  // A tag explains a commit exactly when nothing else reaches the one it names.
  return { onlyTags: only.size, tags: local.filter(({ target }) => only.has(target)).map(({ name }) => name) }
}

/**
 * What a linked worktree would lose: its changes, and the commits of its HEAD that no remote-tracking ref reaches.
 * Branches, tags and stashes stay with the repository (DL-WT-07, DL-WT-17).
 */
export async function lossOfWorktree(
  git: Git,
  folder: Place,
  repository: Repository,
  head: Head,
  options: GitOptions
): Promise<LossAnswer> {
  const unproved = (text: string): LossAnswer => ({ kind: 'refused', objection: { kind: 'unproved', text } })
  const dirt = await dirtOf(git, repository, options)
  if (dirt.kind === 'refused') return unproved(couldNotRead(folder, dirt.said))
  const found = (commits: number): LossAnswer => ({
    kind: 'loss',
    loss: { changes: dirt.changes, commits, onlyTags: 0, tags: [] },
    local: [],
    allPushed: false
  })
  if (head.kind === 'unborn') return found(0)
  const own = await countOfRevision(git, repository, 'HEAD', options)
  return own.kind === 'refused' ? unproved(couldNotList(folder, own.said)) : found(own.count)
}
