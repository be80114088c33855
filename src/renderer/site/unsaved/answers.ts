import type { Units } from '../../../shared/bytes'
import type { SiteKind } from '../../../shared/model'
import type { UnsavedDetail, UnsavedKind, UnsavedList } from '../../../shared/unsaved'
import { type Row, rowsOf } from './rows'
import { lostKinds } from './sections'

/** A question that was asked, with its answer in a sentence. */
export interface Answered {
  readonly key: string
  /** `clear`: asked, and nothing found. */
  readonly weight: UnsavedList['weight'] | 'clear'
  readonly question: string
  readonly text: string
  readonly rows: readonly Row[]
  readonly more: number
}

interface Question {
  readonly kinds: readonly UnsavedKind[]
  readonly words: string
  /** In a linked worktree, whose branches, tags and stash stay with its repository. */
  readonly linked?: string
  /** The answer where nothing was found. */
  readonly none: string
}

const questions: readonly Question[] = [
  { kinds: ['changes'], words: 'Working tree', none: 'Nothing changed' },
  {
    kinds: ['commits', 'tags', 'stashes', 'heads'],
    words: 'Every branch, tag and stash',
    linked: 'Its own commits',
    none: 'On a remote'
  },
  { kinds: ['sites'], words: 'Worktrees inside it', none: 'None keeps it' },
  { kinds: ['hidden-flags'], words: 'Edits hidden from git', none: 'None' },
  { kinds: ['operation'], words: 'An operation in progress', none: 'None' },
  { kinds: ['nested'], words: 'Repositories inside it', none: 'None keeps it' },
  { kinds: ['absent-worktrees'], words: 'Absent worktrees', none: 'None keeps it' },
  { kinds: ['borrowers'], words: 'Who borrows its objects', none: 'Nobody' },
  { kinds: ['ignored'], words: 'Ignored, restored by nothing', none: 'None' },
  { kinds: ['private-commits'], words: 'Reflogs and private refs', none: 'Nothing more' }
]

const order = ['loses', 'unknown', 'hint', 'clear']

/**
 * Every question with its answer, the weightiest first. Where git could not look at all nothing else was asked, and no
 * question is shown as answered. Pure.
 */
export function answersOf(detail: UnsavedDetail, kind: SiteKind, units: Units): Answered[] {
  const { unsaved, lists } = detail
  if (unsaved === null || (lists.length === 0 && 'couldNotTell' in unsaved)) return []
  return questions
    .map((question) => answerTo(question, kind, lists, units))
    .sort((a, b) => order.indexOf(a.weight) - order.indexOf(b.weight))
}

function answerTo(question: Question, kind: SiteKind, lists: readonly UnsavedList[], units: Units): Answered {
  const { kinds, words, linked = words, none } = question
  const base = { key: kinds[0] ?? words, question: kind === 'worktree' ? linked : words }
  const found = lists.filter((list) => kinds.includes(list.kind))
  const [first] = found
  if (first === undefined) return { ...base, weight: 'clear', text: none, rows: [], more: 0 }
  const weight = order.find((each) => found.some((list) => list.weight === each)) as UnsavedList['weight']
  const text = found.map((list) => list.text).join(' ')
  // What would be lost has its names in a section of its own.
  if (lostKinds.has(first.kind)) return { ...base, weight, text, rows: [], more: 0 }
  return { ...base, weight, text, rows: rowsOf(first.kind, first.items, units), more: first.total - first.items.length }
}
