import { useState } from 'react'
import { inPage } from '../../../shared/bytes'
import type { ReportRow } from '../../../shared/plan'
import { Button } from '../../components/Button'
import { CommandBlock, CopyButton } from '../../components/CopyText'
import { Icon } from '../../components/Icon'
import { plainCounts } from '../../components/words'
import { useUnits } from '../../store/store'
import { outcomeWord } from '../acting/status'
import { kindIcons, rowName } from '../words'
import { isSmall, oftenBecause, type ReportSection, smallMost, smallWords } from './sections'

/** The places that refused, each once, in the system's words, and what often is behind it. */
function Refusals({ row }: { row: ReportRow }) {
  const [shown, setShown] = useState(false)
  const often = oftenBecause(row.refusals.map((refusal) => refusal.code))
  const [first] = row.refusals
  return (
    <div className="report-told">
      <ul>
        {row.refusals.map(({ path, said }) => (
          <li key={path} className="mono" title={path}>
            {path.startsWith(`${row.path}/`) ? path.slice(row.path.length + 1) : path}: {said}
          </li>
        ))}
      </ul>
      {often !== null && first !== undefined && (
        <div className="small text-2">
          {often.text}{' '}
          {shown ? (
            <CommandBlock command={often.command(first.path)} />
          ) : (
            <button type="button" className="report-try" onClick={() => setShown(true)}>
              Show a command to try
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function Row({ row, part }: { row: ReportRow; part: boolean }) {
  const units = useUnits()
  const word = outcomeWord(row.outcome)
  return (
    <li className="report-row" data-outcome={row.outcome}>
      <span className="text-2">
        <Icon name={kindIcons[row.kind]} size={14} />
      </span>
      <span className="report-name">
        <span className="mono cut" title={row.path}>
          {rowName(row)}
        </span>
        <CopyButton text={row.path} label={`Copy the path of ${rowName(row)}`} />
      </span>
      <span className="small medium tabular whole">
        {row.removedBytes > 0
          ? `${inPage(row.removedBytes, units)}${part ? ' went' : ''}`
          : word === 'Removed' || word === 'Left'
            ? ''
            : word}
      </span>
      {row.because !== null && row.refusals.length === 0 && (
        <p className="report-told small text-2">{plainCounts(row.because)}</p>
      )}
      {row.refusals.length > 0 && <Refusals row={row} />}
    </li>
  )
}

/** Volumes, locks and records in one line that opens to each. */
function Small({ rows }: { rows: readonly ReportRow[] }) {
  const [open, setOpen] = useState(false)
  if (open) return rows.map((row) => <Row key={row.id} row={row} part={false} />)
  return (
    <li className="report-row">
      <span className="text-2">
        <Icon name="disk" size={14} />
      </span>
      <span className="small">{smallWords(rows)}</span>
      <Button kind="quiet" small onClick={() => setOpen(true)}>
        Show each
      </Button>
    </li>
  )
}

/** How many rows of a section stand there at once. */
const first = 100

/** One section of a report: what became of its rows, by name. */
export function ReportRows({ section }: { section: ReportSection }) {
  const [all, setAll] = useState(false)
  const small = section.key === 'removed' ? section.rows.filter(isSmall) : []
  const folds = small.length > smallMost
  const large = folds ? section.rows.filter((row) => !isSmall(row)) : section.rows
  const rows = all ? large : large.slice(0, first)
  return (
    <section aria-label={section.title} className="report-section">
      <h3 className={`report-head report-head-${section.key}`}>
        <Icon name={section.icon} size={14} />
        {section.title}
        <span className="spacer" />
        <span className="text-3">{section.rows.length.toLocaleString('en-GB')}</span>
      </h3>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} part={section.key === 'refused' || section.key === 'unfinished'} />
        ))}
        {folds && <Small rows={small} />}
      </ul>
      {rows.length < large.length && (
        <div className="report-more">
          <Button kind="quiet" small onClick={() => setAll(true)}>
            Show all {large.length.toLocaleString('en-GB')}
          </Button>
        </div>
      )}
    </section>
  )
}
