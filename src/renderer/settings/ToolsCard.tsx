import type { SourceReport } from '../../shared/model'
import { ageWords, momentWords, useNow } from '../components/age'
import { Card } from '../components/Card'
import { CommandBlock } from '../components/CopyText'
import { Icon } from '../components/Icon'
import { usePage } from '../store/store'
import { CheckList } from './CheckList'

function ToolRow({ report, now }: { report: SourceReport; now: number }) {
  return (
    <li className={report.ok ? 'tool-row' : 'tool-row tool-row-failed'}>
      <span className={report.ok ? 'text-2' : 'amber-text'}>
        <Icon name={report.ok ? 'check' : 'warning'} label={report.ok ? 'Answers' : 'Does not answer'} />
      </span>
      <div className="tool-words">
        <div className="row">
          <span className="medium whole">{report.name}</span>
          {report.said !== '' && (
            <span className={report.ok ? 'small text-3 cut' : 'quoted cut'} title={report.said}>
              {report.said}
            </span>
          )}
        </div>
        {report.means !== '' && <p className="small text-2">{report.means}</p>}
        {!report.ok && report.fix !== '' && <p className="small text-2">{report.fix}</p>}
        {!report.ok && report.command !== null && <CommandBlock command={report.command} />}
      </div>
      <span className="small text-3 whole" title={momentWords(report.askedAt) ?? undefined}>
        {ageWords(report.askedAt, now)}
      </span>
    </li>
  )
}

/** What each program answered when it was last asked, in its own words. */
export function ToolsCard() {
  const sources = usePage((state) => state.summary?.sources ?? none)
  const now = useNow(30_000)
  return (
    <Card title="Tools" aside="What there is here, and what each said when it was last asked">
      <CheckList />
      <h3 className="small medium text-2 settings-line">At the last scan</h3>
      {sources.length === 0 ? (
        <p className="settings-line text-2">None was asked yet. The first scan asks them.</p>
      ) : (
        <ul aria-label="At the last scan">
          {sources.map((report) => (
            <ToolRow key={report.id} report={report} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const none: readonly SourceReport[] = []
