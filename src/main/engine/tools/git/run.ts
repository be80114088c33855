import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { utf8 } from '../../small-file'
import { words } from '../../words'
import type { Ran, Run } from '../run'
import { gitEnvironment, pinnedSettings } from './settings'

/** What git is told to look at: never found by a search, always named. */
export interface Repository {
  /** The folder whose files are meant; null for a bare repository. */
  readonly workTree: Place | null
  /** `.git` in it, whatever that is, or the administrative folder of a worktree. */
  readonly gitDir: Place
  /** Filter programs that must not run while somebody looks. */
  readonly filters: readonly string[]
}

/** `text` is in bytes, a character a byte. `refused` is every other ending: it never means "nothing" (CS-01). */
export type GitSaid =
  | { readonly kind: 'said'; readonly text: string }
  /** `late`: it did not answer in time. */
  | { readonly kind: 'refused'; readonly said: string; readonly late?: true }

export interface GitOptions {
  readonly signal?: AbortSignal
  /** Lines for its standard input, a character a byte. */
  readonly input?: string
  /** Names of filter programs beside the repository's own. */
  readonly filters?: readonly string[]
  /** Where git keeps and finds objects for this question, and the like. */
  readonly env?: Readonly<Record<string, string>>
}

/** The one way to ask git. How many questions run at once is for the caller to bound. */
export interface Git {
  /** Asks about exactly this repository, whatever its settings and the environment say. */
  ask(repository: Repository, args: readonly string[], options?: GitOptions): Promise<GitSaid>
  /**
   * Asks several questions one after the other, and answers with all they printed in a row; refused as soon as one of
   * them is, or complains. Far cheaper than to start each by itself, where a host's own memory makes a start dear.
   */
  inARow(questions: readonly Pinned[], options?: GitOptions): Promise<GitSaid>
  /** Lets git search for the repository of a folder, no further up, and judge who owns it. */
  find(folder: Place, args: readonly string[], options?: GitOptions): Promise<GitSaid>
}

/** A question about one repository, which has a folder. */
export interface Pinned {
  readonly repository: Repository & { readonly workTree: Place }
  readonly args: readonly string[]
}

export const secondsPerQuestion = 30
const mostBytes = 256 * 1024 * 1024

/**
 * git as spec 2.9 and MW-GIT-01…09 want it: pinned, cleaned, without programs of the repository's, without the network,
 * without a write, bounded in time. An answer that came with a complaint is no answer (CS-48).
 */
export function createGit(run: Run, timeoutMs = secondsPerQuestion * 1000): Git {
  const ask = async (
    cwd: string | undefined,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    options: GitOptions
  ): Promise<GitSaid> => {
    const ran = await run('git', [...args], {
      timeoutMs,
      maxBytes: mostBytes,
      env: { ...gitEnvironment(options.filters ?? []), ...options.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.input === undefined ? {} : { input: options.input })
    })
    return saidBy(ran)
  }
  return {
    ask: (repository, args, options = {}) =>
      spelled([repository.workTree, repository.gitDir], async ([workTree, gitDir]) => {
        const pin = [`--git-dir=${gitDir}`, ...(workTree == null ? [] : [`--work-tree=${workTree}`])]
        const filters = [...repository.filters, ...(options.filters ?? [])]
        return ask(workTree ?? undefined, [...pin, ...pinnedSettings, ...args], {}, { ...options, filters })
      }),
    inARow: async (questions, options = {}) => {
      const lines = evenly(questions.map(pinnedWords))
      const ran = await run('xargs', ['-0', '-n', String(lines[0]?.length ?? 1), 'git'], {
        timeoutMs,
        maxBytes: mostBytes,
        env: gitEnvironment([...new Set(questions.flatMap(({ repository }) => repository.filters))]),
        input: lines
          .flat()
          .map((word) => `${word}\0`)
          .join(''),
        ...(options.signal === undefined ? {} : { signal: options.signal })
      })
      return saidBy(ran)
    },
    find: (folder, args, options = {}) =>
      spelled([folder, dirname(folder) as Place], async ([cwd, above]) =>
        ask(cwd ?? undefined, [...pinnedSettings, ...args], { GIT_CEILING_DIRECTORIES: above ?? '/' }, options)
      )
  }
}

/** A question as words in bytes: on an input names need not be text. */
function pinnedWords({ repository: { workTree, gitDir }, args }: Pinned): string[] {
  return ['-C', workTree, `--git-dir=${gitDir}`, `--work-tree=${workTree}`, ...pinnedSettings, ...args]
}

/** All of one length, by a word in front that changes nothing. */
function evenly(lines: readonly (readonly string[])[]): string[][] {
  const most = Math.max(...lines.map(({ length }) => length))
  return lines.map((words) => [...Array.from({ length: most - words.length }, () => '--no-pager'), ...words])
}

function saidBy(ran: Ran): GitSaid {
  const refused = (said: string): GitSaid => ({ kind: 'refused', said })
  switch (ran.kind) {
    case 'exited':
      if (ran.exit === 0 && ran.stderr.trim() === '') return { kind: 'said', text: ran.stdout }
      return refused(ran.stderr.trim() || `git ended with exit code ${ran.exit} and said nothing`)
    case 'missing':
      return refused('git is not installed, or not on PATH')
    case 'timed-out':
      return { kind: 'refused', said: `git did not answer within ${ran.afterMs / 1000} seconds`, late: true }
    case 'cancelled':
      return refused('it was not asked to the end')
    case 'killed':
      return refused(`git was ended by ${ran.signal}`)
    case 'too-much':
      return refused('git had more to say than can be kept')
    case 'failed':
      return refused(ran.said)
  }
}

/**
 * Arguments are text, names are bytes. A folder whose name is not UTF-8 is opened and named by its descriptor, and by its
 * own name again in what git says about it.
 */
async function spelled(
  places: readonly (Place | null)[],
  use: (paths: readonly (string | null)[]) => Promise<GitSaid>
): Promise<GitSaid> {
  const open: Opened[] = []
  try {
    const paths: (string | null)[] = []
    for (const place of places) paths.push(place === null ? null : await spell(place, open))
    const said = await use(paths)
    return said.kind === 'said' || open.length === 0 ? said : { kind: 'refused', said: named(said.said, open) }
  } catch (error) {
    return { kind: 'refused', said: words(error) }
  } finally {
    for (const { handle } of open) await handle.close()
  }
}

interface Opened {
  readonly handle: FileHandle
  readonly path: string
  readonly place: Place
}

async function spell(place: Place, opened: Opened[]): Promise<string> {
  const text = utf8(bytesOf(place))
  if (text !== null) return text
  if (process.platform !== 'linux') throw new Error('its name is not valid UTF-8')
  const inFolder = basename(place) === '.git'
  const folder = inFolder ? (dirname(place) as Place) : place
  const handle = await open(bytesOf(folder), constants.O_RDONLY | constants.O_DIRECTORY)
  const path = `/proc/${process.pid}/fd/${handle.fd}`
  opened.push({ handle, path, place: folder })
  return inFolder ? shown(childOf(path as Place, '.git')) : path
}

const named = (said: string, opened: readonly Opened[]): string =>
  opened.reduce((text, { path, place }) => text.split(path).join(shown(place)), said)
