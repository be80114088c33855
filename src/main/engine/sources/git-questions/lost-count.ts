import type { Lost } from '../../../../shared/model'
import { countBesideStash, whichBeyondRemotes } from '../../tools/git/commits'
import { type CommitsAnswer, listStashes } from '../../tools/git/history'
import type { Subject } from './finding'

/** The entries of the stash that are on no remote: one that was pushed somewhere is no loss. */
export async function lostStashes({
  asking,
  seen,
  options
}: Pick<Subject, 'asking' | 'seen' | 'options'>): Promise<CommitsAnswer> {
  const { repository } = seen.opened
  const answer = await listStashes(asking.git, repository, options)
  if (answer.kind === 'refused' || answer.commits.length === 0) return answer
  const lost = await whichBeyondRemotes(
    asking.git,
    repository,
    answer.commits.map(({ id }) => id),
    options
  )
  return lost === null ? answer : { kind: 'commits', commits: answer.commits.filter(({ id }) => lost.has(id)) }
}

/**
 * What a loss is made of, counted as people count it: files, also those of worktrees inside; commits; and entries of the
 * stash, whose own commits are none. Where git does not tell about the stash, its commits count as commits.
 */
export async function countLost({ asking, seen, options }: Subject): Promise<Lost> {
  const { loss, sites, localTags, opened } = seen
  const files = sites.reduce((sum, site) => sum + site.changes.length, loss.changes.length)
  const inSites = sites.flatMap(({ heads }) => heads.map(({ commits }) => commits))
  const all = { files, commits: Math.max(loss.commits, ...inSites), stashes: 0 }
  if (loss.commits === 0 || opened.checkout.linked) return all
  const stashed = await lostStashes({ asking, seen, options })
  if (stashed.kind === 'refused' || stashed.commits.length === 0) return all
  const tags = localTags.map(({ object }) => object)
  const beside = await countBesideStash(asking.git, opened.repository, tags, options)
  return beside.kind === 'refused' ? all : { files, commits: beside.count, stashes: stashed.commits.length }
}
