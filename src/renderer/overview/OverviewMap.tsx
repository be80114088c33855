import { inPage } from '../../shared/bytes'
import type { Summary } from '../../shared/model'
import { useGo } from '../app/route'
import { Button } from '../components/Button'
import { Figure } from '../components/Figure'
import { Icon } from '../components/Icon'
import { counted } from '../components/words'
import { useUnits } from '../store/store'
import { Legend } from '../treemap/Legend'
import { MapCard } from '../treemap/MapCard'
import type { Explorer } from '../treemap/useExplorer'
import { useExplorer } from '../treemap/useExplorer'

/** What the map does not draw, in words. Nothing when it draws all there is. */
export function NotDrawn({ shared, unmeasured }: { shared: number; unmeasured: number }) {
  const units = useUnits()
  const parts = [
    shared > 0 && `${inPage(shared, units)} shared by several workspaces. It is freed when the last of them goes.`,
    unmeasured > 0 &&
      `${counted(unmeasured, 'workspace')} not measured yet; the table has ${unmeasured === 1 ? 'it' : 'them'}.`
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return (
    <p className="map-note">
      <Icon name="info" size={14} />
      <span>Not drawn: {parts.join(' ')}</span>
    </p>
  )
}

/** Goes from the workspace that the map is in to its own page. */
function OpenSite({ explorer }: { explorer: Explorer }) {
  const go = useGo()
  const { site } = explorer
  if (!explorer.canGoUp || site === null) return null
  return (
    <Button kind="quiet" small onClick={() => go({ page: 'site', site, tab: 'space' })}>
      Open workspace
    </Button>
  )
}

/** The map of everything. */
export function OverviewMap({ summary }: { summary: Summary }) {
  const explorer = useExplorer(null, 'Everything')
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
      actions={<OpenSite explorer={explorer} />}
      above={
        explorer.canGoUp && explorer.colouring === 'verdict' ? (
          <div className="legend" />
        ) : (
          <Legend colouring={explorer.colouring} level={explorer.level} groups={summary.groups} />
        )
      }
      below={
        <NotDrawn
          shared={explorer.canGoUp ? (explorer.level?.sharedBytes ?? 0) : (summary.sharedBytes ?? 0)}
          unmeasured={explorer.canGoUp ? (explorer.level?.unmeasured ?? 0) : summary.unmeasured}
        />
      }
    />
  )
}
