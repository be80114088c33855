import { inPage } from '../../../shared/bytes'
import type { ReportHead } from '../../../shared/plan'
import { Figure } from '../../components/Figure'
import { useUnits } from '../../store/store'
import { claimKeys, claimWord } from '../acting/status'
import { isMeasured } from './sections'

/** What each claim freed, what was promised, and the free space measured before and after. */
export function ReportFigures({ head }: { head: ReportHead }) {
  const units = useUnits()
  const { freeBefore, freeAfter } = head.freed
  const keys = claimKeys(head.claims)
  if (!isMeasured(head)) return <p className="report-unmeasured text-2">What it freed was not counted.</p>
  return (
    <dl className="report-figures">
      {keys.map((key) => (
        <div key={key}>
          <dd className="report-figure aqua-text">{inPage(head.claims[key] ?? 0, units)}</dd>
          <dt className="small text-2">freed {claimWord(key)}</dt>
        </div>
      ))}
      <div>
        <dd className="report-figure">
          <Figure bytes={head.promised} />
        </dd>
        <dt className="small text-2">was promised</dt>
      </div>
      <div>
        <dd className="report-figure">
          {freeBefore === null || freeAfter === null ? (
            <span className="text-3">not measured</span>
          ) : (
            <>
              {inPage(freeBefore, units)} <span aria-hidden="true">→</span>
              <span className="spoken">before,</span> {inPage(freeAfter, units)}
            </>
          )}
        </dd>
        <dt className="small text-2">free on the disk, before and after</dt>
      </div>
    </dl>
  )
}
