import { useGo } from '../app/route'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { usePage } from '../store/store'

/** Why the list is empty, and the next step. */
export function NothingHere({ filtering, onClear }: { filtering: boolean; onClear: () => void }) {
  const go = useGo()
  const scan = usePage((state) => state.summary?.scan ?? 'never')
  if (filtering)
    return (
      <EmptyState
        icon="search"
        title="No workspace fits this filter"
        action={<Button onClick={onClear}>Clear filter</Button>}
      >
        Every workspace that was found is still there.
      </EmptyState>
    )
  if (scan === 'running')
    return (
      <EmptyState icon="workspaces" title="Looking for workspaces">
        They appear here one by one, before they are measured.
      </EmptyState>
    )
  const toPlaces = <Button onClick={() => go({ page: 'settings', section: 'places' })}>Choose places to watch</Button>
  return (
    <EmptyState icon="workspaces" title="No workspaces" action={toPlaces}>
      {scan === 'never'
        ? 'No place has been scanned yet.'
        : 'The places you watch hold no workspace and no git checkout.'}
    </EmptyState>
  )
}
