import { z } from 'zod'
import { estimating } from './bytes'

export const count = z.number().int().nonnegative()

export const Bytes = z.union([
  z.strictObject({ exclusiveBytes: count }),
  z.strictObject({ atLeastBytes: count, unreadable: count.min(1) })
])

/** Beside a figure: the file system whose files may share blocks, so that the figure is the most it can be. */
export const Estimated = z.enum(estimating).nullable()

/** Something mounted inside a place: it is not entered, so its bytes are in no figure. */
export const MountedInside = z.strictObject({ path: z.string(), type: z.string() })
export type MountedInside = z.infer<typeof MountedInside>

export const SiteId = z.string().min(1).max(64)
export const PlaceId = z.string().min(1).max(64)
export const JobId = z.string().min(1).max(64)

export const SourceName = z.enum(['managed', 'devlaunch', 'scratch', 'git-worktrees'])
export type SourceName = z.infer<typeof SourceName>

export const SiteKind = z.enum(['clone', 'checkout', 'worktree', 'managed', 'scratch', 'folder'])
export type SiteKind = z.infer<typeof SiteKind>

/** Where a workspace stands; `null` on a site that no workspace tool knows. */
export const SiteState = z.enum(['live', 'stopped', 'orphaned', 'disagree', 'unknown'])
export type SiteState = z.infer<typeof SiteState>

export const ReasonKind = z.enum([
  'held',
  'disputed',
  'loses',
  'unknown',
  'claimed',
  'foreign',
  'protected',
  'fresh',
  'owner-alive',
  'refused'
])
export type ReasonKind = z.infer<typeof ReasonKind>

/** Why something stays: `code` is the spec's own word, `text` a sentence for people. */
export const Reason = z.strictObject({ kind: ReasonKind, code: z.string(), text: z.string() })
export type Reason = z.infer<typeof Reason>

/** The guard's answer, exactly one key (DL-GUARD-15). */
export const Unsaved = z.union([
  z.strictObject({ nothingToLose: z.literal(true) }),
  z.strictObject({ wouldLose: z.string() }),
  z.strictObject({ couldNotTell: z.string() })
])
export type Unsaved = z.infer<typeof Unsaved>

/** What a loss is made of, as people count it: an entry of the stash is no commit. */
export const Lost = z.strictObject({ files: count, commits: count, stashes: count })
export type Lost = z.infer<typeof Lost>

/** One place on the disk that deleting would give back, as every host sees it. */
export const Site = z.strictObject({
  id: SiteId,
  source: SourceName,
  kind: SiteKind,
  path: z.string(),
  label: z.string(),
  repo: z.string().nullable(),
  branch: z.string().nullable(),
  workspaces: z.array(z.string()),
  state: SiteState.nullable(),
  stateWord: z.string().nullable(),
  lastUsed: z.string().nullable(),
  disk: Bytes.nullable(),
  shared: count.nullable(),
  estimate: Estimated,
  /** When its figure was taken; it may be of an earlier run. */
  measuredAt: z.string().nullable(),
  unsaved: Unsaved.nullable(),
  /** `null` where nothing would be lost, or nobody counted. */
  lost: Lost.nullable(),
  verdict: z.enum(['collectable', 'stands']),
  reasons: z.array(Reason),
  parent: SiteId.nullable(),
  changed: count
})
export type Site = z.infer<typeof Site>

export const PhaseState = z.enum(['waiting', 'running', 'done', 'failed'])

/** One line of "What it is doing". `total` is null while nobody can know it. */
export const Phase = z.strictObject({
  id: z.enum(['ask', 'find', 'measure', 'inspect']),
  state: PhaseState,
  done: count,
  total: count.nullable(),
  detail: z.string()
})
export type Phase = z.infer<typeof Phase>

export const Job = z.strictObject({
  id: JobId,
  kind: z.enum(['scan']),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  startedAt: z.string(),
  elapsedMs: count,
  phases: z.array(Phase),
  entries: count,
  bytes: count,
  current: z.string().nullable(),
  measured: count,
  sites: count,
  fault: z.string().nullable()
})
export type Job = z.infer<typeof Job>

/** What a source that failed means and what to do about it; `said` is in its own words. */
export const SourceReport = z.strictObject({
  id: z.enum(['devpod', 'devlaunch', 'git', 'docker', 'folders', 'state']),
  name: z.string(),
  ok: z.boolean(),
  said: z.string(),
  means: z.string(),
  fix: z.string(),
  command: z.string().nullable(),
  askedAt: z.string()
})
export type SourceReport = z.infer<typeof SourceReport>

/** One thing Clearhold works with: what it said of itself, what its absence means, and the next step. */
export const Check = z.strictObject({
  id: z.enum(['walker', 'git', 'devpod', 'docker', 'flock', 'state', 'electron']),
  name: z.string(),
  ok: z.boolean(),
  /** Without it there is no answer, or no act, at all. */
  needed: z.boolean(),
  said: z.string(),
  means: z.string(),
  next: z.string().nullable()
})
export type Check = z.infer<typeof Check>

export const Disk = z.strictObject({ path: z.string(), totalBytes: count, freeBytes: count })
export type Disk = z.infer<typeof Disk>

export const VerdictGroup = z.enum(['nothing-to-lose', 'would-lose', 'in-use', 'cannot-tell'])
export type VerdictGroup = z.infer<typeof VerdictGroup>

export const PlanName = z.enum(['prune', 'worktrees', 'regenerable', 'scratch', 'reconcile', 'purge'])
export type PlanName = z.infer<typeof PlanName>

/** The first screen's figures. Every total is the engine's figure for that set, never a sum of parts. */
export const Summary = z.strictObject({
  /** Another value once the engine was started again, so that a page knows its revisions began anew. */
  engine: z.string(),
  revision: count,
  firstRun: z.boolean(),
  scan: z.enum(['never', 'running', 'done', 'stopped', 'failed']),
  finishedAt: z.string().nullable(),
  job: Job.nullable(),
  sites: count,
  workspaces: count,
  total: Bytes.nullable(),
  estimate: Estimated,
  groups: z.array(z.strictObject({ group: VerdictGroup, sites: count, bytes: Bytes.nullable(), estimate: Estimated })),
  sharedBytes: count.nullable(),
  unmeasured: count,
  reclaimable: Bytes.nullable(),
  plans: z.array(z.strictObject({ plan: PlanName, bytes: Bytes.nullable(), rows: count.nullable() })),
  disk: Disk.nullable(),
  sources: z.array(SourceReport),
  notices: z.array(z.string())
})
export type Summary = z.infer<typeof Summary>

export const TileKind = z.enum(['environments', 'worktrees', 'clone', 'volumes', 'git', 'scratch'])
export type TileKind = z.infer<typeof TileKind>

const tileParts = {
  node: z.string(),
  site: SiteId.nullable(),
  label: z.string(),
  path: z.string(),
  bytes: Bytes.nullable(),
  estimate: Estimated,
  kind: TileKind,
  group: VerdictGroup,
  opens: z.boolean()
}
export const Smaller = z.strictObject({ group: VerdictGroup, count, bytes: Bytes })
export type Smaller = z.infer<typeof Smaller>
export const LeafTile = z.strictObject(tileParts)
export type LeafTile = z.infer<typeof LeafTile>
export const Tile = z.strictObject({ ...tileParts, children: z.array(LeafTile), smaller: z.array(Smaller) })
export type Tile = z.infer<typeof Tile>

/** One level of the map: at most 60 tiles, and one level inside each, at most 300 in all; the rest is rolled up. */
export const TreeLevel = z.strictObject({
  revision: count,
  node: z.string(),
  crumbs: z.array(z.strictObject({ node: z.string(), label: z.string() })),
  bytes: Bytes.nullable(),
  estimate: Estimated,
  tiles: z.array(Tile),
  smaller: z.array(Smaller),
  kinds: z.array(z.strictObject({ kind: TileKind, bytes: Bytes })),
  sharedBytes: count,
  unmeasured: count
})
export type TreeLevel = z.infer<typeof TreeLevel>

/** A workspace's Space tab. `null` = not known yet. */
export const SiteDetail = z.strictObject({
  site: Site,
  frees: Bytes.nullable(),
  reclaimable: Bytes.nullable(),
  wouldLose: Bytes.nullable(),
  shared: count.nullable(),
  held: count.nullable(),
  sharedWith: z.array(z.string()),
  closed: z.array(z.strictObject({ path: z.string(), said: z.string() })),
  closedCount: count,
  /** What is mounted inside it; the first 50 at most. */
  mounts: z.array(MountedInside),
  mountCount: count,
  entries: count.nullable(),
  measuredAt: z.string().nullable(),
  /** It is being weighed again, alone. */
  weighing: z.boolean()
})
export type SiteDetail = z.infer<typeof SiteDetail>

/** A place the person lets Clearhold look at; plans act only where `mode` is `act`. */
export const WatchedPlace = z.strictObject({
  id: PlaceId,
  kind: z.enum(['devlaunch', 'folder']),
  title: z.string(),
  path: z.string(),
  detail: z.string(),
  mode: z.enum(['act', 'look']),
  on: z.boolean(),
  found: z.enum(['found', 'absent', 'closed']),
  bytes: Bytes.nullable(),
  own: z.boolean()
})
export type WatchedPlace = z.infer<typeof WatchedPlace>

export const Settings = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  units: z.enum(['decimal', 'binary']),
  motion: z.enum(['system', 'off']),
  patterns: z.enum(['always', 'need'])
})
export type Settings = z.infer<typeof Settings>

export const FolderListing = z.strictObject({
  folder: z.string(),
  path: z.string(),
  parent: z.string().nullable(),
  folders: z.array(z.strictObject({ folder: z.string(), name: z.string() })),
  more: count,
  said: z.string().nullable()
})
export type FolderListing = z.infer<typeof FolderListing>

export const AppInfo = z.strictObject({
  host: z.enum(['desktop', 'browser', 'cli']),
  version: z.string(),
  platform: z.string(),
  home: z.string(),
  demo: z.boolean()
})
export type AppInfo = z.infer<typeof AppInfo>
