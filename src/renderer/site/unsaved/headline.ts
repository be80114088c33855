import type { Site, UnsavedDetail } from '../../../shared/model'
import type { IconName } from '../../components/icons'

export interface Headline {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** The answer in one line: three answers, never two. Pure. */
export function headlineOf(site: Pick<Site, 'label'>, { unsaved, lists }: UnsavedDetail): Headline {
  const stash = lists.some((list) => list.kind === 'stashes' && list.total > 0)
    ? ' A stash counts with the commits it is made of.'
    : ''
  if (unsaved !== null && 'wouldLose' in unsaved)
    return { icon: 'warning', title: 'Removing it would lose work', text: `Only here: ${unsaved.wouldLose}.${stash}` }
  if (unsaved !== null && 'couldNotTell' in unsaved)
    return { icon: 'question', title: 'Could not tell', text: unsaved.couldNotTell }
  const kept = lists.some((list) => list.weight !== 'hint')
  return {
    icon: 'check',
    title: 'Nothing to lose',
    text: kept
      ? `Every file and commit of ${site.label} is somewhere else too, but something beside them keeps it.`
      : `Every file and commit of ${site.label} is somewhere else too.`
  }
}
