import { dirname } from 'node:path'
import type { Place } from '../../place'
import { beyondRemotesWords } from '../../tools/git/commits'
import type { Git, GitOptions, GitSaid, Pinned, Repository } from '../../tools/git/run'
import { statusWords } from '../../tools/git/status'
import { worktreesWords } from '../../tools/git/worktrees'
import type { AdminFolders } from './admin'
import type { FilterReader } from './filters'
import { insideBelow } from './sites'
import type { SitePlace } from './spine'

type WithFolder = Pinned['repository']

const keyOf = ({ workTree, gitDir }: Repository, args: readonly string[]) => [workTree, gitDir, ...args].join('\0')

/**
 * A git that has the answers to a checkout's usual questions already, asked in a row: its status, its count, the statuses
 * of its worktrees and their list. When the row was refused it has none, and every question is asked by itself, so that
 * each refusal is the one it was.
 */
export async function askedInARow(
  git: Git,
  checkout: WithFolder,
  sites: readonly WithFolder[],
  options: GitOptions
): Promise<Git> {
  const folders = [checkout, ...sites]
  const questions: Pinned[] = folders.map((repository) => ({ repository, args: statusWords }))
  questions.push({ repository: checkout, args: beyondRemotesWords })
  if (sites.length > 0) questions.push({ repository: checkout, args: worktreesWords })
  const said = await git.inARow(questions, options)
  const answers = new Map<string, GitSaid>()
  const keep = (repository: Repository, args: readonly string[], text: string) =>
    answers.set(keyOf(repository, args), { kind: 'said', text })
  const parts = said.kind === 'said' ? partsOf(said.text, folders.length) : null
  if (parts !== null) {
    for (const [index, repository] of folders.entries()) keep(repository, statusWords, parts.statuses[index] ?? '')
    keep(checkout, beyondRemotesWords, parts.count)
    if (sites.length > 0) keep(checkout, worktreesWords, parts.rest)
  } else if (said.kind === 'refused' && said.late) {
    // Whoever hung would hang again: one wait is enough.
    answers.set(keyOf(checkout, statusWords), said)
  }
  return {
    ...git,
    ask: async (repository, args, asking) => answers.get(keyOf(repository, args)) ?? git.ask(repository, args, asking)
  }
}

/**
 * The worktrees in a checkout that its own administrative folders and their own `.git` agree on, pinned for a question.
 * Others are not asked here, and strangers nowhere.
 */
export async function sitesInARow(
  filters: FilterReader,
  root: Place,
  commonDir: Place,
  admins: AdminFolders,
  sites: readonly SitePlace[],
  options: GitOptions
): Promise<WithFolder[]> {
  if (admins.kind === 'closed') return []
  const byName = new Map(admins.folders.map((admin) => [admin.name, admin]))
  const pinned: WithFolder[] = []
  for (const { place, inside, admin: name } of sites) {
    const admin = byName.get(name ?? '')
    if (admin === undefined || insideBelow(root, dirname(admin.absolute)) !== inside) continue
    const blank = { workTree: place, gitDir: admin.place, filters: [] }
    const checkout = { gitDir: admin.place, commonDir, linked: true }
    const names = await filters.of({ repository: blank, checkout }, options.signal)
    if (names.kind === 'named') pinned.push({ ...blank, filters: names.filters })
  }
  return pinned
}

/**
 * Pure: so many statuses, each from its `## ` line on, then a line that is a number, then the rest; null when it is
 * anything else. No other line of a status starts with `## ` or is a number.
 */
export function partsOf(text: string, statuses: number) {
  const number = /(?<=\n)\d+\n/.exec(text)
  if (number === null || !text.startsWith('## ')) return null
  const blocks = text.slice(0, number.index).split(/(?<=\n)(?=## )/)
  if (blocks.length !== statuses) return null
  return { statuses: blocks, count: number[0], rest: text.slice(number.index + number[0].length) }
}
