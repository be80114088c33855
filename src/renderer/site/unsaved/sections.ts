import type { Units } from '../../../shared/bytes'
import type { UnsavedDetail, UnsavedKind, UnsavedList } from '../../../shared/unsaved'
import type { IconName } from '../../components/icons'
import { counted } from '../../components/words'
import { byHolder, commitSections, headSections, tagSections } from './holders'
import { type Row, rowsOf } from './rows'

/** What one step would save: its title says how much, `fix` what to do, `command` how. */
export interface Section {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  /** Who holds it: `branch` in words, its name as code. */
  readonly aside: { readonly words: string; readonly name: string } | null
  readonly fix: string
  readonly command: string | null
  readonly rows: readonly Row[]
  /** How many more there are than the engine sent. */
  readonly more: number
}

/** What has a section of its own. */
export const lostKinds: ReadonlySet<UnsavedKind> = new Set(['changes', 'commits', 'tags', 'stashes', 'heads'])

/** What would be lost, grouped by what saves it: files, commits of each branch, of each tag, stash, detached heads. Pure. */
export const sectionsOf = (detail: UnsavedDetail, units: Units): Section[] =>
  detail.lists
    .filter((list) => lostKinds.has(list.kind) && list.total > 0)
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
  switch (list.kind) {
    case 'changes':
      return changeSections(list, units)
    case 'commits':
      return commitSections(list, detail, units)
    case 'tags':
      return tagSections(list, detail, units)
    case 'heads':
      return headSections(list, detail, units)
    default:
      return [stashSection(list, units)]
  }
}

function stashSection(list: UnsavedList, units: Units): Section {
  const title = counted(list.total, 'stash entry', 'stash entries')
  const rows = rowsOf(list.kind, list.items, units)
  const more = list.total - list.items.length
  return { key: 'stashes', icon: 'stack', title, aside: null, fix: 'Apply or drop it', command: list.clear, rows, more }
}

/** The files of the checkout itself and of each worktree inside it; what was not sent has a section and no folder. */
function changeSections(list: UnsavedList, units: Units): Section[] {
  const unsent = list.total - list.items.length
  const holders = byHolder(list.items)
  const own = holders.size === 1 && holders.has('')
  const fix = 'Commit or discard them'
  const base = { icon: 'file' as const, fix }
  const sections = [...holders].map(([where, items]): Section => {
    const more = own ? unsent : 0
    const command = where === '' ? list.clear : null
    const title = counted(items.length + more, 'uncommitted file')
    const aside = where === '' ? null : { words: 'in', name: where }
    return { ...base, key: `changes ${where}`, title, aside, command, rows: rowsOf('changes', items, units), more }
  })
  if (unsent === 0 || own) return sections
  const title = counted(unsent, 'more uncommitted file')
  return [...sections, { ...base, key: 'changes unsent', title, aside: null, command: null, rows: [], more: unsent }]
}
