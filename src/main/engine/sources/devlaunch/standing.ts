import type { Reason } from '../../../../shared/model'
import type { Place } from '../../place'
import type { Listed } from '../../tools/devpod/list'
import type { Evidence } from '../source'
import type { CloneCandidate } from './clones'
import type { Live } from './holders'
import type { CloneRecord } from './metadata'

/** How a clone stands towards the workspaces. Only `orphaned` says that nobody opens it. */
export type Standing =
  | { readonly kind: 'held'; readonly holders: readonly Live[] }
  | { readonly kind: 'disputed'; readonly why: string }
  | { readonly kind: 'unknown'; readonly code: string; readonly why: string }
  | { readonly kind: 'orphaned' }

/** Live workspaces by what they mean for a clone, so that ten thousand of each are matched in one pass. */
export interface LiveIndex {
  readonly holders: ReadonlyMap<Place, readonly Live[]>
  readonly misplaced: ReadonlyMap<Place, Live>
  readonly byId: ReadonlyMap<string, Live>
  readonly unlocatable: Live | undefined
}

/** Pure. */
export function indexLive(live: readonly Live[]): LiveIndex {
  const holders = new Map<Place, Live[]>()
  const misplaced = new Map<Place, Live>()
  for (const one of live) {
    const { hold } = one
    if (hold.kind === 'misplaced') misplaced.set(hold.repository, one)
    if (hold.kind !== 'held') continue
    const others = holders.get(hold.clone)
    if (others === undefined) holders.set(hold.clone, [one])
    else others.push(one)
  }
  return {
    holders,
    misplaced,
    byId: new Map(live.filter(({ id }) => id !== '').map((one) => [one.id, one])),
    unlocatable: live.find(({ hold }) => hold.kind === 'unlocatable')
  }
}

/**
 * Pure; in the order of DL-PRUNE-02. A workspace at or under the clone holds it, also when only devpod's own records
 * name it; records that disagree dispute it; a listing that could not be had, or a workspace that could be anywhere,
 * leaves it unknown.
 */
export function standingOf(
  clone: CloneCandidate,
  records: readonly CloneRecord[],
  live: LiveIndex,
  listed: Listed['kind']
): Standing {
  const holders = live.holders.get(clone.place)
  if (holders !== undefined) return { kind: 'held', holders }
  const misplaced = live.misplaced.get(clone.repository)
  if (misplaced !== undefined)
    return {
      kind: 'disputed',
      why: `The workspace ${misplaced.id} opens a folder of ${clone.repo} that is no checkout.`
    }
  const names = records.flatMap(({ workspaceId, devpodWorkspaceId }) => [workspaceId, devpodWorkspaceId ?? ''])
  const named = names.map((id) => live.byId.get(id)).find((one) => one !== undefined)
  if (named !== undefined)
    return {
      kind: 'disputed',
      why: `devlaunch's record gives it to the workspace ${named.id}, which opens another folder.`
    }
  if (listed !== 'listed')
    return { kind: 'unknown', code: 'devpod-unreadable', why: 'devpod could not be asked who opens it.' }
  const lost = live.unlocatable
  return lost === undefined ? { kind: 'orphaned' } : { kind: 'unknown', code: 'unlocatable', why: lostText(lost) }
}

function lostText({ id, hold }: Live): string {
  const why = hold.kind === 'unlocatable' ? hold.why : ''
  return id === '' ? why : `The workspace ${id} could be anywhere: ${why}.`
}

/** The answer to the question "held". Pure. */
export function heldEvidence(standing: Standing, at: number): Evidence {
  const because = (reason: Reason): Evidence => ({ kind: 'reason', question: 'held', at, reason })
  switch (standing.kind) {
    case 'orphaned':
      return { kind: 'safe', question: 'held', at }
    case 'held':
      return because({ kind: 'held', code: 'held', text: opens(standing.holders.map(({ id }) => id)) })
    case 'disputed':
      return because({ kind: 'disputed', code: 'disputed', text: standing.why })
    case 'unknown':
      return because({ kind: 'unknown', code: standing.code, text: standing.why })
  }
}

export const opens = (ids: readonly string[]): string =>
  ids.length === 1 ? `A workspace opens it: ${ids[0]}.` : `Workspaces open it: ${ids.join(', ')}.`
