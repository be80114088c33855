import type { Site, Unsaved } from '../../shared/model'
import { plainCounts } from '../components/words'
import { doubtInShort, siteLossInShort } from './in-short'

/** The forms the "Unsaved work" column takes: three answers, and two ways of having none. */
export type AnswerForm = 'loses' | 'cannot' | 'not-asked' | 'clear' | 'not-looked'

export interface UnsavedAnswer {
  readonly form: AnswerForm
  /** As short as a column of the table. */
  readonly text: string
  /** The engine's own words. */
  readonly whole: string
}

/** Most worth reading first: the order the column sorts in. */
export const answerForms: readonly AnswerForm[] = ['loses', 'cannot', 'not-asked', 'clear', 'not-looked']

const alike = (form: AnswerForm, text: string): UnsavedAnswer => ({ form, text, whole: text })
const notAsked = alike('not-asked', 'Not asked yet')
const notLooked = alike('not-looked', 'Not looked at')
const clear = alike('clear', 'Nothing to lose')

/** An answer of 10,000 rows is sorted and drawn often; the same answer object is read once. */
const known = new WeakMap<Unsaved, UnsavedAnswer>()

/**
 * What is known about a site's unsaved work. A question nobody asked is never shown as "nothing to lose", and a
 * workspace that devlaunch did not make is not looked at.
 */
export function unsavedAnswer(site: Pick<Site, 'unsaved' | 'lost' | 'kind'>): UnsavedAnswer {
  const { unsaved, lost } = site
  if (unsaved === null) return site.kind === 'folder' ? notLooked : notAsked
  const answer = known.get(unsaved) ?? read(unsaved, lost)
  known.set(unsaved, answer)
  return answer
}

function read(unsaved: Unsaved, lost: Site['lost']): UnsavedAnswer {
  if ('wouldLose' in unsaved)
    return { form: 'loses', text: siteLossInShort(lost, unsaved.wouldLose), whole: plainCounts(unsaved.wouldLose) }
  if ('couldNotTell' in unsaved)
    return { form: 'cannot', text: doubtInShort(unsaved.couldNotTell), whole: unsaved.couldNotTell }
  return clear
}
