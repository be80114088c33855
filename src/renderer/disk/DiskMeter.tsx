import { amountOf, inPage } from '../../shared/bytes'
import { Figure } from '../components/Figure'
import { usePage, useUnits } from '../store/store'
import './disk-meter.css'
import { diskShares } from './shares'

/** How full the disk is that the workspaces are on, and how much of it they hold. */
export function DiskMeter() {
  const units = useUnits()
  const disk = usePage((state) => state.summary?.disk ?? null)
  const total = usePage((state) => state.summary?.total ?? null)
  const reclaimable = usePage((state) => state.summary?.reclaimable ?? null)
  if (disk === null) return <div className="disk-meter-gap" />
  const shares = diskShares(
    disk,
    total === null ? 0 : amountOf(total),
    reclaimable === null ? 0 : amountOf(reclaimable)
  )
  return (
    <div className="disk-meter" title={disk.path}>
      <div className="disk-meter-line small tabular">
        <span className="medium">{inPage(disk.freeBytes, units)} free</span>
        <span className="text-3">of {inPage(disk.totalBytes, units)}</span>
      </div>
      <div className="disk-meter-bar" aria-hidden="true">
        <span className="disk-other" style={{ width: `${shares.other * 100}%` }} />
        <span className="disk-held" style={{ width: `${shares.held * 100}%` }} />
        <span className="disk-reclaimable" style={{ width: `${shares.reclaimable * 100}%` }} />
        <span className="disk-free" />
      </div>
      <p className="tiny text-3 disk-meter-words">
        {reclaimable === null ? (
          'Reclaimable: not known yet'
        ) : (
          <>
            <span className="disk-key" />
            <span>
              <Figure bytes={reclaimable} /> can be reclaimed
            </span>
          </>
        )}
      </p>
    </div>
  )
}
