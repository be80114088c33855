import type { Reason } from '../../../shared/model'
import type { PlanRow } from '../../../shared/plan'
import { sameIdentity } from '../identity'
import { childOf, placeOf, shown } from '../place'
import { brief, type Item } from '../plan/prune'
import { classify } from '../sources/devlaunch/classify'
import type { CloneCandidate } from '../sources/devlaunch/clones'
import { refresh, type Situation } from '../sources/devlaunch/situation'
import { heldEvidence } from '../sources/devlaunch/standing'
import type { Inspector } from '../sources/git-questions/questions'
import type { Doomed } from './hands'
import { lookAtLock, type TakeLock } from './lock'

/** The second look at one clone: what may go after all, or why it does not. */
export type SecondLook =
  | { readonly kind: 'go'; readonly doomed: Doomed; readonly situation: Situation }
  | { readonly kind: 'absent' }
  | { readonly kind: 'kept'; readonly why: string }

export interface Looking {
  /** Of the second listing. */
  readonly situation: Situation
  readonly inspector: Inspector
  readonly take: TakeLock
  readonly signal: AbortSignal
}

/**
 * Judges a clone again, with the code of the plan and the records of this moment (DL-PRUNE-15). It may go only when it is
 * the very folder that was shown, and when everything that speaks against it now is what this row was insisted past: a
 * row nobody insisted on is past nothing (DL-PRUNE-17). The set may shrink and never grow.
 */
export async function lookAgain(
  row: PlanRow,
  item: Extract<Item, { kind: 'clone' }>,
  { situation, inspector, take, signal }: Looking
): Promise<SecondLook> {
  const { classified: before, clone } = item
  if (before.kind !== 'orphan') return { kind: 'kept', why: 'It was never judged.' }
  const fresh = await refresh(situation)
  if (fresh.kind === 'refused') return { kind: 'kept', why: changed(fresh.refusal.text) }
  const now = await classify(inspector, fresh.situation, clone, signal)
  switch (now.kind) {
    case 'gone':
      return now.why === 'absent' ? { kind: 'absent' } : { kind: 'kept', why: changed(`A ${now.why} stands there.`) }
    case 'closed':
      return { kind: 'kept', why: changed(`It could not be looked at: ${now.said}.`) }
    case 'kept': {
      const held = heldEvidence(now.standing, 0)
      return { kind: 'kept', why: changed(held.kind === 'reason' ? held.reason.text : '') }
    }
    case 'orphan': {
      if (!sameIdentity(now.identity, before.identity))
        return { kind: 'kept', why: changed('Another folder stands in its place.') }
      const more = now.verdict.verdict === 'stands' ? beyond(now.verdict.reasons, row.overridden) : []
      if (more.length > 0) return { kind: 'kept', why: changed(more.map(({ text }) => text).join(' ')) }
      const launch = await launching(clone, fresh.situation, take)
      if (launch !== null) return { kind: 'kept', why: launch }
      const doomed = { place: clone.place, identity: now.identity }
      return { kind: 'go', doomed, situation: fresh.situation }
    }
  }
}

/**
 * A launch makes its clone before devpod knows of the workspace; all that time it holds its launch lock. Asked without
 * waiting, under the repository's lock, which a launch that begins now has to wait for.
 */
async function launching(clone: CloneCandidate, situation: Situation, take: TakeLock): Promise<string | null> {
  const records = situation.records.get(clone.place) ?? []
  const named = records.flatMap(({ workspaceId, devpodWorkspaceId }) => [workspaceId, devpodWorkspaceId ?? ''])
  const folder = childOf(situation.cache, 'launch-locks')
  for (const id of new Set([clone.leaf, ...named])) {
    if (id === '' || /[/\0]/.test(id)) continue
    const state = await lookAtLock(take, shown(childOf(folder, placeOf(`${id}.lock`))))
    if (state === 'held') return 'A launch holds it at the moment.'
    if (state !== 'free') return state.unknown
  }
  return null
}

const changed = (why: string) => `It changed since the plan. ${why}`.trim()

/** The reasons that nobody insisted past; one that says more than it did is another one. Pure. */
const beyond = (reasons: readonly Reason[], overridden: readonly Reason[]): Reason[] =>
  reasons
    .map(brief)
    .filter(
      ({ kind, code, text }) => !overridden.some((one) => one.kind === kind && one.code === code && one.text === text)
    )
