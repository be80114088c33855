import { readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import { readCheckout } from '../../tools/git/checkout'
import type { Git } from '../../tools/git/run'
import { words } from '../../words'
import type { OpenRepository } from './open'

type Names = { readonly kind: 'named'; readonly filters: readonly string[] }
type Refused = { readonly kind: 'refused'; readonly said: string }

/** The filter programs of the person's and the system's settings, asked once. */
export interface FilterReader {
  general(signal: AbortSignal | undefined): Promise<(Names & { readonly perRepository: boolean }) | Refused>
}

export function createFilterReader(git: Git): FilterReader {
  let asked: ReturnType<FilterReader['general']> | null = null
  return {
    general: (signal) => {
      asked ??= readGeneral(git, signal)
      return asked
    }
  }
}

async function readGeneral(git: Git, signal: AbortSignal | undefined) {
  const said = await git.find('/' as Place, ['config', '-z', '--name-only', '--list'], signal ? { signal } : {})
  if (said.kind === 'refused') return said
  const names = namesIn(said.text)
  // An include that depends on the repository can bring filters of its own.
  return names.kind === 'refused' ? names : { ...names, perRepository: /(^|\0)includeif\./i.test(said.text) }
}

/** Pure: from NUL-separated names of settings. A filter whose name cannot be spelled cannot be turned off. */
export function namesIn(list: string): Names | Refused {
  const filters = new Set<string>()
  for (const name of list.split('\0')) {
    const bytes = /^filter\.([\s\S]*)\.(?:clean|smudge|process|required)$/i.exec(name)?.[1]
    if (bytes === undefined) continue
    const text = utf8(Buffer.from(bytes, 'latin1'))
    if (text === null) return { kind: 'refused', said: 'its settings name a filter that is not valid UTF-8' }
    filters.add(text)
  }
  return { kind: 'named', filters: [...filters] }
}

const configLimit = 4 * 1024 * 1024
const mostNested = 200

/**
 * Every filter program that a question about this checkout could start: the person's, the repository's own, and those of
 * the submodules that git would look into. They are turned off by name, since reading never runs them (CS-45).
 */
export async function filtersOf(
  git: Git,
  reader: FilterReader,
  opened: OpenRepository,
  signal: AbortSignal | undefined
): Promise<Names | Refused> {
  const general = await reader.general(signal)
  if (general.kind === 'refused') return general
  const all = new Set(general.filters)
  const queue: OpenRepository[] = [opened]
  let looked = 0
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    looked += 1
    if (looked > mostNested) return { kind: 'refused', said: `it holds more than ${mostNested} submodules` }
    const own = await ownFilters(git, next, general.perRepository, signal)
    if (own.kind === 'refused') return own
    for (const name of own.filters) all.add(name)
    const inside = await submodulesOf(git, next, signal)
    if (inside.kind === 'refused') return inside
    queue.push(...inside.open)
  }
  return { kind: 'named', filters: [...all] }
}

async function ownFilters(
  git: Git,
  { repository, checkout }: OpenRepository,
  always: boolean,
  signal: AbortSignal | undefined
): Promise<Names | Refused> {
  if (checkout === null) return { kind: 'named', filters: [] }
  const { gitDir, commonDir } = checkout
  const files = [childOf(commonDir, 'config'), ...[...new Set([gitDir, commonDir])].map(worktreeConfig)]
  let mentions = always
  for (const file of files) {
    const read = await readSmallFile(file, configLimit)
    if (read.kind === 'unreadable') return { kind: 'refused', said: read.said }
    if (read.kind === 'too-large') return { kind: 'refused', said: 'its settings are too large to read' }
    if (read.kind === 'read') mentions ||= /\[\s*(?:filter|include)/i.test(read.bytes.toString('latin1'))
  }
  if (!mentions) return { kind: 'named', filters: [] }
  const options = signal === undefined ? {} : { signal }
  const said = await git.ask(repository, ['config', '-z', '--name-only', '--list'], options)
  return said.kind === 'refused' ? said : namesIn(said.text)
}

const worktreeConfig = (folder: Place) => childOf(folder, 'config.worktree')

const indexLimit = 512 * 1024 * 1024
/** The mode of a submodule's entry as the index holds it. */
const gitlinkMode = Buffer.from([0, 0, 0xe0, 0])

/**
 * Submodules with a repository of their own in place. The index is only searched for their mode: where the four bytes do
 * not occur there are none, else git is asked.
 */
export async function submodulesOf(
  git: Git,
  { repository, checkout }: OpenRepository,
  signal: AbortSignal | undefined
): Promise<{ readonly kind: 'found'; readonly open: readonly OpenRepository[] } | Refused> {
  const { workTree } = repository
  if (checkout === null || workTree === null) return { kind: 'found', open: [] }
  const mayHave = await mentionsGitlinks(checkout.gitDir)
  if (typeof mayHave !== 'boolean') return mayHave
  if (!mayHave) return { kind: 'found', open: [] }
  const said = await git.ask(repository, ['ls-files', '-s', '-z'], signal === undefined ? {} : { signal })
  if (said.kind === 'refused') return said
  const open: OpenRepository[] = []
  for (const path of gitlinksIn(said.text)) {
    const folder = `${workTree}/${path}` as Place
    const inner = await readCheckout(folder)
    if (inner !== null)
      open.push({
        repository: { workTree: folder, gitDir: childOf(folder, '.git'), filters: repository.filters },
        checkout: inner
      })
  }
  return { kind: 'found', open }
}

/** Pure: paths of the entries with mode 160000 in `ls-files -s -z`, in bytes. */
export const gitlinksIn = (list: string): string[] =>
  list.split('\0').flatMap((line) => {
    const path = /^160000 [0-9a-f]+ \d\t([\s\S]+)$/.exec(line)?.[1]
    return path === undefined ? [] : [path]
  })

async function mentionsGitlinks(gitDir: Place): Promise<boolean | Refused> {
  const shared: string[] = []
  try {
    for (const name of await readdir(bytesOf(gitDir), 'latin1')) if (name.startsWith('sharedindex.')) shared.push(name)
  } catch (error) {
    return { kind: 'refused', said: words(error) }
  }
  for (const name of ['index', ...shared]) {
    const read = await readSmallFile(childOf(gitDir, name), indexLimit)
    if (read.kind === 'unreadable') return { kind: 'refused', said: read.said }
    if (read.kind === 'too-large') return true
    if (read.kind === 'read' && read.bytes.includes(gitlinkMode)) return true
  }
  return false
}
