import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import type { Git, GitOptions, Repository } from '../../tools/git/run'
import type { Change } from '../../tools/git/status'

export type Sifted =
  | { readonly kind: 'sifted'; readonly changes: readonly Change[] }
  | { readonly kind: 'refused'; readonly said: string }

/**
 * Files that go through a filter were compared without it, since reading runs no filter. What looks unchanged then is
 * unchanged byte for byte. What looks changed is answered here for git-lfs, whose pointer is computed, and for any other
 * filter not at all.
 */
export async function siftFiltered(
  git: Git,
  repository: Repository,
  changes: readonly Change[],
  options: GitOptions
): Promise<Sifted> {
  const edited = changes.filter(({ code }) => code[1] === 'M')
  if (repository.filters.length === 0 || edited.length === 0) return { kind: 'sifted', changes }
  const input = edited.map(({ path }) => `${path}\0`).join('')
  const said = await git.ask(repository, ['check-attr', '-z', '--stdin', 'filter'], { ...options, input })
  if (said.kind === 'refused') return said
  const filters = attributesIn(said.text)
  const unchanged = new Set<string>()
  for (const { path } of edited) {
    const filter = filters.get(path)
    if (filter === undefined || !repository.filters.includes(shown(filter as Place))) continue
    if (filter !== 'lfs')
      return {
        kind: 'refused',
        said: `${shown(path as Place)} goes through the filter "${shown(filter as Place)}", which looking must not run`
      }
    const same = await isItsPointer(git, repository, path, options)
    if (same.kind === 'refused') return same
    if (same.same) unchanged.add(path)
  }
  return { kind: 'sifted', changes: changes.filter(({ code, path }) => code !== ' M' || !unchanged.has(path)) }
}

/** Pure: path → filter, from `check-attr -z`; only paths that have one. Bytes. */
export function attributesIn(text: string): ReadonlyMap<string, string> {
  const fields = text.split('\0')
  const filters = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , value = ''] = fields.slice(at, at + 3)
    if (!['unspecified', 'unset', 'set', ''].includes(value)) filters.set(path, value)
  }
  return filters
}

type Same = { readonly kind: 'compared'; readonly same: boolean } | { readonly kind: 'refused'; readonly said: string }

async function isItsPointer(git: Git, repository: Repository, path: string, options: GitOptions): Promise<Same> {
  const said = await git.ask(
    repository,
    ['ls-files', '-s', '-z', '--', `:(top,literal)${shown(path as Place)}`],
    options
  )
  if (said.kind === 'refused') return said
  const id = /^\d+ ([0-9a-f]{40}|[0-9a-f]{64}) 0\t/.exec(said.text)?.[1]
  const { workTree } = repository
  if (id === undefined || workTree === null) return { kind: 'compared', same: false }
  try {
    const file = bytesOf(childOf(workTree, path))
    const { size } = await lstat(file)
    const pointer = pointerOf(await sha256(file), size)
    return { kind: 'compared', same: blobId(pointer, id.length === 40 ? 'sha1' : 'sha256') === id }
  } catch (error) {
    return { kind: 'refused', said: String(error) }
  }
}

async function sha256(file: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Pure: what git-lfs keeps in place of a file. */
export const pointerOf = (oid: string, size: number): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`

/** Pure: the id of a blob with this content. */
export const blobId = (content: string, algorithm: 'sha1' | 'sha256'): string => {
  const bytes = Buffer.from(content, 'utf8')
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
