import { type Identity, lookAt } from '../../identity'
import { judge, type Verdict } from '../../judge'
import { cloneQuestions, type Inspector } from '../git-questions/questions'
import type { Evidence, Question } from '../source'
import type { CloneCandidate } from './clones'
import type { Situation } from './situation'
import { heldEvidence, type Standing, standingOf } from './standing'

/** Every question a clone has to have answered before it may go. */
export const orphanQuestions: readonly Question[] = [{ id: 'held', asks: 'who opens it.' }, ...cloneQuestions]

/** What a clone is, at one moment: one of the three verdicts, or no clone any more. */
export type Classified =
  | { readonly kind: 'gone'; readonly why: 'absent' | 'link' | 'file' }
  | { readonly kind: 'closed'; readonly said: string }
  | { readonly kind: 'kept'; readonly standing: Exclude<Standing, { kind: 'orphaned' }>; readonly evidence: Evidence[] }
  | {
      readonly kind: 'orphan'
      /** Taken before the questions were put. */
      readonly identity: Identity
      readonly verdict: Verdict
      readonly evidence: readonly Evidence[]
    }

/** How a clone stands towards the workspaces. Pure over a situation; records that cannot be read dispute nothing away. */
export function standingIn(situation: Situation, clone: CloneCandidate): Standing {
  const standing = standingOf(clone, situation.records.get(clone.place) ?? [], situation.index, 'listed')
  if (standing.kind !== 'orphaned' || situation.reading.state !== 'damaged') return standing
  return {
    kind: 'unknown',
    code: 'records-unreadable',
    why: "devlaunch's records cannot be read, so nothing can tell whether one gives it to a workspace."
  }
}

/**
 * One function for the plan and for the act (CS-04, DL-PRUNE-02): held, disputed, or an orphan with a verdict. Only an
 * orphan is asked about (DL-PRUNE-09), and only the judge makes it collectable. Never rejects, writes nothing.
 */
export async function classify(
  inspector: Inspector,
  situation: Situation,
  clone: CloneCandidate,
  signal: AbortSignal
): Promise<Classified> {
  const seen = await lookAt(clone.place)
  if (seen.kind === 'absent') return { kind: 'gone', why: 'absent' }
  if (seen.kind === 'other') return { kind: 'gone', why: seen.what }
  if (seen.kind === 'closed') return { kind: 'closed', said: seen.said }
  const standing = standingIn(situation, clone)
  const held = heldEvidence(standing, Date.now())
  if (standing.kind !== 'orphaned') return { kind: 'kept', standing, evidence: [held] }
  const evidence = [held, ...(await inspector.inspect(clone.place, cloneQuestions, signal))]
  return { kind: 'orphan', identity: seen.identity, verdict: judge(orphanQuestions, evidence, []), evidence }
}
