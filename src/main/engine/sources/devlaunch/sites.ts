import { basename } from 'node:path'
import type { Reason, SiteState } from '../../../../shared/model'
import { type Place, shown } from '../../place'
import { readCheckout, readHead } from '../../tools/git/checkout'
import type { FoundSite } from '../source'
import type { CloneCandidate } from './clones'
import type { Live } from './holders'
import type { CloneRecord } from './metadata'
import { heldEvidence, opens, type Standing } from './standing'

/** A site, and the workspaces whose state devpod can still be asked for. */
export interface Asked {
  readonly site: FoundSite
  readonly holders: readonly string[]
}

const restingStates = { held: 'unknown', disputed: 'disagree', unknown: 'unknown', orphaned: 'orphaned' } as const

/** A clone as it is known before devpod was asked for states: what is held is `unknown` until then. */
export async function cloneSite(
  clone: CloneCandidate,
  record: CloneRecord | undefined,
  standing: Standing,
  at: number
): Promise<Asked> {
  const holders = standing.kind === 'held' ? standing.holders : []
  const site: FoundSite = {
    source: 'devlaunch',
    kind: 'clone',
    place: clone.place,
    label: clone.leaf,
    repo: clone.repo,
    branch: record?.branch ?? (await branchIn(clone.place)),
    workspaces: idsOf(holders),
    state: restingStates[standing.kind],
    stateWord: null,
    lastUsed: lastUsedOf(holders) ?? record?.lastUsed ?? null,
    evidence: [heldEvidence(standing, at)]
  }
  return { site, holders: idsOf(holders.filter(({ listed }) => listed)) }
}

/** The branch that is checked out, also one without a commit yet; null when detached or not to be told. */
export async function branchIn(place: Place): Promise<string | null> {
  const checkout = await readCheckout(place)
  const head = checkout && (await readHead(checkout))
  return head?.kind === 'branch' || head?.kind === 'unborn' ? head.name : null
}

/** One site per real folder that listed workspaces open outside the clones; each stays. Pure. */
export function folderSites(live: readonly Live[], at: number): Asked[] {
  const byFolder = new Map<Place, Live[]>()
  for (const one of live)
    if (one.listed && one.folder !== null) byFolder.set(one.folder, [...(byFolder.get(one.folder) ?? []), one])
  return [...byFolder].map(([place, holders]) => ({
    site: {
      source: 'devlaunch',
      kind: 'folder',
      place,
      label: basename(shown(place)) || shown(place),
      repo: null,
      branch: null,
      workspaces: idsOf(holders),
      state: 'unknown',
      stateWord: null,
      lastUsed: lastUsedOf(holders),
      evidence: [{ kind: 'reason', question: 'held', at, reason: folderReason(holders) }]
    },
    holders: idsOf(holders)
  }))
}

const folderReason = (holders: readonly Live[]): Reason =>
  holders.every(({ ours }) => ours)
    ? { kind: 'held', code: 'held', text: opens(idsOf(holders)) }
    : { kind: 'protected', code: 'foreign', text: 'devlaunch did not make this workspace.' }

const idsOf = (live: readonly Live[]): string[] => [...new Set(live.map(({ id }) => id))]

function lastUsedOf(live: readonly Live[]): string | null {
  const times = live.map(({ lastUsed }) => lastUsed).sort()
  return times[times.length - 1] || null
}

const running = new Set(['Running', 'Busy'])

/** The site with devpod's words for its workspaces: one that runs makes it live; no word at all leaves it unknown. Pure. */
export function withStates(site: FoundSite, words: readonly (string | null)[]): FoundSite {
  const word = words.find((one) => one !== null && running.has(one)) ?? words.find((one) => one !== null) ?? null
  const state: SiteState = word === null ? 'unknown' : running.has(word) ? 'live' : 'stopped'
  return { ...site, state, stateWord: word }
}
