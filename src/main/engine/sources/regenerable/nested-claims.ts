import type { Reason } from '../../../../shared/model'
import { type Place, shown } from '../../place'
import { readCheckout } from '../../tools/git/checkout'
import { lockIn } from '../guard/admin'

/** Locks on worktrees that lie in a site without being one that is known; what the site itself is under is for others to say. */
export async function nestedClaims(site: Place, checkouts: readonly Place[]): Promise<Reason[]> {
  const reasons: Reason[] = []
  for (const place of checkouts) {
    if (place === site) continue
    const checkout = await readCheckout(place)
    const lock = checkout?.linked ? await lockIn(checkout.gitDir) : null
    if (lock === null) continue
    const why = lock === '' ? '' : `: ${shown(lock as Place)}`
    reasons.push({ kind: 'claimed', code: 'locked', text: `The worktree ${shown(place)} is locked${why}.` })
  }
  return reasons
}
