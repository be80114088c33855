import { amountOf, type Bytes, inPage, isFloor } from '../../shared/bytes'
import { useUnits } from '../store/store'

/** A figure with its certainty: exact, a floor with `≥`, or in words why there is none. */
export function Figure({ bytes, missing = 'not known yet' }: { bytes: Bytes | null; missing?: string }) {
  const units = useUnits()
  if (bytes === null) return <span className="figure figure-missing">{missing}</span>
  return (
    <span className="figure whole">
      {isFloor(bytes) && <Floor />}
      {inPage(amountOf(bytes), units)}
    </span>
  )
}

/** The sign of a floor, read out as "at least". */
export function Floor() {
  return (
    <>
      <span aria-hidden="true">≥{'\u00a0'}</span>
      <span className="spoken">at least </span>
    </>
  )
}
