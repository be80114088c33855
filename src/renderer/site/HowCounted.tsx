import { estimateReason, inPage } from '../../shared/bytes'
import type { SiteDetail } from '../../shared/model'
import { ageWords, momentWords, useNow } from '../components/age'
import { PathText } from '../components/CopyText'
import { counted } from '../components/words'
import { useUnits } from '../store/store'
import { WeighAgain } from './WeighAgain'
import { closedBeyond } from './words'

/** Where the figures come from, and what is not in them. */
export function HowCounted({ detail }: { detail: SiteDetail }) {
  const units = useUnits()
  const now = useNow(30_000)
  const { site, entries, measuredAt, shared, closed, closedCount } = detail
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
      <Mounts detail={detail} />
      <section className="inspector-part">
        <h3 className="small medium">How this was counted</h3>
        <p className="small text-2">
          The blocks each file takes on the disk, each file once. Files that have a link elsewhere are left out
          {shared !== null && shared > 0 && `, ${inPage(shared, units)} here`}, because deleting this would not free
          them.
        </p>
        {site.estimate !== null && <p className="small text-2">{estimateReason(site.estimate)}</p>}
        <p className="small text-3" title={momentWords(measuredAt) ?? undefined}>
          {age === null
            ? 'Not measured yet.'
            : `Measured ${age}${entries === null ? '' : `, ${counted(entries, 'entry', 'entries')}`}.`}
        </p>
        <WeighAgain detail={detail} />
      </section>
    </>
  )
}

/** Other file systems inside: the walk stops at them, as removal does. */
function Mounts({ detail: { mounts, mountCount } }: { detail: SiteDetail }) {
  if (mountCount === 0) return null
  const beyond = mountCount - mounts.length
  return (
    <section className="inspector-part">
      <h3 className="small medium">{counted(mountCount, 'mount')} inside, not counted</h3>
      <p className="small text-2">
        Removing this would not reach into {mountCount === 1 ? 'it' : 'them'}, so what{' '}
        {mountCount === 1 ? 'it' : 'they'} {mountCount === 1 ? 'holds' : 'hold'} is in no figure.
      </p>
      <ul className="inspector-closed small" aria-label="Mounts inside">
        {mounts.map(({ path, type }) => (
          <li key={path}>
            <PathText path={path} most={36} />
            <span className="text-3 cut">{type}</span>
          </li>
        ))}
      </ul>
      {beyond > 0 && <p className="small text-3">and {beyond.toLocaleString('en-GB')} more</p>}
    </section>
  )
}
