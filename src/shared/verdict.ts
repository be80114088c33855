import type { Reason, ReasonKind, Site, VerdictGroup } from './model'

const keptByUse: ReadonlySet<ReasonKind> = new Set(['held', 'claimed', 'protected', 'fresh', 'owner-alive'])

/**
 * The one of four groups that a site is drawn and counted in. A loss outweighs a doubt, and being opened outweighs both:
 * what somebody uses is not up for discussion.
 */
export function groupOf(site: Pick<Site, 'verdict' | 'reasons'>): VerdictGroup {
  if (site.verdict === 'collectable') return 'nothing-to-lose'
  const kinds = new Set(site.reasons.map((reason: Reason) => reason.kind))
  if (kinds.has('disputed')) return 'cannot-tell'
  for (const kind of kinds) if (keptByUse.has(kind)) return 'in-use'
  return kinds.has('loses') ? 'would-lose' : 'cannot-tell'
}

/** Least permissive first: what a group of mixed things is drawn as. */
export const groupsByCare: readonly VerdictGroup[] = ['cannot-tell', 'would-lose', 'in-use', 'nothing-to-lose']

export const groupWords: Readonly<Record<VerdictGroup, string>> = {
  'nothing-to-lose': 'Nothing to lose',
  'would-lose': 'Would lose work',
  'in-use': 'In use',
  'cannot-tell': 'Cannot tell'
}
