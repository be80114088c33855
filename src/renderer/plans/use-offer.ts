import { useMemo } from 'react'
import type { PlanName } from '../../shared/model'
import { useApp } from '../app/context'
import { usePage } from '../store/store'
import { isOver } from './acting/use-act'
import { type Offer, offerOf } from './offer'

export interface Offered {
  readonly offer: Offer
  /** An act of this plan runs, and its window shows it. */
  readonly acting: boolean
  /** Opens the review, or the act that runs. */
  open(): void
}

/** Whether a plan can be reviewed now, and the way there. */
export function useOffer(plan: PlanName): Offered {
  const { commands } = useApp()
  const summary = usePage((state) => state.summary)
  const here = usePage((state) => state.plansHere)
  const acting = usePage((state) => state.act !== null && state.act.plan === plan && !isOver(state.act))
  const offer = useMemo<Offer>(
    () => (acting ? { kind: 'open' } : offerOf(plan, summary, here)),
    [acting, plan, summary, here]
  )
  return {
    offer,
    acting,
    open: () => {
      if (offer.kind === 'open' && plan === 'prune') commands.run('prune')
    }
  }
}
