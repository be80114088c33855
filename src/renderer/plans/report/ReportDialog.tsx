import { useRef } from 'react'
import type { ReportHead, ReportRow } from '../../../shared/plan'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { EmptyState } from '../../components/EmptyState'
import { useVoice } from '../../components/Voice'
import { HowCountedButton } from '../../figures/HowCounted'
import { useUnits } from '../../store/store'
import { reportText } from './as-text'
import './report.css'
import { ReportFigures } from './ReportFigures'
import { ReportRows } from './ReportRows'
import { reportSays, reportSections, reportTitle } from './sections'
import { useReport } from './use-report'

export interface ReportDialogProps {
  readonly act: string
  /** Scans, then opens the review again; absent for a report of the past. */
  readonly onAgain?: () => void
  readonly onClose: () => void
}

function CopyReport({ head, rows }: { head: ReportHead; rows: readonly ReportRow[] }) {
  const units = useUnits()
  const voice = useVoice()
  const copy = () =>
    void navigator.clipboard.writeText(reportText(head, rows, units)).then(
      () => voice.toast('Report copied'),
      () => voice.refuse('The clipboard refused it')
    )
  return (
    <Button kind="quiet" icon="copy" onClick={copy}>
      Copy report
    </Button>
  )
}

function Body({ head, rows }: { head: ReportHead; rows: readonly ReportRow[] }) {
  const sections = reportSections(rows)
  // The footer says it already.
  const notes = head.notes.filter((note) => !note.startsWith('Docker images'))
  return (
    <>
      <ReportFigures head={head} />
      {head.refused !== null && (
        <p className="report-refused" role="alert">
          {head.refused.text}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="report-rows" aria-label="What became of each" tabIndex={0}>
        {sections.map((section) => (
          <ReportRows key={section.key} section={section} />
        ))}
        {notes.length > 0 && (
          <ul className="report-notes small text-3">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

/** What an act did: what was freed, what went, what the system refused, what was left and why. Kept in History. */
export function ReportDialog({ act, onAgain, onClose }: ReportDialogProps) {
  const { head, rows, fault } = useReport(act)
  const done = useRef<HTMLButtonElement>(null)
  const whole = head !== null && head.ending === 'all'
  return (
    <Dialog
      title={head === null ? 'Report' : reportTitle(head)}
      says={head === null ? 'Reading what was done.' : reportSays(head)}
      icon={head === null || head.ending !== 'nothing' ? 'check' : 'shield'}
      width={720}
      className={whole ? 'report report-whole' : 'report'}
      firstFocus={done}
      onClose={onClose}
      footer={
        <>
          <span className="small text-3">Docker images are not touched; they may still hold disk.</span>
          <span className="spacer" />
          <HowCountedButton />
          {head !== null && <CopyReport head={head} rows={rows} />}
          {onAgain !== undefined && <Button onClick={onAgain}>Plan again</Button>}
          <Button ref={done} kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {fault === null ? (
        head !== null && <Body head={head} rows={rows} />
      ) : (
        <EmptyState icon="warning" title="The report could not be read">
          {fault}
        </EmptyState>
      )}
    </Dialog>
  )
}
