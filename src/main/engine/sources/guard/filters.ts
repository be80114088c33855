import { childOf, type Place } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import type { Git } from '../../tools/git/run'
import type { OpenRepository } from './open'
import { submodulesOf } from './submodules'

type Names = { readonly kind: 'named'; readonly filters: readonly string[] }
type Refused = { readonly kind: 'refused'; readonly said: string }

/** Filter programs, each question about them asked once while many checkouts are looked at. */
export interface FilterReader {
  /** Those of the person's and the system's settings. */
  general(signal: AbortSignal | undefined): Promise<(Names & { readonly perRepository: boolean }) | Refused>
  /** Those that a question about this checkout could start. */
  of(opened: OpenRepository, signal: AbortSignal | undefined): Promise<Names | Refused>
}

export function createFilterReader(git: Git): FilterReader {
  let asked: ReturnType<FilterReader['general']> | null = null
  const answers = new Map<string, Promise<Names | Refused>>()
  const reader: FilterReader = {
    general: (signal) => {
      asked ??= readGeneral(git, signal)
      return asked
    },
    of: (opened, signal) => {
      const key = `${opened.repository.workTree}\0${opened.repository.gitDir}`
      const answer = answers.get(key) ?? filtersOf(git, reader, opened, signal)
      answers.set(key, answer)
      return answer
    }
  }
  return reader
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
async function filtersOf(
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
    const inside = await submodulesOf(git, next, signal)
    if (inside.kind === 'refused') return inside
    const own = await ownFilters(git, next, general.perRepository, signal)
    if (own.kind === 'refused') return own
    for (const name of own.filters) all.add(name)
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
