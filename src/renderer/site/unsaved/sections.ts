import { inPage, type Units } from '../../../shared/bytes'
import type { UnsavedDetail, UnsavedItem, UnsavedKind, UnsavedList } from '../../../shared/model'
import type { IconName } from '../../components/icons'
import { counted } from '../../components/words'

/** One thing with a name; what does not apply is empty. */
export interface Row {
  readonly key: string
  /** git's letter for a change, or a commit's short id. */
  readonly lead: string
  readonly name: string
  readonly note: string
  readonly at: string | null
  /** What would clear this one alone, where it is not the section's own command. */
  readonly clear: string | null
}

/** What one step would save: its title says how much, `fix` what to do, `command` how. */
export interface Section {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  readonly aside: string
  readonly fix: string
  readonly command: string | null
  readonly rows: readonly Row[]
  /** How many more there are than the engine sent. */
  readonly more: number
}

/** A question beside the work itself, with its answer in a sentence. */
export interface Finding {
  readonly key: string
  readonly weight: UnsavedList['weight']
  readonly question: string
  readonly text: string
  readonly rows: readonly Row[]
  readonly more: number
}

const lost: ReadonlySet<UnsavedKind> = new Set(['changes', 'commits', 'tags', 'stashes', 'heads'])

const questions: Readonly<Record<UnsavedKind, string>> = {
  changes: 'Working tree',
  commits: 'Commits',
  tags: 'Tags',
  stashes: 'Stash',
  heads: 'Worktrees on no branch',
  sites: 'Worktrees inside it',
  'hidden-flags': 'Edits hidden from git',
  operation: 'An operation in progress',
  nested: 'Repositories inside it',
  'absent-worktrees': 'Worktrees whose folder is gone',
  borrowers: 'Who borrows its objects',
  ignored: 'Ignored files that nothing restores',
  'private-commits': 'Commits only a log or a private reference holds'
}

/** What would be lost, grouped by what saves it: files, commits of each branch, of each tag, stash, detached heads. Pure. */
export const sectionsOf = (detail: UnsavedDetail, units: Units): Section[] =>
  detail.lists
    .filter((list) => lost.has(list.kind) && list.total > 0)
    .flatMap((list) => sectionsFrom(list, detail, units))
    .map(withOwnCommands)

/** One command for all stands in the header; several stand with their rows. */
function withOwnCommands(section: Section): Section {
  const each = new Set(section.rows.map((row) => row.clear).filter((clear) => clear !== null))
  const command = section.command ?? (each.size === 1 && section.more === 0 ? ([...each][0] ?? null) : null)
  const rows = section.rows.map((row) => (row.clear === command ? { ...row, clear: null } : row))
  return { ...section, command, rows }
}

function sectionsFrom(list: UnsavedList, detail: UnsavedDetail, units: Units): Section[] {
  const rows = list.items.map((item, index) => rowOf(list.kind, item, index, units))
  const more = list.total - list.items.length
  const base = { key: list.kind, aside: '', command: list.clear, rows, more }
  switch (list.kind) {
    case 'changes':
      return [{ ...base, icon: 'file', title: counted(list.total, 'uncommitted file'), fix: 'Commit or discard them' }]
    case 'commits':
      return commitSections(list, stashListed(detail), units)
    case 'tags':
      return tagSections(detail, base)
    case 'stashes':
      return [
        { ...base, icon: 'box', title: counted(list.total, 'stash entry', 'stash entries'), fix: 'Apply or drop it' }
      ]
    default:
      return [
        {
          ...base,
          icon: 'branch',
          title: counted(list.total, 'worktree on no branch', 'worktrees on no branch'),
          fix: 'Give its commits a branch'
        }
      ]
  }
}

/** Tags that no listed commit names already. */
function tagSections({ lists }: UnsavedDetail, base: Omit<Section, 'icon' | 'title' | 'fix'>): Section[] {
  const commits = lists.find((other) => other.kind === 'commits')?.items ?? []
  const named = new Set(commits.map((item) => item.where))
  const rows = base.rows.filter((row) => !named.has(`tag ${row.name}`))
  const count = rows.length + base.more
  if (count === 0) return []
  const title = counted(count, 'tag that alone holds commits', 'tags that alone hold commits')
  return [{ ...base, rows, icon: 'info', title, fix: 'Push the tag; pushing a branch does not clear it' }]
}

/** The stash has a section of its own, which names its entries as git does. */
const stashListed = ({ lists }: UnsavedDetail) => lists.some((list) => list.kind === 'stashes' && list.total > 0)

const rank = (where: string) => (where.startsWith('branch ') ? 0 : where.startsWith('tag ') ? 1 : 2)

/** A section for each holder of commits, branches before tags; what was not sent has a section and no holder. */
function commitSections(list: UnsavedList, stash: boolean, units: Units): Section[] {
  const holders = new Map<string, UnsavedItem[]>()
  for (const item of list.items)
    if (!(stash && item.where === 'stash'))
      holders.set(item.where ?? '', [...(holders.get(item.where ?? '') ?? []), item])
  const ordered = [...holders].sort(([a], [b]) => rank(a) - rank(b))
  const sections = ordered.map(([where, items]): Section => {
    const tag = where.startsWith('tag ')
    const title = tag
      ? counted(items.length, 'commit reached only by a tag', 'commits reached only by a tag')
      : counted(items.length, 'commit on no remote', 'commits on no remote')
    return {
      key: `commits ${where}`,
      icon: tag ? 'info' : 'branch',
      title,
      aside: where,
      fix: tag ? 'Push the tag; pushing a branch does not clear it' : '',
      command: null,
      rows: items.map((item, index) => rowOf('commits', item, index, units)),
      more: 0
    }
  })
  const unsent = list.total - list.items.length
  if (unsent === 0) return sections
  const title = counted(unsent, 'more commit on no remote', 'more commits on no remote')
  return [
    ...sections,
    { key: 'commits unsent', icon: 'branch', title, aside: '', fix: '', command: null, rows: [], more: unsent }
  ]
}

function rowOf(kind: UnsavedKind, item: UnsavedItem, index: number, units: Units): Row {
  const lead =
    kind === 'changes'
      ? (item.code ?? '').trim().replace('??', '?')
      : kind === 'stashes'
        ? (item.where ?? '')
        : (item.id ?? '').slice(0, 7)
  const size = item.bytes === null ? null : inPage(item.bytes, units)
  const inside = kind === 'changes' && item.where !== null ? `in ${item.where}` : null
  return {
    key: `${index} ${item.name}`,
    lead,
    name: item.name,
    note: [inside, item.note, size].filter((part) => part !== null).join(', '),
    at: item.at,
    clear: item.clear
  }
}

/** The other questions, what they found, the weightiest first. Pure. */
export function findingsOf(detail: UnsavedDetail, units: Units): Finding[] {
  const order = ['loses', 'unknown', 'hint']
  return detail.lists
    .filter((list) => !lost.has(list.kind) || list.total === 0)
    .map((list) => ({
      key: list.kind,
      weight: list.weight,
      question: questions[list.kind],
      text: list.text,
      rows: list.items.map((item, index) => rowOf(list.kind, item, index, units)),
      more: list.total - list.items.length
    }))
    .sort((a, b) => order.indexOf(a.weight) - order.indexOf(b.weight))
}
