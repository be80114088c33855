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

const speaksFor: Readonly<Record<VerdictGroup, (kind: ReasonKind) => boolean>> = {
  'nothing-to-lose': () => false,
  'would-lose': (kind) => kind === 'loses',
  'in-use': (kind) => keptByUse.has(kind),
  'cannot-tell': (kind) => !keptByUse.has(kind) && kind !== 'loses'
}

/** The reason that put a site into its group, to be named first; `null` for one with nothing to lose. */
export function leadingReason(site: Pick<Site, 'verdict' | 'reasons'>): Reason | null {
  const speaks = speaksFor[groupOf(site)]
  const disputed = site.reasons.find((reason) => reason.kind === 'disputed')
  return disputed ?? site.reasons.find((reason) => speaks(reason.kind)) ?? site.reasons[0] ?? null
}

/** Least permissive first: what a group of mixed things is drawn as. */
export const groupsByCare: readonly VerdictGroup[] = ['cannot-tell', 'would-lose', 'in-use', 'nothing-to-lose']

export const groupWords: Readonly<Record<VerdictGroup, string>> = {
  'nothing-to-lose': 'Nothing to lose',
  'would-lose': 'Would lose work',
  'in-use': 'In use',
  'cannot-tell': 'Cannot tell'
}
