import type { Git, GitOptions, Repository } from './run'

/** One paragraph of `git worktree list`. The path is a string somebody recorded, often inside a container. */
export interface Registration {
  /** Bytes, as printed. */
  readonly path: string
  readonly head: string | null
  readonly branch: string | null
  readonly bare: boolean
  /** Null when not locked, else the reason, often empty. */
  readonly locked: string | null
}

export type RegistrationsAnswer =
  | { readonly kind: 'registrations'; readonly registrations: readonly Registration[] }
  | { readonly kind: 'refused'; readonly said: string }

export const worktreesWords = ['worktree', 'list', '--porcelain', '-z']

/** The repository's worktrees, itself first. `prunable` is left out: it speaks of a path that is not resolved here. */
export async function listWorktrees(
  git: Git,
  repository: Repository,
  options: GitOptions = {}
): Promise<RegistrationsAnswer> {
  const said = await git.ask(repository, worktreesWords, options)
  if (said.kind === 'refused') return said
  const registrations = parseWorktrees(said.text)
  if (registrations.length === 0) return { kind: 'refused', said: 'git listed no worktree, not even the repository' }
  return { kind: 'registrations', registrations }
}

/** Pure: NUL ends a line, an empty line ends a paragraph. */
export function parseWorktrees(list: string): Registration[] {
  return list.split('\0\0').flatMap((paragraph) => {
    const lines = paragraph.split('\0')
    const value = (key: string) => {
      const line = lines.find((one) => one === key || one.startsWith(`${key} `))
      return line === undefined ? null : line.slice(key.length + 1)
    }
    const path = value('worktree')
    if (path === null) return []
    return [
      { path, head: value('HEAD'), branch: value('branch'), bare: value('bare') !== null, locked: value('locked') }
    ]
  })
}
