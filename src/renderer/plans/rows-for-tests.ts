import type { Reason } from '../../shared/model'
import type { PlanRow, ReportRow } from '../../shared/plan'

export const held: Reason = { kind: 'held', code: 'held', text: 'A workspace opens it: kestrel-main.' }
export const loses: Reason = {
  kind: 'loses',
  code: 'unsaved',
  text: 'Would lose: 2 uncommitted change(s) (a, b) and 1 unpushed commit(s).'
}
export const unread: Reason = {
  kind: 'unknown',
  code: 'unsaved',
  text: 'Could not tell: git could not read /c/sundial: fatal: not a git repository.'
}
export const busy: Reason = { kind: 'claimed', code: 'busy', text: 'A launch holds it at the moment.' }

/** A row that goes, unless `part` says otherwise. */
export const rowWith = (part: Partial<PlanRow> = {}): PlanRow => ({
  id: 'r',
  source: 'devlaunch',
  kind: 'clone',
  path: '/c/acme/kestrel/kestrel-perf-1e77',
  name: null,
  decision: 'remove',
  disk: null,
  reasons: [],
  overridable: null,
  overridden: [],
  registrations: 0,
  ...part
})

/** A row that stays for these reasons. */
export const keptFor = (reasons: readonly Reason[], part: Partial<PlanRow> = {}): PlanRow =>
  rowWith({ decision: 'keep', reasons: [...reasons], ...part })

export const doneWith = (part: Partial<ReportRow> = {}): ReportRow => ({
  id: 'r',
  kind: 'clone',
  path: '/c/acme/kestrel/kestrel-perf-1e77',
  name: null,
  outcome: 'removed',
  because: null,
  refusals: [],
  removedBytes: 3,
  ...part
})
