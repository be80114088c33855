import type { Units } from '../../../shared/bytes'
import type { UnsavedDetail, UnsavedItem, UnsavedList } from '../../../shared/unsaved'
import { counted } from '../../components/words'
import { rowsOf } from './rows'
import type { Section } from './sections'

export const tagFix = 'Push the tag; pushing a branch does not clear it'

/** Items by who holds them, in the order in which the holders are first named. */
export function byHolder(items: readonly UnsavedItem[]): Map<string, UnsavedItem[]> {
  const holders = new Map<string, UnsavedItem[]>()
  for (const item of items) {
    const held = holders.get(item.where ?? '')
    if (held === undefined) holders.set(item.where ?? '', [item])
    else held.push(item)
  }
  return holders
}

const rank = (where: string) => (where.startsWith('branch ') ? 0 : where.startsWith('tag ') ? 1 : 2)
/** A `HEAD` of this checkout or of a worktree that is on no branch. */
const isHead = (where: string) => where === 'HEAD' || where.startsWith('worktree ')

/** The stash has a section of its own, which names its entries as git does. */
const stashListed = ({ lists }: UnsavedDetail) => lists.some((list) => list.kind === 'stashes' && list.total > 0)

/** The commits that were sent and that no stash entry is made of. */
export const listedCommits = (list: UnsavedList, detail: UnsavedDetail): UnsavedItem[] =>
  list.items.filter((item) => !(stashListed(detail) && item.where === 'stash'))

/** A section for each holder of commits, branches before tags; what was not sent has a section and no holder. Pure. */
export function commitSections(list: UnsavedList, detail: UnsavedDetail, units: Units): Section[] {
  const holders = [...byHolder(listedCommits(list, detail))].sort(([a], [b]) => rank(a) - rank(b))
  const sections = holders.map(([where, items]) => holderSection(where, items, units))
  const unsent = list.total - list.items.length
  if (unsent === 0) return sections
  const title = counted(unsent, 'more commit on no remote', 'more commits on no remote')
  const fix = 'Push what is named above, then ask again'
  return [
    ...sections,
    { key: 'commits unsent', icon: 'commit', title, aside: null, fix, command: null, rows: [], more: unsent }
  ]
}

function holderSection(where: string, items: readonly UnsavedItem[], units: Units): Section {
  const [kind, ...name] = where.split(' ')
  const base = {
    key: `commits ${where}`,
    aside: where === '' ? null : { words: kind ?? '', name: name.join(' ') },
    rows: rowsOf('commits', items, units),
    more: 0
  }
  const many = (one: string, more: string) => counted(items.length, one, more)
  if (where.startsWith('tag ')) {
    const title = many('commit reached only by a tag', 'commits reached only by a tag')
    return { ...base, icon: 'tag', title, fix: tagFix, command: null }
  }
  if (isHead(where)) {
    // The newest holds all that its HEAD reaches, so one push saves them.
    const rows = base.rows.map((row) => ({ ...row, clear: null }))
    const title = many('commit on no branch', 'commits on no branch')
    const fix = 'Push it to a branch of its own'
    return { ...base, icon: 'commit', title, fix, command: items[0]?.clear ?? null, rows }
  }
  return {
    ...base,
    icon: 'commit',
    title: many('commit on no remote', 'commits on no remote'),
    fix: base.rows.some((row) => row.clear !== null) ? '' : 'It has no remote to push to',
    command: null
  }
}

/** Tags that no listed commit names already. Pure. */
export function tagSections(list: UnsavedList, detail: UnsavedDetail, units: Units): Section[] {
  const named = new Set(commitsIn(detail).map((item) => item.where))
  const left = list.items.filter((item) => !named.has(`tag ${item.name}`))
  const more = list.total - list.items.length
  if (left.length + more === 0) return []
  const title = counted(left.length + more, 'tag that alone holds commits', 'tags that alone hold commits')
  const rows = rowsOf('tags', left, units)
  return [{ key: 'tags', icon: 'tag', title, aside: null, fix: tagFix, command: list.clear, rows, more }]
}

/** Worktrees on no branch whose commits are not listed already. Pure. */
export function headSections(list: UnsavedList, detail: UnsavedDetail, units: Units): Section[] {
  const listed = new Set(commitsIn(detail).flatMap(({ id, where }) => (isHead(where ?? '') ? [id] : [])))
  const left = list.items.filter((item) => !listed.has(item.id))
  const more = list.total - list.items.length
  if (left.length + more === 0) return []
  const title = counted(left.length + more, 'worktree on no branch', 'worktrees on no branch')
  const rows = rowsOf('heads', left, units)
  const fix = 'Push it to a branch of its own'
  return [{ key: 'heads', icon: 'commit', title, aside: null, fix, command: list.clear, rows, more }]
}

const commitsIn = ({ lists }: UnsavedDetail) => lists.find((list) => list.kind === 'commits')?.items ?? []
