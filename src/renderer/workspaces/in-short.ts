import type { Lost } from '../../shared/model'
import { counted, plainCounts } from '../components/words'

const counts = /(?:^| and )(\d+) (uncommitted change|unpushed commit)\(s\)/g

/**
 * A loss in as few words as a column has room for: `3 files, 2 commits`. Files of worktrees inside are added; their
 * commits are among those of the repository around them, so the largest count is taken. Words of another form are left
 * as they are. Pure.
 */
export function lossInShort(text: string): string {
  let files = 0
  let commits = 0
  for (const [, count, what] of text.matchAll(counts))
    if (what === 'uncommitted change') files += Number(count)
    else commits = Math.max(commits, Number(count))
  return countsInShort({ files, commits, stashes: 0 }) ?? plainCounts(text)
}

/** `2 files, 4 commits, 1 stash`; null when there is nothing to count. Pure. */
function countsInShort({ files, commits, stashes }: Lost): string | null {
  const parts = [
    files > 0 && counted(files, 'file'),
    commits > 0 && counted(commits, 'commit'),
    stashes > 0 && counted(stashes, 'stash', 'stashes')
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

/** A loss as it was counted, where it was; else as its words say it, which take the stash for commits. Pure. */
export const siteLossInShort = (lost: Lost | null, text: string): string =>
  (lost === null ? null : countsInShort(lost)) ?? lossInShort(text)

const doubts: readonly (readonly [RegExp, string])[] = [
  [/^git could not read /, 'git could not read it'],
  [/^git could not list unpushed commits in /, 'git could not list commits'],
  [/^could not look at /, 'It could not be looked at'],
  [/^git is holding it locked/, 'git is holding it locked'],
  [/^could not work out which directory /, 'Its folder is not known']
]

/** Why git could not tell, without the path and git's own words. Words of another form are left as they are. Pure. */
export const doubtInShort = (text: string): string => doubts.find(([form]) => form.test(text))?.[1] ?? text
