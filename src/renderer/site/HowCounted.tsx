import { inPage } from '../../shared/bytes'
import type { SiteDetail } from '../../shared/model'
import { ageWords, momentWords, useNow } from '../components/age'
import { PathText } from '../components/CopyText'
import { counted } from '../components/words'
import { useUnits } from '../store/store'
import { closedBeyond } from './words'

/** Where the figures come from, and what is not in them. */
export function HowCounted({ detail }: { detail: SiteDetail }) {
  const units = useUnits()
  const now = useNow(30_000)
  const { entries, measuredAt, shared, closed, closedCount } = detail
  const age = ageWords(measuredAt, now)
  const beyond = closedBeyond(detail)
  return (
    <>
      {closedCount > 0 && (
        <section className="inspector-part">
          <h3 className="small medium">{counted(closedCount, 'folder')} could not be read</h3>
          <p className="small text-2">
            The figure is a floor: what is in {closedCount === 1 ? 'it' : 'them'} comes on top.
          </p>
          <ul className="inspector-closed small">
            {closed.map((door) => (
              <li key={door.path}>
                <PathText path={door.path} most={36} />
                <span className="quoted cut" title={door.said}>
                  {door.said}
                </span>
              </li>
            ))}
          </ul>
          {beyond > 0 && <p className="small text-3">and {beyond.toLocaleString('en-GB')} more</p>}
        </section>
      )}
      <section className="inspector-part">
        <h3 className="small medium">How this was counted</h3>
        <p className="small text-2">
          The blocks each file takes on the disk, each file once. Files that have a link elsewhere are left out
          {shared !== null && shared > 0 && `, ${inPage(shared, units)} here`}, because deleting this would not free
          them.
        </p>
        <p className="small text-3" title={momentWords(measuredAt) ?? undefined}>
          {age === null
            ? 'Not measured yet.'
            : `Measured ${age}${entries === null ? '' : `, ${counted(entries, 'entry', 'entries')}`}.`}
        </p>
      </section>
    </>
  )
}
