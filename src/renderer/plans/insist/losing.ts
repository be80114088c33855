import { plainCounts } from '../../components/words'
import { type CountedRow, lossWords } from '../review/reasons'
import { joined } from '../words'

/** What a dialog says before somebody insists on a row. */
export interface Losing {
  readonly title: string
  readonly text: string
  readonly button: string
  /** What else the row goes past, in whole sentences. */
  readonly past: readonly string[]
}

/** Names the loss, or that it could not be told, for one row and its name. Pure. */
export function losingOf(name: string, row: Pick<CountedRow, 'reasons' | 'lost'>): Losing {
  const { reasons } = row
  const losses = reasons.filter((reason) => reason.kind === 'loses')
  const past = reasons.filter((reason) => reason.kind !== 'loses').map((reason) => plainCounts(reason.text))
  if (losses.length === 0)
    return {
      title: `Remove ${name} unchecked?`,
      text: 'Nothing proves that its work is anywhere else. Removing it may remove the only copy. There is no undo.',
      button: 'Add to plan unchecked',
      past
    }
  const words = joined(losses.map((loss) => lossWords(loss, row)))
  return {
    title: `Lose ${words} in ${name}?`,
    text: 'What is named here is nowhere else that Clearhold knows of. Removing the clone removes it. There is no undo.',
    button: `Add to plan and lose ${words}`,
    past
  }
}
