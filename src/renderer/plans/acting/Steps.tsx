import type { ActProgress } from '../../../shared/plan'
import { Icon } from '../../components/Icon'
import { counted, plainCounts } from '../../components/words'
import { rowName } from '../words'
import { type ActingRow, leftWords } from './status'

interface Step {
  readonly word: string
  readonly text: string
  readonly state: 'done' | 'now' | 'next'
}

/** The three steps of an act, with what is known of each. Pure. */
export function stepsOf(progress: ActProgress | null, approved: number, left: number): readonly Step[] {
  const looking = progress === null || progress.state === 'second-look'
  const became =
    left === 0
      ? `${counted(approved, 'item')}, all stay in the list`
      : `${counted(approved, 'item')} became ${approved - left}`
  return [
    { word: 'Second look', text: looking ? 'asking everything again' : became, state: looking ? 'now' : 'done' },
    {
      word: 'Removing',
      text: progress === null || looking ? 'what is still in the list' : `${progress.done} of ${progress.total}`,
      state: looking ? 'next' : 'now'
    },
    { word: 'Report', text: 'what went, what stayed', state: 'next' }
  ]
}

export interface StepsProps {
  readonly progress: ActProgress | null
  readonly approved: number
  readonly rows: readonly ActingRow[]
}

/** Second look, removing, report: which of them is in hand. */
export function Steps({ progress, approved, rows }: StepsProps) {
  const left = rows.filter((row) => row.status === 'left').length
  return (
    <ol className="steps" aria-label="Steps">
      {stepsOf(progress, approved, left).map((step, index) => (
        <li
          key={step.word}
          className={`step step-${step.state}`}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {step.state === 'done' ? <Icon name="check" size={14} /> : index + 1}
          </span>
          <span>
            <span className="medium">{step.word}</span>
            <span className="step-text tiny text-3">
              {step.text}
              {step.state === 'done' && <span className="spoken"> Done.</span>}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What left the list at the second look, each by name and with why. */
export function LeftNote({ rows, stopping }: { rows: readonly ActingRow[]; stopping: boolean }) {
  const left = leftWords(rows, stopping)
  if (left === null) return null
  return (
    <div className="left-note small" role="status">
      <Icon name="eye" />
      <div>
        <span className="medium">{left.title}</span>
        <ul>
          {left.each.map(({ id, row, done }) => (
            <li key={id}>
              <span className="mono">{rowName(row)}</span>: {plainCounts(done?.because ?? 'It stays.')}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
