import type { UnsavedDetail } from '../../../shared/unsaved'
import { ageWords, momentWords, useNow } from '../../components/age'
import { Card } from '../../components/Card'
import { Icon } from '../../components/Icon'
import type { Answered } from './answers'
import { Rows } from './SectionCard'

const weightIcons = { loses: 'warning', unknown: 'question', hint: 'info', clear: 'check' } as const

function AnsweredItem({ answered: { weight, question, text, rows, more } }: { answered: Answered }) {
  return (
    <li className={`unsaved-answer unsaved-answer-${weight}`}>
      <Icon name={weightIcons[weight]} size={14} />
      <div>
        <h3>{question}</h3>
        <p className="small text-3">{text}</p>
        {rows.length + more > 0 && <Rows rows={rows} more={more} most={34} />}
      </div>
    </li>
  )
}

function Fetched({ at, now }: { at: string | null; now: number }) {
  const age = ageWords(at, now)
  return (
    <li className="unsaved-answer">
      <Icon name="clock" size={14} />
      <div>
        <h3>Last fetch</h3>
        <p className="small text-3" title={momentWords(at) ?? undefined}>
          {age === null ? 'Not known when.' : `Fetched ${age}.`} Commits are compared with the remote as of then.
          Nothing is fetched.
        </p>
      </div>
    </li>
  )
}

/** Each question with its answer, when all were asked, and against what. */
export function HowWeKnow({ detail, answers }: { detail: UnsavedDetail; answers: readonly Answered[] }) {
  const now = useNow(60_000)
  return (
    <Card title="How we know" aside={`asked ${ageWords(detail.askedAt, now) ?? ''}`}>
      <ul className="unsaved-answers">
        {answers.length === 0 && (
          <li className="unsaved-answer">
            <Icon name="question" size={14} />
            <div>
              <h3>Nothing else was asked</h3>
              <p className="small text-3">Until git can read it, every other question stays open.</p>
            </div>
          </li>
        )}
        {answers.map((answered) => (
          <AnsweredItem key={answered.key} answered={answered} />
        ))}
        <Fetched at={detail.fetchedAt} now={now} />
      </ul>
    </Card>
  )
}
