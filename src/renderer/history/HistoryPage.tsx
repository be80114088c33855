import { useState } from 'react'
import { Card } from '../components/Card'
import { EmptyState } from '../components/EmptyState'
import { ReportDialog } from '../plans/report/ReportDialog'
import './history.css'
import { PastRuns } from './PastRuns'
import { useReports } from './use-reports'

function NoReadings() {
  return (
    <EmptyState icon="history" title="No readings yet">
      One reading a day is kept, so that you see what grew. The first one comes with a later version of Clearhold.
    </EmptyState>
  )
}

/** What was freed when, and every report of a run. */
export function HistoryPage() {
  const reports = useReports()
  const [open, setOpen] = useState<string | null>(null)
  if (reports.reports === null || (reports.reports.length === 0 && reports.fault === null)) return <NoReadings />
  return (
    <>
      <Card className="readings" title="Reclaimable space">
        <NoReadings />
      </Card>
      <PastRuns reports={reports} onOpen={setOpen} />
      {open !== null && <ReportDialog act={open} onClose={() => setOpen(null)} />}
    </>
  )
}
