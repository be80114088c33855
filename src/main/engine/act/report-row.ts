import type { Outcome, PlanRow, ReportRow } from '../../../shared/plan'

/** The line of a report for one row of a plan. Pure. */
export const rowOf = (row: PlanRow, outcome: Outcome, because: string | null): ReportRow => ({
  id: row.id,
  kind: row.kind,
  path: row.path,
  name: row.name,
  outcome,
  because,
  refusals: [],
  removedBytes: 0
})
