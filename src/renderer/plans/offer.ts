import type { PlanName, Summary } from '../../shared/model'
import type { Actable } from '../../shared/plan-calls'

/** Whether a plan can be reviewed now: `absent` where it cannot be made at all, else why it waits, or nothing. */
export type Offer =
  | { readonly kind: 'open' }
  | { readonly kind: 'waits'; readonly why: string }
  | { readonly kind: 'absent' }

/** Pure. `here`: the engine makes plans. */
export function offerOf(plan: PlanName, summary: Summary | null, here: boolean): Offer {
  if (!here || summary === null || !isActable(plan)) return { kind: 'absent' }
  if (summary.scan === 'running') return { kind: 'waits', why: 'Waits for the scan' }
  if (summary.scan === 'never') return { kind: 'waits', why: 'Waits for a scan' }
  const failed = (id: string) => summary.sources.some((source) => source.id === id && !source.ok)
  if (failed('devpod')) return { kind: 'waits', why: 'Waits for devpod' }
  if (failed('git')) return { kind: 'waits', why: 'Waits for git' }
  return { kind: 'open' }
}

/** The page holds no schemas: what checks them compiles code, which the page's policy forbids. */
const actable: Readonly<Record<Actable, true>> = { prune: true }

export const isActable = (plan: PlanName): plan is Actable => Object.hasOwn(actable, plan)
