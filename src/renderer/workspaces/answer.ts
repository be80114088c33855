import type { Site } from '../../shared/model'

/** The forms the "Unsaved work" column takes: three answers, and two ways of having none. */
export type AnswerForm = 'loses' | 'cannot' | 'not-asked' | 'clear' | 'not-looked'

export interface UnsavedAnswer {
  readonly form: AnswerForm
  readonly text: string
}

/** Most worth reading first: the order the column sorts in. */
export const answerForms: readonly AnswerForm[] = ['loses', 'cannot', 'not-asked', 'clear', 'not-looked']

const notAsked: UnsavedAnswer = { form: 'not-asked', text: 'Not asked yet' }
const notLooked: UnsavedAnswer = { form: 'not-looked', text: 'Not looked at' }
const clear: UnsavedAnswer = { form: 'clear', text: 'Nothing to lose' }

/**
 * What is known about a site's unsaved work. A question nobody asked is never shown as "nothing to lose", and a
 * workspace that devlaunch did not make is not looked at.
 */
export function unsavedAnswer(site: Pick<Site, 'unsaved' | 'kind'>): UnsavedAnswer {
  const { unsaved } = site
  if (unsaved === null) return site.kind === 'folder' ? notLooked : notAsked
  if ('wouldLose' in unsaved) return { form: 'loses', text: unsaved.wouldLose }
  if ('couldNotTell' in unsaved) return { form: 'cannot', text: unsaved.couldNotTell }
  return clear
}
