import { amountOf, type Bytes, certaintyOf, type Estimate, inPage, pageMarks, spokenMarks } from '../../shared/bytes'
import { useUnits } from '../store/store'

export interface FigureProps {
  readonly bytes: Bytes | null
  readonly missing?: string
  /** Why it is the most it can be, where it is. */
  readonly estimate?: Estimate | null
}

/** A figure with its certainty: exact, a floor with `≥`, an estimate with "up to", or in words why there is none. */
export function Figure({ bytes, missing = 'not known yet', estimate = null }: FigureProps) {
  const units = useUnits()
  if (bytes === null) return <span className="figure figure-missing">{missing}</span>
  const certainty = certaintyOf(bytes, estimate)
  return (
    <span className="figure whole">
      {certainty === 'floor' ? <Floor /> : pageMarks[certainty]}
      {inPage(amountOf(bytes), units)}
    </span>
  )
}

/** The sign of a floor, read out as "at least". */
export function Floor() {
  return (
    <>
      <span aria-hidden="true">{pageMarks.floor}</span>
      <span className="spoken">{spokenMarks.floor}</span>
    </>
  )
}
