import type { Git, GitOptions, Repository } from './run'

export interface Tag {
  /** Short name, in bytes. */
  readonly name: string
  /** What the ref names: for an annotated tag the tag's own object. */
  readonly object: string
  /** What it comes to in the end. */
  readonly target: string
}

export type TagsAnswer =
  | { readonly kind: 'tags'; readonly tags: readonly Tag[] }
  | { readonly kind: 'refused'; readonly said: string }

/** Every tag of a repository or a mirror. */
export async function listTags(git: Git, repository: Repository, options: GitOptions = {}): Promise<TagsAnswer> {
  const format = '--format=%(objectname) %(*objectname) %(refname)'
  const said = await git.ask(repository, ['for-each-ref', format, 'refs/tags/'], options)
  if (said.kind === 'refused') return said
  const tags: Tag[] = []
  for (const line of said.text.split('\n')) {
    if (line === '') continue
    const [, object, peeled, name] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})? ?refs\/tags\/(.+)$/.exec(line) ?? []
    if (object === undefined || name === undefined)
      return { kind: 'refused', said: `git printed a line that is not understood: ${line}` }
    tags.push({ name, object, target: peeled ?? object })
  }
  return { kind: 'tags', tags }
}

/** Pure: those that the mirror lacks or has at another object; all of them without a mirror's answer (DL-GUARD-09). */
export function localTags(tags: readonly Tag[], mirror: readonly Tag[] | null): Tag[] {
  const known = new Map((mirror ?? []).map(({ name, object }) => [name, object]))
  return tags.filter(({ name, object }) => known.get(name) !== object)
}
