import { lstat } from 'node:fs/promises'
import type { PlanRefusal } from '../../../shared/plan'
import { lookAtLock, type TakeLock } from '../act/lock'
import { lockRepository, underLock } from '../act/repository-lock'
import type { Walk } from '../headless/walk'
import { bytesOf, type Place, shown } from '../place'
import type { Ledger } from '../scan/ledger'
import { type Classified, classify, standingIn } from '../sources/devlaunch/classify'
import type { CloneCandidate } from '../sources/devlaunch/clones'
import { retiredFolderNotice } from '../sources/devlaunch/config'
import { readCopies } from '../sources/devlaunch/copies'
import { inTurns } from '../sources/devlaunch/in-turns'
import { listLaunchLocks } from '../sources/devlaunch/launch-locks'
import type { Locations } from '../sources/devlaunch/locations'
import type { CloneRecord } from '../sources/devlaunch/metadata'
import { recordDirectory } from '../sources/devlaunch/records'
import { type Situation, situate } from '../sources/devlaunch/situation'
import type { Inspector } from '../sources/git-questions/questions'
import { checkoutsAtOnce } from '../sources/guard/guard'
import type { Run } from '../tools/run'
import { isAbsence } from '../words'
import { type Planned, type PruneFacts, pruneRows, type Weight } from './prune'

export interface LookPorts {
  readonly run: Run
  readonly locations: Locations
  readonly take: TakeLock
  readonly walk: Walk
  /** The last figure that is known of a clone. */
  readonly lastWeight: (place: Place) => Weight | null
  /** Made anew for every pass, so that no answer is older than the pass. */
  readonly inspector: () => Inspector
}

export interface Telling {
  readonly signal: AbortSignal
  /** Orphans judged so far and in all, the lock that is waited for, and how much was weighed. */
  tell(at: {
    readonly done?: number
    readonly total?: number
    readonly waiting?: string | null
    readonly entries?: number
  }): void
}

export type PruneLook =
  | {
      readonly kind: 'looked'
      /** With the last figures there are. */
      readonly planned: readonly Planned[]
      readonly root: Place
      /** The walk, which may take longer than the rest of the look; null when it was stopped. */
      readonly walked: Promise<Ledger | null>
      /** The same rows with the figures of the walk. */
      readonly weighed: (ledger: Ledger) => readonly Planned[]
      readonly notes: readonly string[]
    }
  | { readonly kind: 'refused'; readonly refusal: PlanRefusal }
  | { readonly kind: 'stopped' }

/**
 * Everything that a prune plan is made of, read once (DL-CONC-02, DL-PRUNE-22): the repositories side by side, each
 * under its own lock, while one walk weighs the orphans. It does not wait for that walk: until then a row has the last
 * figure that is known of it. Looking writes nothing and creates no lock.
 */
export async function lookForPrune(ports: LookPorts, telling: Telling): Promise<PruneLook> {
  const { signal } = telling
  const situated = await situate(ports, signal)
  if (situated.kind === 'refused') return signal.aborted ? { kind: 'stopped' } : situated
  const { situation } = situated
  const { clones } = situation.clones
  const orphans = clones.filter((clone) => standingIn(situation, clone).kind === 'orphaned')
  const walked = ports.walk(orphans.map(({ place }) => ({ id: place, place }))).then((ledger) => {
    if (!signal.aborted) return ledger
    ledger.close()
    return null
  })
  // Whoever binds the plan waits for it; a look that ends before is not to be ended again by it.
  walked.catch(() => undefined)
  const [classified, copies, locks, stale, retired] = await Promise.all([
    classifyAll(ports, situation, telling, orphans.length),
    readCopies(situation.cache),
    looseLocks(ports, situation),
    staleRecords(situation),
    retiredFolderNotice(ports.locations.config)
  ])
  if (signal.aborted) return { kind: 'stopped' }
  if (classified.kind === 'refused') {
    void walked.then((ledger) => ledger?.close())
    return classified
  }
  const facts: Omit<PruneFacts, 'weightOf'> = {
    clones: clones.map((clone, index) => ({
      clone,
      classified: classified.answers[index] ?? unanswered,
      record: situation.records.get(clone.place)?.[0] ?? null
    })),
    copies: copies.copies,
    stale,
    locks: locks.states,
    listed: new Set(situation.listed.map(({ id }) => id)),
    known: situation.ids
  }
  const notices = [retired, situation.reading.notice, copies.notice, locks.notice].filter((one) => one !== null)
  const closed = situation.clones.closed.map(({ path, said }) => `${path} could not be listed: ${said}.`)
  return {
    kind: 'looked',
    planned: pruneRows({ ...facts, weightOf: ports.lastWeight }),
    root: situation.cloneRoot,
    walked,
    weighed: (ledger) => pruneRows({ ...facts, weightOf: weightIn(ledger) }),
    notes: [...notices, ...closed, ...standing]
  }
}

const weightIn =
  (ledger: Ledger) =>
  (place: Place): Weight | null =>
    ledger.knows(place) ? { disk: ledger.exclusive(place), estimate: ledger.estimate([place]), measuredAt: null } : null

/** What is true of every plan, and said at its end (CS-16, CS-73, DL-IMG-02). */
const standing = [
  'Commits are judged as of the last fetch; nothing was fetched.',
  'Docker images are not touched. "docker system df" shows what Docker holds.'
]

const unanswered: Classified = { kind: 'closed', said: 'it was not asked about' }

type AllClassified =
  | { readonly kind: 'classified'; readonly answers: readonly Classified[] }
  | { readonly kind: 'refused'; readonly refusal: PlanRefusal }

/** Each repository's clones under its lock. One lock at a time is held by each, and none is waited for under another. */
async function classifyAll(
  ports: LookPorts,
  situation: Situation,
  telling: Telling,
  total: number
): Promise<AllClassified> {
  const { signal } = telling
  const inspector = ports.inspector()
  const { clones } = situation.clones
  await inTurns(clones, checkoutsAtOnce, ({ place }) => inspector.know(place))
  const answers: Classified[] = new Array(clones.length)
  const slots = createSlots(askedAtOnce)
  let done = 0
  let trouble: string | null = null
  const classifyOne = async (clone: CloneCandidate, index: number) => {
    answers[index] = await slots(() => classify(inspector, situation, clone, signal))
    if (answers[index]?.kind === 'orphan') done += 1
    telling.tell({ done, total, waiting: null })
  }
  await inTurns([...byRepository(clones)], atOnce, async ([repository, own]) => {
    if (trouble !== null) return
    const waiting = () => telling.tell({ done, total, waiting: shown(repository) })
    const lock = await lockRepository(ports.take, repository, { create: false, signal, waiting })
    if (lock.kind === 'unknown') trouble ??= lock.why
    if (lock.kind !== 'held') return
    await underLock(lock, () => Promise.all(own.map(({ clone, index }) => classifyOne(clone, index))))
  })
  if (trouble === null) return { kind: 'classified', answers }
  const text = `${trouble} A part of the clones cannot be judged without it, so nothing was planned.`
  return { kind: 'refused', refusal: { code: 'lock', text } }
}

const atOnce = 8
/** They are asked together in few starts, so that more of them than starts are on their way. */
const askedAtOnce = 3 * checkoutsAtOnce

/** In the order of the clones, which is by repository already. */
function byRepository(clones: readonly CloneCandidate[]) {
  const groups = new Map<Place, { readonly clone: CloneCandidate; readonly index: number }[]>()
  for (const [index, clone] of clones.entries()) {
    const own = groups.get(clone.repository)
    if (own === undefined) groups.set(clone.repository, [{ clone, index }])
    else own.push({ clone, index })
  }
  return groups
}

/** Lets at most `most` pieces of work run at once, whoever asks. */
function createSlots(most: number): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let free = most
  const queue: (() => void)[] = []
  return async (work) => {
    if (free === 0) await new Promise<void>((resume) => queue.push(resume))
    else free -= 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

async function looseLocks({ take }: LookPorts, { ids, cache }: Situation) {
  const { locks, notice } = await listLaunchLocks(cache)
  const states = await inTurns(locks, atOnce, async (lock) => ({
    lock,
    state: ids.has(lock.id) ? ('held' as const) : await lookAtLock(take, shown(lock.file))
  }))
  return { states, notice }
}

/** Records whose directory is established absent; one that cannot be looked at or named is not stale (DL-PRUNE-11). */
export async function staleRecords({ reading, locations }: Situation) {
  const found = await inTurns(reading.metadata.clones, atOnce, (record) => absentDirectory(record, locations.cloneRoot))
  return found.filter((one): one is { record: CloneRecord; directory: Place } => one !== null)
}

async function absentDirectory(record: CloneRecord, cloneRoot: Place) {
  const directory = await recordDirectory(record, cloneRoot)
  if (directory === null) return null
  return lstat(bytesOf(directory)).then(
    () => null,
    (error: unknown) => (isAbsence(error) ? { record, directory } : null)
  )
}
