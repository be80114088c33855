import { type Place, shown } from '../place'

/** Pure: a word as a shell takes it, quoted only where that is needed. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`

/** Commands to copy for one checkout. Clearhold itself runs none of them. */
export interface Commands {
  git(...words: string[]): string
  push(what: string): string | null
}

/** Pure. Without a remote nothing can be pushed, and there is no command for it. */
export function commandsFor(folder: Place, remote: string | null): Commands {
  const git = (...words: string[]) => ['git', '-C', quoted(shown(folder)), ...words.map(quoted)].join(' ')
  return { git, push: (what) => (remote === null ? null : git('push', remote, what)) }
}

/** Pure: a branch name for something that has none. */
export const savedBranch = (id: string): string => `refs/heads/saved-${id.slice(0, 10)}`
