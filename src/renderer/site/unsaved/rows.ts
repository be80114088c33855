import { inPage, type Units } from '../../../shared/bytes'
import type { UnsavedItem, UnsavedKind } from '../../../shared/unsaved'
import { plainCounts } from '../../components/words'

/** One thing with a name; what does not apply is empty. */
export interface Row {
  readonly key: string
  /** git's letter for a change, a commit's short id, or a stash entry's name. */
  readonly lead: string
  readonly name: string
  /** A path and a tag are set as code, a subject as a sentence. */
  readonly form: 'code' | 'words'
  readonly note: string
  readonly at: string | null
  /** What would clear this one alone, where it is not the section's own command. */
  readonly clear: string | null
}

const inWords: ReadonlySet<UnsavedKind> = new Set(['commits', 'stashes', 'private-commits', 'operation'])

/** One item of a list as it is drawn; `index` is its place in the list. Pure. */
export function rowOf(kind: UnsavedKind, item: UnsavedItem, index: number, units: Units): Row {
  // A worktree inside is named at the end of what is said of it, and stands beside it already.
  const said = item.note?.replace(` (in ${item.name})`, '') ?? null
  const size = item.bytes === null ? null : inPage(item.bytes, units)
  return {
    key: `${index} ${item.name}`,
    lead: leadOf(kind, item),
    name: item.name,
    form: inWords.has(kind) ? 'words' : 'code',
    note: plainCounts([said, size].filter((part) => part !== null).join(', ')),
    at: item.at,
    clear: item.clear
  }
}

export const rowsOf = (kind: UnsavedKind, items: readonly UnsavedItem[], units: Units): Row[] =>
  items.map((item, index) => rowOf(kind, item, index, units))

function leadOf(kind: UnsavedKind, item: UnsavedItem): string {
  if (kind === 'changes') return (item.code ?? '').trim().replace('??', '?')
  return kind === 'stashes' ? (item.where ?? '') : (item.id ?? '').slice(0, 7)
}
