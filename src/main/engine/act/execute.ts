import type { ActProgress, PlanRefusal, ReportRow } from '../../../shared/plan'
import { type Place, shown } from '../place'
import type { Approved, Spent } from '../plan/book'
import { checkVolumes } from '../plan/prune'
import { readCopies } from '../sources/devlaunch/copies'
import { inTurns } from '../sources/devlaunch/in-turns'
import type { CloneRecord } from '../sources/devlaunch/metadata'
import { refresh, type Situated, type Situation } from '../sources/devlaunch/situation'
import type { Inspector } from '../sources/git-questions/questions'
import { checkoutsAtOnce } from '../sources/guard/guard'
import type { Hands, StepEnd } from './hands'
import type { TakeLock } from './lock'
import { rowOf as reported } from './report-row'
import { lockRepository, underLock } from './repository-lock'
import { lookAgain } from './second-look'

export interface ActPorts {
  readonly take: TakeLock
  readonly hands: Hands
  readonly inspector: () => Inspector
  /** The second listing (DL-PRUNE-15). */
  readonly situate: (signal: AbortSignal) => Promise<Situated>
}

export interface ActTelling {
  /** Ends waiting for a lock; an item in hand is finished. */
  readonly signal: AbortSignal
  at(patch: Partial<Pick<ActProgress, 'state' | 'waiting' | 'current'>>): void
  /** So much of the tree in hand is removed. */
  bytes(removed: number): void
  /** A row is finished. */
  done(row: ReportRow): void
}

/** What an act came to: a line for every row, or why nothing was done at all. */
export interface Acted {
  readonly refused: PlanRefusal | null
  readonly notes: readonly string[]
}

type CloneItem = Extract<Approved['item'], { kind: 'clone' }>
interface CloneRow extends Approved {
  readonly item: CloneItem
}

const stopped = 'The act was stopped before its turn came.'

/**
 * Carries out what was approved, in the order of DL-CONC-03: the second listing, each repository's clones under its lock,
 * then volumes, launch locks and records. Every row is looked at again just before it goes; nothing that was not approved
 * is touched. Rejects only for a bug or a journal that cannot be written; each row is told of exactly once.
 */
export async function execute(ports: ActPorts, spent: Spent, telling: ActTelling): Promise<Acted> {
  telling.at({ state: 'second-look' })
  const situated = await ports.situate(telling.signal)
  if (situated.kind === 'refused') {
    for (const { row } of spent.approved) telling.done(reported(row, 'kept', situated.refusal.text))
    return { refused: situated.refusal, notes: [] }
  }
  const { situation } = situated
  const inspector = ports.inspector()
  await inTurns(situation.clones.clones, checkoutsAtOnce, ({ place }) => inspector.know(place))
  const pass: Pass = { ports, situation, inspector, telling, notes: [] }
  telling.at({ state: 'removing' })
  for (const [repository, rows] of byRepository(spent.approved)) await clearRepository(pass, repository, rows)
  telling.at({ state: 'finishing', current: null })
  await clearVolumes(pass, spent.approved)
  await clearLocks(pass, spent.approved)
  await dropStale(pass, spent.approved)
  return { refused: null, notes: pass.notes }
}

interface Pass {
  readonly ports: ActPorts
  readonly situation: Situation
  readonly inspector: Inspector
  readonly telling: ActTelling
  readonly notes: string[]
}

/** Sorted by repository, in each in the plan's order. */
function byRepository(approved: readonly Approved[]): [Place, CloneRow[]][] {
  const groups = new Map<Place, CloneRow[]>()
  for (const { row, item } of approved) {
    if (item.kind !== 'clone') continue
    const { repository } = item.clone
    groups.set(repository, [...(groups.get(repository) ?? []), { row, item }])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** One repository's clones under its lock, and their records once it is let go of: the tree before its bookkeeping. */
async function clearRepository(pass: Pass, repository: Place, rows: readonly CloneRow[]): Promise<void> {
  const { ports, telling } = pass
  const keepAll = (why: string, outcome: 'kept' | 'failed') => {
    for (const { row } of rows) telling.done(reported(row, outcome, why))
  }
  if (telling.signal.aborted) return keepAll(stopped, 'kept')
  const waiting = () => telling.at({ waiting: shown(repository) })
  const lock = await lockRepository(ports.take, repository, { create: true, signal: telling.signal, waiting })
  telling.at({ waiting: null })
  if (lock.kind === 'cancelled') return keepAll(stopped, 'kept')
  if (lock.kind === 'unknown') return keepAll(lock.why, 'failed')
  const orphaned: CloneRecord[] = []
  await underLock(lock, async () => {
    for (const one of rows) orphaned.push(...(await clearClone(pass, one)))
  })
  if (orphaned.length === 0) return
  const ends = await ports.hands.dropRecords(orphaned)
  for (const [record, end] of ends)
    if (end.kind === 'kept' || end.kind === 'failed')
      pass.notes.push(`The record of ${record.owner}/${record.repo} ${record.branch} stays: ${end.why}`)
}

/** The records that lost their folder. A partial removal forgets nothing (CS-62, DL-PRUNE-18). */
async function clearClone(pass: Pass, { row, item }: CloneRow): Promise<readonly CloneRecord[]> {
  const { telling, ports } = pass
  if (telling.signal.aborted) {
    telling.done(reported(row, 'kept', stopped))
    return []
  }
  telling.at({ current: row.id })
  const look = await lookAgain(row, item, { ...pass, take: ports.take, signal: telling.signal })
  if (look.kind !== 'go' || telling.signal.aborted) {
    // A stop cuts the questions short, and then their answers say nothing.
    const why = look.kind === 'kept' && !telling.signal.aborted ? look.why : stopped
    telling.done(look.kind === 'absent' ? reported(row, 'absent', null) : reported(row, 'kept', why))
    return []
  }
  const end = await ports.hands.removeTree(look.doomed, telling.bytes)
  const outcome = treeOutcomes[end.kind]
  telling.done({ ...reported(row, outcome, end.why), refusals: [...end.refusals], removedBytes: end.bytes })
  return end.kind === 'removed' ? (look.situation.records.get(item.clone.place) ?? []) : []
}

const treeOutcomes = {
  removed: 'removed',
  'in-part': 'removed-in-part',
  nothing: 'failed',
  absent: 'absent',
  changed: 'kept'
} as const

/** Volumes of each copy whose workspace is still unknown, and which still names the same ones (DL-PRUNE-19). */
async function clearVolumes({ ports, situation, telling }: Pass, approved: readonly Approved[]): Promise<void> {
  for (const { row, item } of approved) {
    if (item.kind !== 'volumes') continue
    if (telling.signal.aborted) {
      telling.done(reported(row, 'kept', stopped))
      continue
    }
    telling.at({ current: row.id })
    const [now, { copies }] = await Promise.all([refresh(situation), readCopies(situation.cache)])
    const why = now.kind === 'refused' ? now.refusal.text : checkVolumes(item.copy, copies, now.situation.ids)
    if (why !== null) telling.done(reported(row, 'kept', why))
    else telling.done(ofStep(row, await ports.hands.removeVolumes(item.copy), 'removed'))
  }
}

async function clearLocks({ ports, situation, telling }: Pass, approved: readonly Approved[]): Promise<void> {
  for (const { row, item } of approved) {
    if (item.kind !== 'launch-lock') continue
    if (telling.signal.aborted) {
      telling.done(reported(row, 'kept', stopped))
      continue
    }
    const now = await refresh(situation)
    const known = now.kind === 'refused' || now.situation.ids.has(item.lock.id)
    if (known) telling.done(reported(row, 'kept', 'Its workspace is there again.'))
    else telling.done(ofStep(row, await ports.hands.reclaimLock(item.lock), 'removed'))
  }
}

/** All in one save; which of them are still stale is asked under the lock of the records. */
async function dropStale({ ports, telling }: Pass, approved: readonly Approved[]): Promise<void> {
  const stale = approved.flatMap(({ row, item }) => (item.kind === 'record' ? [{ row, record: item.record }] : []))
  if (stale.length === 0) return
  if (telling.signal.aborted) {
    for (const { row } of stale) telling.done(reported(row, 'kept', stopped))
    return
  }
  const ends = await ports.hands.dropRecords(stale.map(({ record }) => record))
  for (const { row, record } of stale)
    telling.done(ofStep(row, ends.get(record) ?? { kind: 'failed', why: 'It was not looked at.' }, 'dropped'))
}

function ofStep(row: Approved['row'], end: StepEnd, done: 'removed' | 'dropped'): ReportRow {
  switch (end.kind) {
    case 'done':
      return reported(row, done, null)
    case 'absent':
      return reported(row, 'absent', null)
    case 'kept':
      return { ...reported(row, 'kept', end.why), refusals: [...end.refusals] }
    case 'failed':
      return reported(row, 'failed', end.why)
  }
}
