import { inPage } from '../../shared/bytes'
import type { ReportHead } from '../../shared/plan'
import { planWords } from '../app/Sidebar'
import { momentWords, useNow } from '../components/age'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import { isMeasured } from '../plans/report/sections'
import { useUnits } from '../store/store'
import type { Reports } from './use-reports'
import { runTime, runWords } from './words'

function Run({ report, now, onOpen }: { report: ReportHead; now: number; onOpen: () => void }) {
  const units = useUnits()
  return (
    <li>
      <button type="button" className="run" aria-haspopup="dialog" onClick={onOpen}>
        <span className="text-3 tabular whole" title={momentWords(report.finishedAt) ?? undefined}>
          {runTime(report.finishedAt, now)}
        </span>
        <span className="medium">{planWords[report.plan].word}</span>
        <span className="text-2 cut">{runWords(report)}</span>
        <span className="medium tabular whole">
          {isMeasured(report) ? inPage(report.freed.removedBytes, units) : 'not counted'}
        </span>
      </button>
    </li>
  )
}

/** Past runs, newest first; each opens its report. */
export function PastRuns({ reports, onOpen }: { reports: Reports; onOpen: (act: string) => void }) {
  const now = useNow(60_000)
  const { fault, more } = reports
  return (
    <Card
      className="past-runs"
      title="Past runs"
      actions={
        more && (
          <Button kind="quiet" small onClick={reports.next}>
            Show older ones
          </Button>
        )
      }
    >
      {fault !== null && <p className="past-fault small amber-text">{fault}</p>}
      <ul>
        {(reports.reports ?? []).map((report) => (
          <Run key={report.act} report={report} now={now} onOpen={() => onOpen(report.act)} />
        ))}
      </ul>
    </Card>
  )
}
