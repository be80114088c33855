import { z } from 'zod'
import { call, cursor, nothing, pages } from './call'
import { JobId } from './model'
import {
  ActId,
  ActProgress,
  PlanHead,
  PlanId,
  Planning,
  PlanRefusal,
  PlanRow,
  PlanView,
  Report,
  ReportHead,
  ReportRow,
  RowDetail,
  RowId,
  Totals
} from './plan'
import { UnsavedDetail } from './unsaved'

/** The plans that can be made and acted on. */
export const Actable = z.enum(['prune'])
export type Actable = z.infer<typeof Actable>

const ofPlan = { plan: PlanId }
const ofRow = { plan: PlanId, row: RowId }
const rows = z.array(RowId).max(12_000)

/** The calls of plans, acts and reports. A page names plans, rows and acts by their ids, never a path. */
export const planCalls = {
  /** Starts making a plan; `plan.progress` tells how far it is and names the plan in the end. */
  'plan.make': call(z.strictObject({ plan: Actable }), z.strictObject({ job: JobId }), pages),
  /** The making that runs, or ran last; null when none did. */
  'plan.making': call(nothing, Planning.nullable(), pages),
  'plan.stop': call(z.strictObject({ job: JobId }), z.strictObject({ stopped: z.boolean() }), pages),
  'plan.head': call(z.strictObject(ofPlan), PlanHead, pages),
  /** In the plan's order: what goes (bytes, then path), what stays, volumes, records, launch locks. Under 256 KB. */
  'plan.rows': call(
    z.strictObject({ ...ofPlan, after: cursor }),
    z.strictObject({ rows: z.array(PlanRow), next: cursor }),
    pages
  ),
  /** What these rows free together, per kind of row that has bytes; the kinds are never added up. */
  'plan.freed': call(z.strictObject({ ...ofPlan, rows }), z.strictObject({ totals: Totals }), pages),
  /** The questions that were put about a row, with answers and times. */
  'plan.row': call(z.strictObject(ofRow), RowDetail, pages),
  /** What a row's checkout would lose, item by item, asked anew; null for a row that is no checkout. */
  'plan.unsaved': call(z.strictObject(ofRow), UnsavedDetail.nullable(), pages),
  /** Insists that a row goes, past the reasons it shows now. Refused unless `typed` is the row's own name. */
  'plan.insist': call(z.strictObject({ ...ofRow, typed: z.string().max(4_096) }), PlanRow, pages),
  'plan.relent': call(z.strictObject(ofRow), PlanRow, pages),

  /** Spends the plan: these rows and no others. `insisted` must be among `rows` and have been insisted on before. */
  'act.start': call(z.strictObject({ ...ofPlan, rows, insisted: rows }), z.strictObject({ act: ActId }), pages),
  /** Ends the act after the item in hand. */
  'act.stop': call(z.strictObject({ act: ActId }), z.strictObject({ stopped: z.boolean() }), [...pages, 'cli']),
  /** The act that runs, or ran last since the engine started; null when none did. */
  'act.now': call(nothing, ActProgress.nullable(), pages),
  /** What became of the rows so far, in the order they were finished; `next` is null once the act has ended. */
  'act.rows': call(
    z.strictObject({ act: ActId, after: cursor }),
    z.strictObject({ rows: z.array(ReportRow), next: cursor }),
    pages
  ),

  /** Past acts, newest first. */
  'history.list': call(
    z.strictObject({ after: cursor }),
    z.strictObject({ reports: z.array(ReportHead), next: cursor }),
    pages
  ),
  'report.head': call(z.strictObject({ act: ActId }), ReportHead, pages),
  'report.rows': call(
    z.strictObject({ act: ActId, after: cursor }),
    z.strictObject({ rows: z.array(ReportRow), next: cursor }),
    pages
  ),

  /** `force` insists, row by row, on everything it may carry past its reasons. */
  'cli.plan': call(
    z.strictObject({ plan: Actable, force: z.boolean() }),
    z.strictObject({
      view: PlanView.nullable(),
      /** Why there is no plan; `view` is null then. */
      refused: PlanRefusal.nullable()
    }),
    ['cli']
  ),
  /** Acts on every row of a plan that is to go. */
  'cli.act': call(
    z.strictObject(ofPlan),
    z.strictObject({ report: Report, head: ReportHead, refused: PlanRefusal.nullable() }),
    ['cli']
  )
} as const

export const planEvents = {
  'plan.progress': z.strictObject({ revision: z.number(), planning: Planning }),
  'act.progress': z.strictObject({ revision: z.number(), progress: ActProgress }),
  'history.changed': z.strictObject({ revision: z.number() })
} as const
