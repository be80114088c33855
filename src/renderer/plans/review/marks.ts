import { isFloor, unreadableIn } from '../../../shared/bytes'
import type { SiteState, VerdictGroup } from '../../../shared/model'
import type { PlanRow, RowAnswer } from '../../../shared/plan'
import { groupOf } from '../../../shared/verdict'
import { counted, plainCounts } from '../../components/words'
import { type CountedRow, lossWords, reasonsInOrder } from './reasons'

type Judged = Pick<PlanRow, 'kind' | 'decision' | 'reasons' | 'overridden'>

/** The chip of a row: its verdict, and what would be lost in words. Pure. */
export function verdictOf({ decision, reasons, overridden, lost }: Judged & Pick<CountedRow, 'lost'>): {
  group: VerdictGroup
  word?: string
} {
  const standing = overridden.length > 0 ? overridden : reasons
  if (decision !== 'keep' && standing.length === 0) return { group: 'nothing-to-lose' }
  const group = groupOf({ verdict: 'stands', reasons: [...standing] })
  const [lead] = reasonsInOrder(standing)
  if (group !== 'would-lose' || lead === undefined) return { group }
  return {
    group,
    word: `${overridden.length > 0 ? 'Loses' : 'Would lose'} ${lossWords(lead, lost === undefined ? {} : { lost })}`
  }
}

/** Where the clone of a row stands; null for what is no clone, or where the row cannot tell. Pure. */
export function stateOf(row: Judged, known: SiteState | null): SiteState | null {
  if (row.kind !== 'clone') return null
  if (known !== null) return known
  const [lead] = reasonsInOrder(row.reasons)
  if (lead?.kind === 'disputed') return 'disagree'
  if (lead?.kind === 'held') return null
  return 'orphaned'
}

/** What the figure of a row is worth. Pure; null where there is none. */
export function sizeWords({ kind, disk, estimate = null }: Pick<PlanRow, 'kind' | 'disk' | 'estimate'>): string | null {
  if (disk === null)
    return kind === 'volumes'
      ? 'Known to Docker alone'
      : kind === 'clone'
        ? 'Measured only for what nothing opens'
        : null
  if (!isFloor(disk)) return estimate === null ? 'Exclusive, all of it readable' : `The most it can be, on ${estimate}`
  return `A floor: ${counted(unreadableIn(disk), 'folder')} could not be read`
}

const questions: Readonly<Record<string, string>> = {
  held: 'Opened by',
  unsaved: 'Unsaved',
  'hidden-flags': 'Hidden edits',
  operation: 'In progress',
  nested: 'Repositories',
  'absent-worktrees': 'Worktrees',
  borrowers: 'Borrowers',
  ignored: 'Ignored files'
}

const safe: Readonly<Record<string, string>> = {
  held: 'No workspace devpod lists',
  unsaved: 'Nothing to lose',
  'hidden-flags': 'None',
  operation: 'None',
  nested: 'None keeps it',
  'absent-worktrees': 'None keeps it',
  borrowers: 'Nobody',
  ignored: 'None that exist nowhere else'
}

/** An answer in words; what nothing speaks against has words of its own for each question. Pure. */
export const answerWords = ({ question, answer, text }: Pick<RowAnswer, 'question' | 'answer' | 'text'>): string =>
  answer === 'safe' ? (safe[question] ?? text) : plainCounts(text)

/** A question in a word or two, for the narrow column. Pure. */
export const questionWord = (question: string): string => questions[question] ?? question.replace(/-/g, ' ')
