import { amountOf, inPage } from '../../../shared/bytes'
import type { ActProgress, Totals } from '../../../shared/plan'
import { Figure } from '../../components/Figure'
import { useUnits } from '../../store/store'
import { claimKeys, claimWord, leftTimeWords, timeLeft } from './status'

export interface ActBarProps {
  readonly progress: ActProgress | null
  /** What was promised; null where this page did not start the act. */
  readonly totals: Totals | null
}

/** One claim: what it freed so far of what was promised. Claims have bars of their own and are not added up. */
function Claim({ name, gone, promised }: { name: string; gone: number; promised: Totals[string] | null }) {
  const units = useUnits()
  const most = promised === null ? 0 : amountOf(promised)
  const share = most === 0 ? 0 : Math.min(1, gone / most)
  return (
    <div className="act-claim">
      <p className="act-figure">
        <span className="aqua-text figure">{inPage(gone, units)}</span>
        <span className="text-2"> freed {claimWord(name)} so far</span>
      </p>
      {promised !== null && most > 0 && (
        <>
          <div className="act-bar" aria-hidden="true">
            <i style={{ width: `${share * 100}%` }} />
          </div>
          <p className="small text-3 act-of">
            of <Figure bytes={promised} />
          </p>
        </>
      )}
    </div>
  )
}

/** Bytes freed so far, each claim by itself, and about how long it will take still. */
export function ActBar({ progress, totals }: ActBarProps) {
  const claims = progress?.claims ?? {}
  const keys = claimKeys(claims, totals ?? {})
  const sum = keys.reduce((all, key) => all + (claims[key] ?? 0), 0)
  const most = keys.reduce((all, key) => all + (totals?.[key] === undefined ? 0 : amountOf(totals[key])), 0)
  const ms =
    progress?.state === 'removing' && progress.waiting === null ? timeLeft(sum, most, progress.elapsedMs) : null
  return (
    <div className="act-bars">
      {ms !== null && <span className="act-left small text-2">{leftTimeWords(ms)}</span>}
      {keys.map((key) => (
        <Claim key={key} name={key} gone={claims[key] ?? 0} promised={totals?.[key] ?? null} />
      ))}
    </div>
  )
}
