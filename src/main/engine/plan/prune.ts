import { amountOf, type Bytes, type Estimate } from '../../../shared/bytes'
import type { Reason } from '../../../shared/model'
import type { PlanRow } from '../../../shared/plan'
import { cutAt } from '../fitting'
import { siteIdOf } from '../ids'
import { type Place, placeOf, shown } from '../place'
import type { Classified } from '../sources/devlaunch/classify'
import type { CloneCandidate } from '../sources/devlaunch/clones'
import { isVolumeName, type KeptCopy } from '../sources/devlaunch/copies'
import type { LaunchLock } from '../sources/devlaunch/launch-locks'
import type { CloneRecord } from '../sources/devlaunch/metadata'
import { heldEvidence } from '../sources/devlaunch/standing'

/** What a row stands for; the page and the terminal see the row alone. */
export type Item =
  | {
      readonly kind: 'clone'
      readonly clone: CloneCandidate
      readonly classified: Classified
      readonly record: CloneRecord | null
    }
  | { readonly kind: 'volumes'; readonly copy: KeptCopy }
  | { readonly kind: 'record'; readonly record: CloneRecord; readonly directory: Place }
  | { readonly kind: 'launch-lock'; readonly lock: LaunchLock }

export interface Planned {
  readonly row: PlanRow
  readonly item: Item
}

export interface CloneFacts {
  readonly clone: CloneCandidate
  readonly classified: Classified
  readonly record: CloneRecord | null
}

/** What a folder weighs, in bytes. */
export interface Weight {
  readonly disk: Bytes
  readonly estimate: Estimate | null
  /** Null for a figure of this very look. */
  readonly measuredAt: string | null
}

/** Everything a prune plan is made of. */
export interface PruneFacts {
  readonly clones: readonly CloneFacts[]
  /** Exclusive bytes of an orphan; null where it was not measured. */
  readonly weightOf: (clone: Place) => Weight | null
  readonly copies: readonly KeptCopy[]
  /** Records whose directory is established absent (DL-PRUNE-11). */
  readonly stale: readonly { readonly record: CloneRecord; readonly directory: Place }[]
  readonly locks: readonly {
    readonly lock: LaunchLock
    readonly state: 'free' | 'held' | { readonly unknown: string }
  }[]
  /** Every workspace that devpod lists, and every one that its home has a record of. */
  readonly listed: ReadonlySet<string>
  readonly known: ReadonlySet<string>
}

/**
 * The rows of a prune plan, in the order of DL-PRUNE-10: clones that go by bytes and then by path, clones that stay by
 * path, volumes, stale records, launch locks. Pure; a row is kept unless everything about it says that it may go.
 */
export function pruneRows(facts: PruneFacts): Planned[] {
  const clones = facts.clones.flatMap((one) => cloneRow(one, facts.weightOf(one.clone.place)))
  const goes = clones.filter(({ row }) => row.decision === 'remove').sort(byBytes)
  const stays = clones.filter(({ row }) => row.decision !== 'remove').sort(byPath)
  const stale = facts.stale.map(recordRow).sort(byPath)
  return [...goes, ...stays, ...volumeRows(facts), ...stale, ...lockRows(facts)]
}

const byPath = ({ row: a }: Planned, { row: b }: Planned) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
const amountIn = ({ row: { disk } }: Planned) => (disk === null ? -1 : amountOf(disk))
const byBytes = (a: Planned, b: Planned) => amountIn(b) - amountIn(a) || byPath(a, b)

const idOf = (kind: string, ...names: readonly string[]) => siteIdOf(placeOf([kind, ...names].join('\0')))

const blank = {
  source: 'devlaunch',
  name: null,
  disk: null,
  reasons: [],
  overridable: null,
  overridden: [],
  registrations: 0
} as const satisfies Partial<PlanRow>

/** A clone that vanished while it was looked at is nothing to speak of. */
function cloneRow(facts: CloneFacts, weight: Weight | null): Planned[] {
  const { clone, classified } = facts
  if (classified.kind === 'gone') return []
  const item: Item = { kind: 'clone', ...facts }
  const base = { ...blank, id: siteIdOf(clone.place), kind: 'clone' as const, path: shown(clone.place) }
  const keep = (reasons: readonly Reason[], more: Partial<PlanRow> = {}): Planned[] => [
    { item, row: { ...base, overridden: [], decision: 'keep', reasons: reasons.map(brief), ...more } }
  ]
  switch (classified.kind) {
    case 'closed':
      return keep([couldNotLook(classified.said)])
    case 'kept': {
      const held = heldEvidence(classified.standing, 0)
      return keep(held.kind === 'reason' ? [held.reason] : [couldNotLook('')])
    }
    case 'orphan':
      return classified.verdict.verdict === 'stands'
        ? keep(classified.verdict.reasons, { ...figured(weight), overridable: 'force' })
        : [{ item, row: { ...base, reasons: [], overridden: [], decision: 'remove', ...figured(weight) } }]
  }
}

const figured = (weight: Weight | null): Pick<PlanRow, 'disk' | 'estimate' | 'measuredAt'> =>
  weight === null
    ? { disk: null }
    : {
        disk: weight.disk,
        ...(weight.estimate === null ? {} : { estimate: weight.estimate }),
        ...(weight.measuredAt === null ? {} : { measuredAt: weight.measuredAt })
      }

const mostText = 2_000

/** A reason goes over the wire whole, whatever a tool wrote into it. Pure. */
export const brief = (reason: Reason): Reason => ({ ...reason, text: cutAt(reason.text, mostText) })

const couldNotLook = (said: string): Reason => ({
  kind: 'unknown',
  code: 'could-not-look',
  text: `Could not look at it${said === '' ? '' : `: ${said}`}.`
})

/** Which workspace that is still there uses a volume, by their copies. */
function usersOf(copies: readonly KeptCopy[], known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const users = new Map<string, string>()
  for (const copy of copies) if (known.has(copy.id)) for (const name of copy.volumes) users.set(name, copy.id)
  return users
}

/** Why a copy's volumes stay after all, asked again just before they go; null when they may. Pure (DL-PRUNE-19). */
export function checkVolumes(before: KeptCopy, copies: readonly KeptCopy[], known: ReadonlySet<string>): string | null {
  const now = copies.find(({ file }) => file === before.file)
  if (now === undefined) return 'Its copy is gone, or names no volume any more.'
  if (now.volumes.join('\0') !== before.volumes.join('\0')) return 'Its copy names other volumes than the plan did.'
  return volumeReason(now, known, usersOf(copies, known))?.text ?? null
}

/** A volume that a workspace which is still there uses too stays with it, and so does the copy that names it. */
function volumeRows({ copies, listed, known }: PruneFacts): Planned[] {
  const users = usersOf(copies, known)
  return copies
    .filter(({ id }) => !listed.has(id))
    .map((copy): Planned => {
      const reason = volumeReason(copy, known, users)
      return {
        item: { kind: 'volumes', copy },
        row: {
          ...blank,
          id: idOf('volumes', copy.id),
          kind: 'volumes',
          path: shown(copy.file),
          name: copy.id,
          decision: reason === null ? 'remove' : 'keep',
          reasons: reason === null ? [] : [reason],
          overridden: [],
          volumes: [...copy.volumes]
        }
      }
    })
}

function volumeReason(copy: KeptCopy, known: ReadonlySet<string>, users: ReadonlyMap<string, string>): Reason | null {
  if (known.has(copy.id))
    return { kind: 'held', code: 'held', text: `devpod has a record of the workspace ${copy.id}.` }
  const odd = copy.volumes.find((name) => !isVolumeName(name))
  if (odd !== undefined)
    return { kind: 'unknown', code: 'volume-name', text: `"${odd}" is no name that docker gives a volume.` }
  const shared = copy.volumes.find((name) => users.has(name))
  if (shared === undefined) return null
  return { kind: 'held', code: 'shared', text: `The workspace ${users.get(shared)} uses the volume ${shared} too.` }
}

function recordRow({ record, directory }: PruneFacts['stale'][number]): Planned {
  const name = `${record.owner}/${record.repo}/${record.branch}`
  return {
    item: { kind: 'record', record, directory },
    row: {
      ...blank,
      id: idOf('record', name, shown(directory)),
      kind: 'record',
      path: shown(directory),
      name,
      decision: 'drop',
      reasons: [],
      overridden: []
    }
  }
}

/** A lock that somebody holds is left, which is no failure (DL-LOCK-03). */
function lockRows({ locks, known, listed }: PruneFacts): Planned[] {
  return locks
    .filter(({ lock }) => !listed.has(lock.id))
    .map(({ lock, state }): Planned => {
      const reasons: Reason[] = []
      if (known.has(lock.id))
        reasons.push({
          kind: 'held',
          code: 'held',
          text: `devpod has a record of the workspace ${lock.id}.`
        })
      else if (state === 'held')
        reasons.push({ kind: 'claimed', code: 'busy', text: 'A launch holds it at the moment.' })
      else if (state !== 'free') reasons.push({ kind: 'unknown', code: 'lock', text: state.unknown })
      return {
        item: { kind: 'launch-lock', lock },
        row: {
          ...blank,
          id: idOf('launch-lock', shown(lock.file)),
          kind: 'launch-lock',
          path: shown(lock.file),
          name: lock.id,
          decision: reasons.length === 0 ? 'remove' : 'keep',
          reasons,
          overridden: []
        }
      }
    })
}

/** The row as it is once somebody insists: it goes past exactly the reasons it shows now. Pure (DL-PRUNE-17). */
export const insistedOn = (row: PlanRow): PlanRow =>
  row.decision !== 'keep' || row.overridable === null
    ? row
    : { ...row, decision: 'remove', reasons: [], overridden: row.reasons }

/** The row as it was before. Pure. */
export const relentedOn = (row: PlanRow): PlanRow =>
  row.overridden.length === 0 ? row : { ...row, decision: 'keep', reasons: row.overridden, overridden: [] }
