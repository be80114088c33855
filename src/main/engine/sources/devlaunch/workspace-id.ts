import { createHash } from 'node:crypto'

const longest = 47
const validName = /^[\p{L}\p{N}_][\p{L}\p{N}_./-]*\n?$/u
const nul = '\0'

/**
 * devlaunch's id for a branch of a repository, at most 47 characters, or null when one of the three names is refused:
 * then no path may be built from them.
 */
export function workspaceId(owner: string, repo: string, ref: string): string | null {
  if (![owner, repo, ref].every((name) => validName.test(name))) return null
  const ending = suffix([owner.toLowerCase(), repo.toLowerCase(), ref].join(nul))
  let repoPart = slug(repo)
  if (joined([repoPart, refSlug(ref, longest), ending]).length > longest) repoPart = trimmed(repoPart.slice(0, 20))
  const room = longest - ending.length - repoPart.length - (repoPart === '' ? 1 : 2)
  return joined([repoPart, refSlug(ref, room), ending])
}

/** devlaunch's id for a source without a ref. */
export const sourceId = (source: string): string =>
  joined([trimmed(slug(source).slice(0, 42)), suffix(['source', source.toLowerCase()].join(nul))])

const trimmed = (text: string) => text.replace(/^-+|-+$/g, '')
const slug = (text: string) => trimmed(text.toLowerCase().replace(/[^a-z0-9]+/g, '-'))
const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('-')

/** Keeps the first and the last segments of a long branch name: the middle ones go first. */
function refSlug(ref: string, room: number): string {
  const segments = ref
    .split('/')
    .map(slug)
    .filter((part) => part !== '')
  while (segments.length > 2 && segments.join('-').length > room) segments.splice(1, 1)
  return trimmed(segments.join('-').slice(0, Math.max(room, 0)))
}

function suffix(text: string): string {
  let rest = createHash('sha256').update(text, 'utf8').digest().readBigUInt64BE(0)
  let characters = ''
  for (let index = 0; index < 4; index++) {
    characters += Number(rest % 36n).toString(36)
    rest /= 36n
  }
  return characters
}
