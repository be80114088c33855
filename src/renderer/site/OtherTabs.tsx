import type { Site } from '../../shared/model'
import { EmptyState } from '../components/EmptyState'
import { unsavedAnswer } from '../workspaces/answer'
import { unaskedWords } from './words'

/** What is known of work that exists only here. */
export function UnsavedTab({ site }: { site: Site }) {
  if (site.unsaved === null) {
    const { title, text } = unaskedWords(site)
    return (
      <EmptyState icon="question" title={title}>
        {text}
      </EmptyState>
    )
  }
  const answer = unsavedAnswer(site)
  if (answer.form === 'clear')
    return (
      <EmptyState icon="check" title="Nothing to lose">
        Every file and commit in it is somewhere else too.
      </EmptyState>
    )
  const loses = answer.form === 'loses'
  return (
    <EmptyState icon={loses ? 'warning' : 'question'} title={loses ? 'Removing it would lose work' : 'Could not tell'}>
      {answer.text}
    </EmptyState>
  )
}

/** What devpod and devlaunch wrote down about it. */
export function RecordsTab() {
  return (
    <EmptyState icon="file" title="Not read yet">
      The record that devpod keeps of a workspace and the one that devlaunch keeps stand side by side here once both are
      read. Where they disagree, no plan acts.
    </EmptyState>
  )
}

/** Its size over time. */
export function SiteHistoryTab() {
  return (
    <EmptyState icon="history" title="No readings yet">
      One reading a day is kept, so that you see what grew. There is none of this workspace.
    </EmptyState>
  )
}
