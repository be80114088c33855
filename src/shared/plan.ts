import { z } from 'zod'
import { Bytes, count, Estimated, JobId, PlanName, Reason, SourceName } from './model'

export const PlanId = z.string().min(1).max(64)
export const RowId = z.string().min(1).max(64)
export const ActId = z.string().min(1).max(64)

export const RowKind = z.enum([
  'clone',
  'worktree',
  'registration',
  'subtree',
  'volumes',
  'record',
  'launch-lock',
  'workspace',
  'cache',
  'managed',
  'scratch',
  'artifact',
  'repoint'
])
export type RowKind = z.infer<typeof RowKind>

export const Decision = z.enum(['remove', 'keep', 'forget', 'drop', 'repoint', 'candidate'])
export type Decision = z.infer<typeof Decision>

/** One thing a plan speaks of; every `keep` has at least one reason. The id of a clone is its site's id. */
export const PlanRow = z.strictObject({
  id: RowId,
  source: SourceName,
  kind: RowKind,
  path: z.string(),
  /** The workspace that volumes or a launch lock belong to, or the branch of a record. */
  name: z.string().nullable(),
  decision: Decision,
  disk: Bytes.nullable(),
  /** Why `disk` is the most it can be; absent where it is not. */
  estimate: Estimated.optional(),
  /** When `disk` was measured, where that was before this plan: it is weighed again while the plan is read. */
  measuredAt: z.string().optional(),
  reasons: z.array(Reason),
  /** Which flag, or which consent of a person, would carry this row past its reasons. */
  overridable: z.enum(['force', 'force-worktrees']).nullable(),
  /** The reasons that somebody's insistence carried this row past: what it is allowed to lose, and nothing else. */
  overridden: z.array(Reason),
  registrations: count,
  volumes: z.array(z.string()).optional(),
  restore: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional()
})
export type PlanRow = z.infer<typeof PlanRow>

/**
 * Bytes per kind of row that has bytes: `clones`, `worktrees`, `subtrees`. Each is what its set frees together; a kind is
 * absent while its rows are weighed and no earlier walk can say it.
 */
export const Totals = z.record(z.string(), Bytes)
export type Totals = z.infer<typeof Totals>

/** A plan as the terminal prints it. */
export const PlanView = z.strictObject({
  plan: PlanName,
  id: PlanId,
  revision: count,
  root: z.string(),
  rows: z.array(PlanRow),
  totals: Totals,
  notes: z.array(z.string())
})
export type PlanView = z.infer<typeof PlanView>

/** Why a plan, or an act, cannot be had at all; `text` is whole sentences for people. */
export const PlanRefusal = z.strictObject({
  code: z.enum(['devpod-missing', 'devpod-unreadable', 'unlocatable', 'lock', 'nowhere', 'spent', 'busy', 'journal']),
  text: z.string()
})
export type PlanRefusal = z.infer<typeof PlanRefusal>

/** A plan without its rows, which are asked for in pages. */
export const PlanHead = z.strictObject({
  plan: PlanName,
  id: PlanId,
  revision: count,
  root: z.string(),
  rows: count,
  totals: Totals,
  notes: z.array(z.string()),
  madeAt: z.string(),
  /** Its rows are being weighed; until they are, their figures are the last ones. */
  weighing: z.boolean(),
  /** An act was started with it, so it cannot be used again. */
  spent: z.boolean()
})
export type PlanHead = z.infer<typeof PlanHead>

/** How far the making of a plan is; `id` is there once it is `ready`, `refused` once it cannot be had. */
export const Planning = z.strictObject({
  job: JobId,
  plan: PlanName,
  state: z.enum(['running', 'ready', 'refused', 'failed', 'stopped']),
  id: PlanId.nullable(),
  refused: PlanRefusal.nullable(),
  /** A repository lock that is waited for. */
  waiting: z.string().nullable(),
  done: count,
  total: count.nullable(),
  /** A plan is `ready` once everything is judged, and goes on being weighed while it is read. */
  weighing: z.boolean(),
  /** Folders and files that were weighed so far. */
  entries: count
})
export type Planning = z.infer<typeof Planning>

/** One question that was put about a row, with its answer and its time. */
export const RowAnswer = z.strictObject({
  question: z.string(),
  /** "who opens it." and the like, to stand after "Asked". */
  asks: z.string(),
  answer: z.enum(['safe', 'reason']),
  text: z.string(),
  askedAt: z.string()
})
export type RowAnswer = z.infer<typeof RowAnswer>

export const RowDetail = z.strictObject({
  row: PlanRow,
  repo: z.string().nullable(),
  branch: z.string().nullable(),
  lastUsed: z.string().nullable(),
  answers: z.array(RowAnswer),
  /** What has to be typed before the row may be insisted on; null when nobody may. */
  typed: z.string().nullable()
})
export type RowDetail = z.infer<typeof RowDetail>

export const Outcome = z.enum([
  'removed',
  'removed-in-part',
  'kept',
  'failed',
  'absent',
  'forgotten',
  'dropped',
  'repointed'
])
export type Outcome = z.infer<typeof Outcome>

/** A place that refused, once, in the system's words. */
export const Refused = z.strictObject({ path: z.string(), said: z.string(), code: z.string() })
export type Refused = z.infer<typeof Refused>

export const ReportRow = z.strictObject({
  id: RowId,
  kind: RowKind,
  path: z.string(),
  name: z.string().nullable(),
  outcome: Outcome,
  /** Why it was kept or failed; null where it went. */
  because: z.string().nullable(),
  refusals: z.array(Refused),
  removedBytes: count
})
export type ReportRow = z.infer<typeof ReportRow>

/** What the remover counted, and the free space of the disk before and after; null = it could not be measured. */
export const Freed = z.strictObject({
  removedBytes: count,
  freeBefore: count.nullable(),
  freeAfter: count.nullable()
})
export type Freed = z.infer<typeof Freed>

/** What an act did, as the terminal prints it. `promised` is what the rows of the plan that were approved free together. */
export const Report = z.strictObject({
  plan: PlanName,
  id: PlanId,
  rows: z.array(ReportRow),
  promised: Bytes,
  freed: Freed,
  exit: z.union([z.literal(0), z.literal(1)])
})
export type Report = z.infer<typeof Report>

/** All that was approved went, a part of it did, or nothing. */
export const Ending = z.enum(['all', 'part', 'nothing'])
export type Ending = z.infer<typeof Ending>

/** A report without its rows, which are asked for in pages; a line of History. */
export const ReportHead = z.strictObject({
  act: ActId,
  plan: PlanName,
  id: PlanId,
  startedAt: z.string(),
  finishedAt: z.string(),
  ending: Ending,
  stopped: z.boolean(),
  /** Why nothing was done at all. */
  refused: PlanRefusal.nullable(),
  promised: Bytes,
  /** Removed bytes per kind of row that has bytes. */
  claims: z.record(z.string(), count),
  freed: Freed,
  exit: z.union([z.literal(0), z.literal(1)]),
  rows: count,
  outcomes: z.record(z.string(), count),
  notes: z.array(z.string())
})
export type ReportHead = z.infer<typeof ReportHead>

/** How far an act is. A page that missed events asks for this, and for the rows it has not seen. */
export const ActProgress = z.strictObject({
  act: ActId,
  plan: PlanName,
  id: PlanId,
  /** `second-look` asks everything again, `removing` is the trees, `finishing` is the bookkeeping after them. */
  state: z.enum(['second-look', 'removing', 'finishing', 'done', 'stopped', 'refused', 'failed']),
  refused: PlanRefusal.nullable(),
  /** A repository lock that is waited for. */
  waiting: z.string().nullable(),
  stopping: z.boolean(),
  current: RowId.nullable(),
  done: count,
  total: count,
  /** Bytes removed so far, per kind of row that has bytes. */
  claims: z.record(z.string(), count),
  startedAt: z.string(),
  elapsedMs: count
})
export type ActProgress = z.infer<typeof ActProgress>
