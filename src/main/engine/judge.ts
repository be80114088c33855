import type { Reason } from '../../shared/model'
import type { Evidence, Question } from './sources/source'

declare const proof: unique symbol

/** Only `judge` makes a `collectable`; anything that stands says why. */
export type Verdict =
  | { readonly verdict: 'collectable'; readonly [proof]: true }
  | { readonly verdict: 'stands'; readonly reasons: readonly [Reason, ...Reason[]] }

const notAsked = (question: Question): Reason => ({
  kind: 'unknown',
  code: 'not-asked',
  text: `Not known yet: ${question.asks}`
})

/**
 * Pure. Every question needs its own `safe`, and one reason is enough to stand (CS-01, CS-02). A source without
 * questions proves nothing, and what stands inside a site stands for the site (CS-05).
 */
export function judge(
  questions: readonly Question[],
  evidence: readonly Evidence[],
  inside: readonly Verdict[]
): Verdict {
  const reasons: Reason[] = []
  const answered = new Set<string>()
  for (const item of evidence) {
    answered.add(item.question)
    if (item.kind === 'reason' && !reasons.includes(item.reason)) reasons.push(item.reason)
  }
  for (const question of questions) if (!answered.has(question.id)) reasons.push(notAsked(question))
  if (questions.length === 0 && reasons.length === 0)
    reasons.push({ kind: 'unknown', code: 'no-questions', text: 'Nothing was asked about it.' })
  if (inside.some((verdict) => verdict.verdict === 'stands'))
    reasons.push({ kind: 'unknown', code: 'inside-stands', text: 'Something inside it stays.' })
  const [first, ...rest] = reasons
  if (first === undefined) return { verdict: 'collectable' } as Verdict
  return { verdict: 'stands', reasons: [first, ...rest] }
}
