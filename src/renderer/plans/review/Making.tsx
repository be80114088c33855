import type { Planning } from '../../../shared/plan'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { homePath } from '../../components/words'
import { usePage } from '../../store/store'
import type { Making } from '../making'

/** How far the making is, in a sentence. Pure. */
export function makingWords(planning: Planning | null, home: string): string {
  if (planning?.waiting != null)
    return `Waiting for the lock of ${homePath(planning.waiting, home)}, which another program holds.`
  if (planning === null || planning.total === null || planning.total === 0) return 'Asking devpod, git and the disk.'
  return `Looked at ${planning.done.toLocaleString('en-GB')} of ${planning.total.toLocaleString('en-GB')} clones that nothing opens.`
}

/** What stands in a review that has no plan yet: how far it is, or why there is none. */
export function NoPlanYet({ making, again }: { making: Making; again: () => void }) {
  const { planning, fault } = making
  const home = usePage((state) => state.info?.home ?? '')
  const once = <Button onClick={again}>Plan again</Button>
  if (fault !== null)
    return (
      <EmptyState icon="warning" title="No plan could be made" action={once}>
        {fault}
      </EmptyState>
    )
  if (planning?.state === 'refused')
    return (
      <EmptyState icon="warning" title="No plan can be made now" action={once}>
        {planning.refused?.text ?? ''}
      </EmptyState>
    )
  if (planning?.state === 'failed' || planning?.state === 'stopped')
    return (
      <EmptyState
        icon="warning"
        title={planning.state === 'stopped' ? 'The look was stopped' : 'The look ended early'}
        action={once}
      >
        {planning.state === 'failed' && 'The diagnostics in Settings tell more.'}
      </EmptyState>
    )
  return (
    <EmptyState icon="eye" title="Looking what may go">
      <span role="status">{makingWords(planning, home)}</span> Nothing is removed by looking.
    </EmptyState>
  )
}
