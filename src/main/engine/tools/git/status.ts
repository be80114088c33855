import type { Git, GitOptions, GitSaid, Repository } from './run'

/** One line of porcelain. Both forms are kept: git's own spelling for texts, and the path in bytes. */
export interface Change {
  /** Two characters, as `M.` is printed: index, then folder; `??` is untracked. */
  readonly code: string
  /** As git prints it, quoted where git quotes, `old -> new` for a rename. */
  readonly shown: string
  /** Bytes, relative to the folder; a folder ends in `/`. */
  readonly path: string
  /** Where a renamed file was before; null otherwise. Bytes. */
  readonly from: string | null
}

export type StatusAnswer =
  | { readonly kind: 'status'; readonly changes: readonly Change[] }
  | { readonly kind: 'refused'; readonly said: string }

export const statusWords = [
  'status',
  '--porcelain=v1',
  '--branch',
  '--untracked-files=normal',
  '--ignore-submodules=none'
]

/**
 * Everything uncommitted, untracked files included, ignored ones not (DL-GUARD-05, DL-GUARD-06). The line about the branch
 * proves that git looked: a git that prints nothing is a refusal (CS-02).
 */
export async function status(git: Git, repository: Repository, options: GitOptions = {}): Promise<StatusAnswer> {
  return parseStatus(await git.ask(repository, statusWords, options))
}

/** Pure. */
export function parseStatus(said: GitSaid): StatusAnswer {
  if (said.kind === 'refused') return said
  const [head, ...lines] = said.text.replace(/\n$/, '').split('\n')
  if (head === undefined || !head.startsWith('## ')) return { kind: 'refused', said: 'git said nothing' }
  const changes: Change[] = []
  for (const line of lines) {
    const change = changeIn(line)
    if (change === null) return { kind: 'refused', said: `git printed a line that is not understood: ${line}` }
    changes.push(change)
  }
  return { kind: 'status', changes }
}

function changeIn(line: string): Change | null {
  const code = line.slice(0, 2)
  if (line.length < 4 || line[2] !== ' ' || !/^[ MTADRCU?!]{2}$/.test(code)) return null
  const printed = line.slice(3)
  const names = namesIn(printed)
  if (names === null) return null
  const [first = '', second] = names
  return { code, shown: printed.trim(), path: second ?? first, from: second === undefined ? null : first }
}

/** A name with a space is quoted, so an unquoted ` -> ` always stands between two names. */
function namesIn(printed: string): string[] | null {
  const parts = /^("(?:[^"\\]|\\[\s\S])*"|[^"][\s\S]*?)(?: -> ("(?:[^"\\]|\\[\s\S])*"|[^"][\s\S]*))?$/.exec(printed)
  const [, first, second] = parts ?? []
  if (first === undefined) return null
  const names = [first, ...(second === undefined ? [] : [second])].map(unquote)
  return names.every((name): name is string => name !== null) ? names : null
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '\\': '\\'
}

/** Pure: the bytes of a name that git quoted, or the name itself; null when the quoting is not understood. */
export function unquote(name: string): string | null {
  if (!name.startsWith('"')) return name
  if (!/^"(?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*"$/.test(name)) return null
  return name.slice(1, -1).replace(/\\([0-3][0-7]{2}|[\s\S])/g, (_whole, escaped: string) => {
    const plain = escapes[escaped]
    return plain ?? String.fromCharCode(Number.parseInt(escaped, 8))
  })
}
