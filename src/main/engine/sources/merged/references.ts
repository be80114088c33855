import { bytesOf, type Place } from '../../place'
import { utf8 } from '../../small-file'
import type { Git, GitOptions, Repository } from '../../tools/git/run'

/** A ref that leads to a commit. Names in bytes. */
export interface Ref {
  readonly name: string
  readonly commit: string
  /** The ref it stands for, where it is a symbolic one. */
  readonly standsFor: string | null
}

export type RefsAnswer =
  | { readonly kind: 'refs'; readonly refs: ReadonlyMap<string, Ref> }
  | { readonly kind: 'refused'; readonly said: string }

const format = '--format=%(refname)%00%(objectname)%00%(objecttype)%00%(symref)'

/** The text of a name in bytes, to be handed to git; null for one that is not UTF-8. */
export const textOf = (name: string): string | null => utf8(bytesOf(name as Place))

/**
 * Those of the named refs that there are, by their whole names, so that a tag of the same name is never meant
 * (MW-GIT-03, MW-MERGE-01). A ref that leads to no commit is none.
 */
export async function readRefs(
  git: Git,
  repository: Repository,
  names: readonly string[],
  options: GitOptions
): Promise<RefsAnswer> {
  const texts = names.map(textOf)
  // What cannot be handed over as text is found in the list of all.
  const wanted = texts.every((text): text is string => text !== null) ? texts : []
  const said = await git.ask(repository, ['for-each-ref', format, ...wanted], options)
  if (said.kind === 'refused') return said
  const refs = new Map<string, Ref>()
  for (const line of said.text.split('\n')) {
    const [name = '', commit = '', type, standsFor = ''] = line.split('\0')
    if (type !== 'commit' || !names.includes(name) || !isId(commit)) continue
    refs.set(name, { name, commit, standsFor: standsFor === '' ? null : standsFor })
  }
  return { kind: 'refs', refs }
}

export const isId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

/**
 * What a repository calls its default branch, as whole names: where a remote's HEAD points, `origin` first, and the local
 * branch of the same name. Without any such HEAD it is `main` or `master`, when there is only one of the two.
 */
export async function defaultBranches(
  git: Git,
  repository: Repository,
  options: GitOptions = {}
): Promise<{ readonly kind: 'found'; readonly names: readonly string[] } | { kind: 'refused'; said: string }> {
  const args = [
    'for-each-ref',
    '--format=%(refname)%00%(symref)',
    'refs/remotes',
    'refs/heads/main',
    'refs/heads/master'
  ]
  const said = await git.ask(repository, args, options)
  return said.kind === 'refused' ? said : { kind: 'found', names: defaultsAmong(said.text) }
}

/** Pure: over the lines of `for-each-ref`. */
export function defaultsAmong(text: string): string[] {
  const lines = text.split('\n').map((line) => line.split('\0'))
  const heads = lines.flatMap(([name = '', target = '']) => {
    const remote = /^refs\/remotes\/(.+)\/HEAD$/.exec(name)?.[1]
    const branch = remote === undefined ? '' : target.slice(`refs/remotes/${remote}/`.length)
    return remote === undefined || branch === '' || !target.startsWith(`refs/remotes/${remote}/`)
      ? []
      : [{ remote, target, branch }]
  })
  const [first] = [...heads.filter(({ remote }) => remote === 'origin'), ...heads]
  if (first !== undefined) return [first.target, `refs/heads/${first.branch}`]
  const local = lines.flatMap(([name = '']) => (/^refs\/heads\/(?:main|master)$/.test(name) ? [name] : []))
  return local.length === 1 ? local : []
}
