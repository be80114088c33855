import type { Summary } from '../../shared/model'
import { useScan } from '../app/scan'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { Welcome } from '../first-run/Welcome'
import { Scanning } from '../scanning/Scanning'
import { useFirstRun, usePage } from '../store/store'
import { EyeCard } from './EyeCard'
import { Hero, PlanCells } from './Hero'
import { HistoryCard } from './HistoryCard'
import { Notices } from './Notices'
import { OverviewMap } from './OverviewMap'
import './overview.css'
import { SourceBanner } from './SourceBanner'

function NothingFound() {
  const scan = useScan()
  return (
    <EmptyState
      icon="search"
      title="No workspaces were found"
      action={<Button onClick={scan.start}>Scan again</Button>}
    >
      The chosen places hold no workspaces, clones or checkouts. Settings has the list of places.
    </EmptyState>
  )
}

function NotScanned() {
  const scan = useScan()
  return (
    <EmptyState
      icon="refresh"
      title="Nothing is measured yet"
      action={
        <Button kind="primary" onClick={scan.start}>
          Scan
        </Button>
      }
    >
      Sizes are measured anew each time Clearhold starts. Until then the last ones stand, with their age.
    </EmptyState>
  )
}

/** What the survey found, after a scan. */
function Found({ summary }: { summary: Summary }) {
  // One failed source leaves the headline its room; more of them take it.
  const failed = summary.sources.filter((source) => !source.ok).length > 1
  if (summary.sites === 0)
    return (
      <>
        <SourceBanner sources={summary.sources} />
        <Notices summary={summary} />
        <NothingFound />
      </>
    )
  return (
    <>
      <SourceBanner sources={summary.sources} />
      <Notices summary={summary} />
      {failed ? (
        <section className="card hero hero-strip" aria-label="Plans">
          <PlanCells summary={summary} five />
        </section>
      ) : (
        <Hero summary={summary} />
      )}
      <div className={failed ? 'overview-main overview-failed' : 'overview-main'}>
        <OverviewMap summary={summary} />
        <aside className="overview-rail" aria-label="Beside the map" data-region="rail">
          <EyeCard />
          <HistoryCard />
        </aside>
      </div>
    </>
  )
}

/** The first screen: welcome before the first scan, progress while one runs, else what was found. */
export function OverviewPage() {
  const summary = usePage((state) => state.summary)
  const running = usePage((state) => state.job?.state === 'running')
  const welcome = useFirstRun()
  if (summary === null) return null
  if (running || summary.scan === 'running') return <Scanning summary={summary} />
  if (welcome) return <Welcome />
  if (summary.scan === 'never') return <NotScanned />
  return <Found summary={summary} />
}
