import type { Bytes } from '../../shared/bytes'
import type { PlanName } from '../../shared/model'
import { usePage } from '../store/store'

/** What a plan would free, and since when that is known; `at` is null where the engine's own summary says it. */
export interface PlanFigure {
  readonly bytes: Bytes | null
  readonly at: string | null
}

/** The figure of a plan: the engine's, else that of the last plan that was made and not acted on. Clone folders alone. */
export function usePlanFigure(plan: PlanName): PlanFigure {
  const own = usePage((state) => state.summary?.plans.find((one) => one.plan === plan)?.bytes ?? null)
  const planned = usePage((state) => (state.planned?.plan === plan ? state.planned : null))
  if (own !== null) return { bytes: own, at: null }
  return { bytes: planned?.totals['clones'] ?? null, at: planned?.madeAt ?? null }
}
