import { stat } from 'node:fs/promises'
import type { Bytes, Estimate } from '../../../../shared/bytes'
import type { Unsaved } from '../../../../shared/model'
import { bytesOf, childOf, type Place, placeOf, shown } from '../../place'
import { listWorkspaces } from '../../tools/devpod/list'
import { askStatus } from '../../tools/devpod/status'
import { type SourceType, typeAndDetail, type Workspace } from '../../tools/devpod/workspace'
import type { Run } from '../../tools/run'
import { answering } from '../../tools/system/answering'
import { checkoutsAtOnce, createAsking, guard } from '../guard/guard'
import { whichDirectory } from '../guard/losses'
import { inTurns } from './in-turns'
import type { Locations } from './locations'
import { readMetadata } from './metadata'
import { isOurs } from './ownership'
import { indexRecords } from './records'
import { type LastSweep, notOurs, type RowFacts, rowFacts } from './row-facts'

/** One row of `ls --json`, keys in the order they are printed (spec 3.2). */
export interface ListingRow {
  readonly id: string
  readonly devlaunch: boolean
  readonly repo: string | null
  readonly branch: string | null
  readonly checkedOut: string | null
  readonly path: string | null
  readonly state: string | null
  readonly lastUsed: string
  readonly unsaved: Unsaved | null
  readonly disk?: ListingDisk | null
  readonly lastSweep?: LastSweep
}

/** `worktrees` is a part of the figure beside it, never an addition. Bytes. */
export type ListingDisk = Bytes & { readonly worktrees?: Bytes }

/** What the table shows of a row beside the document: the TYPE and SOURCE columns. */
export interface ListingLine {
  readonly row: ListingRow
  readonly type: SourceType
  readonly detail: string
  /** Why its figure is the most it can be, where it is. */
  readonly estimate: Estimate | null
}

export type Listing =
  | {
      readonly kind: 'listed'
      readonly lines: readonly ListingLine[]
      /** Repositories whose last sweep left trouble, each once, sorted (DL-LS-10). */
      readonly sweeps: readonly (LastSweep & { readonly repo: string })[]
      /** Sentences for people; never part of the document. */
      readonly notices: readonly string[]
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly said: string }

export interface Measured {
  readonly disk: Bytes
  readonly estimate: Estimate | null
}

/** Exclusive bytes of each place by itself, walked only on request; a place that is missing is worth 0. */
export type Measure = (places: readonly Place[]) => Promise<ReadonlyMap<Place, Measured>>

export interface ListingPorts {
  readonly locations: Locations
  readonly run: Run
  readonly measure: Measure
  readonly signal?: AbortSignal
}

const statusesAtOnce = 8

/**
 * The devlaunch listing, every workspace in devpod's order (DL-LS-01…08, DL-LS-11). `size` walks the directories that
 * the sources name, `states` costs one `devpod status` per row and asks git what is unsaved; without both nothing is
 * walked or asked (DL-LS-04).
 */
export async function listing(
  ports: ListingPorts,
  wanted: { readonly size: boolean; readonly states: boolean }
): Promise<Listing> {
  const listed = await listWorkspaces(ports.run, ports.signal)
  if (listed.kind !== 'listed') return listed
  const reading = await readMetadata(ports.locations.metadata)
  const { workspaces } = listed
  const records = { index: indexRecords(reading.metadata), repositories: reading.metadata.repositories }
  const facts = await inTurns(workspaces, statusesAtOnce, (workspace) => rowFacts(workspace, records, ports.locations))
  const [states, disks, unsaved] = await Promise.all([
    wanted.states
      ? inTurns(workspaces, statusesAtOnce, ({ id }) => askStatus(ports.run, id, ports.signal))
      : workspaces.map(() => null),
    wanted.size ? measureAll(workspaces, ports) : null,
    wanted.states ? unsavedOf(workspaces, facts, ports) : workspaces.map(() => notAsked)
  ])
  const lines = workspaces.map((workspace, index) => ({
    row: rowOf(
      workspace,
      facts[index] ?? notOurs,
      states[index] ?? null,
      unsaved[index] ?? notAsked,
      disks === null ? undefined : (disks[index]?.disk ?? null)
    ),
    ...typeAndDetail(workspace.source),
    estimate: disks?.[index]?.estimate ?? null
  }))
  return {
    kind: 'listed',
    lines,
    sweeps: sweepsOf(lines),
    notices: reading.notice === null ? [] : [reading.notice]
  }
}

async function measureAll(
  workspaces: readonly Workspace[],
  ports: ListingPorts
): Promise<({ disk: ListingDisk; estimate: Estimate | null } | null)[]> {
  const roots = workspaces.map(({ source }) =>
    source.kind === 'folder' && isOurs(source, ports.locations.cache) ? placeOf(source.path) : null
  )
  const inside = await inTurns(roots, statusesAtOnce, async (root) => {
    if (root === null) return null
    const worktrees = childOf(childOf(root, '.claude'), 'worktrees')
    return (await isFolder(worktrees)) ? worktrees : null
  })
  const places = new Set([...roots, ...inside].filter((place): place is Place => place !== null))
  const bytes = await ports.measure([...places])
  const figureOf = (place: Place | null | undefined) => (place == null ? undefined : bytes.get(place))
  return roots.map((root, index) => {
    const whole = figureOf(root)
    const worktrees = figureOf(inside[index])
    if (whole === undefined) return null
    const { disk, estimate } = whole
    return { disk: worktrees === undefined ? disk : { ...disk, worktrees: worktrees.disk }, estimate }
  })
}

async function isFolder(place: Place): Promise<boolean> {
  try {
    await answering(place)
    return (await stat(bytesOf(place))).isDirectory()
  } catch {
    // The figure of the whole says what could not be looked at.
    return false
  }
}

/**
 * Two workspaces that open one clone get one answer. A record that names no directory, with nothing at the source either,
 * is no answer (DL-GUARD-17).
 */
async function unsavedOf(
  workspaces: readonly Workspace[],
  facts: readonly RowFacts[],
  ports: ListingPorts
): Promise<Unsaved[]> {
  const asking = createAsking(ports.run)
  const places = [...new Set(facts.flatMap(({ path }) => (path === null ? [] : [path])))]
  const answers = await inTurns(places, checkoutsAtOnce, (place) => guard(asking, place, ports.signal))
  const byPlace = new Map(places.map((place, index) => [place, answers[index]]))
  return facts.map(({ path, nameless }, index) => {
    const answer = path === null ? undefined : byPlace.get(path)
    if (nameless && answer?.absent) return { couldNotTell: whichDirectory(workspaces[index]?.id ?? '') }
    return answer?.unsaved ?? notAsked
  })
}

const notAsked: Unsaved = { couldNotTell: 'not asked yet' }

/** `disk` is undefined without `--size`, and the key is then left out. */
function rowOf(
  workspace: Workspace,
  facts: RowFacts,
  state: string | null,
  unsaved: Unsaved,
  disk: ListingDisk | null | undefined
): ListingRow {
  return {
    id: workspace.id,
    devlaunch: facts.ours,
    repo: facts.repo,
    branch: facts.branch,
    checkedOut: facts.checkedOut,
    path: facts.path === null ? null : shown(facts.path),
    state,
    lastUsed: workspace.lastUsed,
    unsaved: facts.ours ? unsaved : null,
    ...(disk === undefined ? {} : { disk }),
    ...(facts.lastSweep === null ? {} : { lastSweep: facts.lastSweep })
  }
}

function sweepsOf(lines: readonly ListingLine[]): (LastSweep & { repo: string })[] {
  const byRepo = new Map<string, LastSweep>()
  for (const { row } of lines) if (row.repo !== null && row.lastSweep) byRepo.set(row.repo, row.lastSweep)
  return [...byRepo].map(([repo, sweep]) => ({ repo, ...sweep })).sort((a, b) => (a.repo < b.repo ? -1 : 1))
}
