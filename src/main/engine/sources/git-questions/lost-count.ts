import type { Lost } from '../../../../shared/model'
import { countBesideStash } from '../../tools/git/commits'
import { listStashes } from '../../tools/git/history'
import type { Subject } from './finding'

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
  const stashed = await listStashes(asking.git, opened.repository, options)
  if (stashed.kind === 'refused' || stashed.commits.length === 0) return all
  const tags = localTags.map(({ object }) => object)
  const beside = await countBesideStash(asking.git, opened.repository, tags, options)
  return beside.kind === 'refused' ? all : { files, commits: beside.count, stashes: stashed.commits.length }
}
