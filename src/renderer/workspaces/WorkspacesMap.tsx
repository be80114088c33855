import { Figure } from '../components/Figure'
import { counted } from '../components/words'
import { NotDrawn } from '../overview/OverviewMap'
import { usePage } from '../store/store'
import { Legend } from '../treemap/Legend'
import { MapCard } from '../treemap/MapCard'
import { type Explorer, useExplorer } from '../treemap/useExplorer'

/** The list of workspaces as a map. Its switch leads back to the table. */
export function WorkspacesMap({ onTable }: { onTable: () => void }) {
  const summary = usePage((state) => state.summary)
  const map = useExplorer(null, 'Everything')
  const explorer: Explorer = { ...map, form: 'map', show: (form) => form === 'table' && onTable() }
  if (summary === null) return null
  const inside = explorer.canGoUp
  return (
    <MapCard
      explorer={explorer}
      title="What deleting would free"
      aside={
        <>
          <Figure bytes={summary.total} estimate={summary.estimate} missing="nothing measured" /> in{' '}
          {counted(summary.workspaces, 'workspace')}
        </>
      }
      above={
        inside && explorer.colouring === 'verdict' ? (
          <div className="legend" />
        ) : (
          <Legend colouring={explorer.colouring} level={explorer.level} groups={summary.groups} />
        )
      }
      below={
        <NotDrawn
          shared={(inside ? explorer.level?.sharedBytes : summary.sharedBytes) ?? 0}
          unmeasured={(inside ? explorer.level?.unmeasured : summary.unmeasured) ?? 0}
        />
      }
    />
  )
}
