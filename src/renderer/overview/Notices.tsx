import type { Summary } from '../../shared/model'
import { useScan } from '../app/scan'
import { Button } from '../components/Button'
import { Icon } from '../components/Icon'
import './notices.css'

/** How the last scan ended when it did not reach its end, and the step from there. */
function ScanEnd({ summary }: { summary: Summary }) {
  const scan = useScan()
  if (summary.scan === 'failed')
    return (
      <div className="notice notice-bad" role="alert">
        <Icon name="warning" size={14} />
        <span>
          <span className="strong">The scan ended early.</span> {summary.job?.fault ?? ''} What was measured before
          stays on the page.
        </span>
        <span className="spacer" />
        <Button small icon="refresh" onClick={scan.start}>
          Scan again
        </Button>
      </div>
    )
  if (summary.scan !== 'stopped') return null
  return (
    <div className="notice">
      <Icon name="stop" size={14} />
      <span>
        <span className="strong">The scan was stopped.</span> What was measured stays, as floors.
      </span>
    </div>
  )
}

/** What the engine wants said: a damaged file it set aside, a folder it could not search to the end. */
export function Notices({ summary }: { summary: Summary }) {
  return (
    <>
      <ScanEnd summary={summary} />
      {summary.notices.length > 0 && (
        <ul className="notice-list" aria-label="Notices">
          {summary.notices.map((text) => (
            <li key={text} className="notice">
              <Icon name="info" size={14} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
