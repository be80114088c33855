import type { Lost, Reason } from '../../../../shared/model'
import type { Place } from '../../place'
import type { Run } from '../../tools/run'
import { createAsking, type Guarded, guard } from '../guard/guard'
import { askingTogether } from '../guard/together'
import type { Evidence, Question } from '../source'
import { absentWorktrees } from './absent-worktrees'
import { type Borrowing, borrowers, createBorrowing } from './borrowers'
import type { Finding, Subject } from './finding'
import { hiddenFlags } from './hidden-flags'
import { ignoredFiles } from './ignored'
import { countLost } from './lost-count'
import { nestedRepositories } from './nested'
import { operation } from './operation'
import { privateCommits } from './private-commits'

export type QuestionName = 'hidden-flags' | 'operation' | 'nested' | 'absent-worktrees' | 'borrowers' | 'ignored'

interface Asked extends Question {
  readonly id: QuestionName
  readonly ask: (subject: Subject, known: Borrowing) => Promise<Finding>
}

/** What is asked beside the guard, each an answer of its own. `ignored` is last: not every source asks it. */
const asked: readonly Asked[] = [
  { id: 'hidden-flags', asks: 'whether git was told to hide edits in it.', ask: hiddenFlags },
  { id: 'operation', asks: 'whether an operation is in progress in it.', ask: operation },
  { id: 'nested', asks: 'whether repositories inside it hold work.', ask: (subject) => nestedRepositories(subject) },
  { id: 'absent-worktrees', asks: 'whether worktrees that are gone left staged changes.', ask: absentWorktrees },
  { id: 'borrowers', asks: 'who borrows from its repository.', ask: (subject, known) => borrowers(known)(subject) },
  { id: 'ignored', asks: 'whether git ignores files that exist nowhere else.', ask: ignoredFiles }
]

const unsavedQuestion: Question = { id: 'unsaved', asks: 'whether it holds work that exists nowhere else.' }
const plain = ({ id, asks }: Question): Question => ({ id, asks })

/** The questions about a checkout that its lender of tags, devlaunch, vouches for, and about any other. */
export const cloneQuestions: readonly Question[] = [
  unsavedQuestion,
  ...asked.filter(({ id }) => id !== 'ignored').map(plain)
]
export const checkoutQuestions: readonly Question[] = [unsavedQuestion, ...asked.map(plain)]

export interface Inspector {
  /** One answer for every question named, the guard's always first. Nothing is asked twice about one place. */
  inspect(place: Place, questions: readonly Question[], signal: AbortSignal): Promise<Evidence[]>
  /** Notes a checkout, so that it is known for what it borrows. */
  know(place: Place): Promise<void>
}

/** `many`: the checkouts are asked together, and what would be lost is named but not counted kind by kind. */
export type Inspecting = 'each' | 'many'

/** Asks for one scan: several sources that found one place share its answers. */
export function createInspector(
  run: Run,
  known: Borrowing = createBorrowing(),
  inspecting: Inspecting = 'each'
): Inspector {
  const counts = inspecting === 'each'
  const asking = counts ? createAsking(run) : askingTogether(createAsking(run))
  const guards = new Map<Place, Promise<Guarded>>()
  const findings = new Map<string, Promise<Finding>>()
  const losses = new Map<Place, Promise<Lost>>()
  const once = <Answer>(answers: Map<string, Promise<Answer>>, key: string, ask: () => Promise<Answer>) => {
    const answer = answers.get(key) ?? ask()
    answers.set(key, answer)
    return answer
  }
  return {
    know: known.know,
    inspect: async (place, questions, signal) => {
      const guarded = await once(guards, place, () => guard(asking, place, signal))
      const { seen } = guarded
      if (seen === null) return evidenceFrom(guarded, null, questions, new Map())
      const subject = { asking, folder: place, seen, options: { signal } }
      const lost = counts && 'wouldLose' in guarded.unsaved ? await once(losses, place, () => countLost(subject)) : null
      const found = new Map<QuestionName, Finding>()
      for (const { id, ask } of asked)
        if (questions.some((question) => question.id === id))
          found.set(id, await once(findings, `${id} ${place}`, () => ask(subject, known)))
      return evidenceFrom(guarded, lost, questions, found)
    }
  }
}

/** Pure: the answers to the guard's question and to those of the others that are named, as the judge takes them. */
export function evidenceFrom(
  guarded: Guarded,
  lost: Lost | null,
  questions: readonly Question[],
  findings: ReadonlyMap<string, Finding>
): Evidence[] {
  const evidence = unsavedEvidence(guarded, lost)
  for (const { id } of asked) {
    if (!questions.some((question) => question.id === id)) continue
    const finding = findings.get(id)
    if (guarded.absent) evidence.push({ kind: 'safe', question: id, at: Date.now() })
    else if (finding === undefined) evidence.push(...sameReason(evidence, id))
    else evidence.push(evidenceOf(id, finding))
  }
  return evidence
}

/** A checkout that could not be read at all has one reason, which answers every question. */
const sameReason = (evidence: readonly Evidence[], question: string): Evidence[] =>
  evidence.flatMap((item) => (item.kind === 'reason' && item.question === 'unsaved' ? [{ ...item, question }] : []))

/** Pure: the guard's answer as the judge takes it; work that was found and what is not known are a reason each. */
export function unsavedEvidence(
  { unsaved, objections }: Pick<Guarded, 'unsaved' | 'objections'>,
  lost: Lost | null = null
): Evidence[] {
  const at = Date.now()
  const known = lost === null ? { unsaved } : { unsaved, lost }
  const reason = (kind: 'loses' | 'unknown', code: string, lead: string): Evidence[] => {
    const texts = objections.filter((one) => (one.kind === 'loses') === (kind === 'loses')).map(({ text }) => text)
    const text = `${lead} ${texts.join(' and ').replace(/\s*\n\s*/g, ' ')}.`
    return texts.length === 0
      ? []
      : [{ kind: 'reason', question: 'unsaved', at, ...known, reason: { kind, code, text } }]
  }
  const reasons = [
    ...reason('loses', 'unsaved', 'Would lose'),
    ...reason('unknown', 'could-not-tell', 'Could not tell:')
  ]
  return reasons.length > 0 ? reasons : [{ kind: 'safe', question: 'unsaved', at, unsaved }]
}

const evidenceOf = (question: QuestionName, finding: Finding): Evidence => {
  const at = Date.now()
  if (finding.kind === 'safe') return { kind: 'safe', question, at }
  const reason: Reason = { kind: 'unknown', code: question, text: finding.text }
  return { kind: 'reason', question, at, reason }
}

/** Every question beside the guard, for one checkout that was looked into, and what is only a hint. */
export async function findingsOf(
  subject: Subject,
  known: Borrowing
): Promise<ReadonlyMap<QuestionName | 'private-commits', Finding>> {
  const findings = new Map<QuestionName | 'private-commits', Finding>()
  for (const question of asked) findings.set(question.id, await question.ask(subject, known))
  findings.set('private-commits', await privateCommits(subject))
  return findings
}
