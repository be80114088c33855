import type { SiteDetail } from '../../shared/model'
import { counted } from '../components/words'
import type { UnsavedAnswer } from '../workspaces/answer'

const shownNames = 2

/** Who holds the same files: `Hard links with a, b and 3 others`. `null` when nobody is known to. */
export function sharedWords(names: readonly string[]): string | null {
  const [first, second] = names
  if (first === undefined) return null
  if (second === undefined) return `Hard links with ${first}`
  const rest = names.length - shownNames
  if (rest === 0) return `Hard links with ${first} and ${second}`
  return `Hard links with ${first}, ${second} and ${counted(rest, 'other')}`
}

/** The line under the figure of shared bytes. Amounts in bytes. */
export function sharedNote(detail: Pick<SiteDetail, 'shared' | 'sharedWith'>): string {
  if (detail.shared === null) return 'Not measured yet'
  if (detail.shared === 0) return 'It shares no file with anything else'
  return sharedWords(detail.sharedWith) ?? 'Hard links that lead out of it'
}

const noAmount = 'Not known yet'

/** What stands under "Would lose work", and in place of its figure, while the bytes of it are not known. */
export const lossWords = ({ form, text }: UnsavedAnswer): { readonly amount: string; readonly note: string } =>
  ({
    loses: { amount: noAmount, note: text },
    cannot: { amount: noAmount, note: text },
    'not-asked': { amount: noAmount, note: 'git was not asked' },
    clear: { amount: 'Nothing', note: 'git found no unsaved work' },
    'not-looked': { amount: noAmount, note: 'Not looked at' }
  })[form]

/** How many of the folders and files that could not be read are not in the list. */
export const closedBeyond = (detail: Pick<SiteDetail, 'closed' | 'closedCount'>): number =>
  Math.max(0, detail.closedCount - detail.closed.length)
