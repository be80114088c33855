import type { Reason } from '../../../../shared/model'
import type { Identity } from '../../identity'
import { type Place, shown } from '../../place'
import { answering } from '../../tools/system/answering'
import type { User } from '../../tools/system/processes'
import { words } from '../../words'
import { findTagged, siteIn } from './find'
import { type Judged, judgeSubtree } from './judge'
import { nestedClaims } from './nested-claims'
import { createAskTracked } from './tracked'

/** A standing site, and what is known about it already. Places canonical. */
export interface SubtreeWish {
  /** A real folder. Only what lies in it is offered, never the folder itself. */
  readonly site: Place
  /** Every other site that is known: one inside `site` is not entered, and pins a tagged folder around it. */
  readonly sites: readonly Place[]
  /** Claims on the site or on one around it; no losses. */
  readonly claims: readonly Reason[]
  /** The site's administrative folder, where that is known by its registration; null: what its `.git` says. */
  readonly gitDir: Place | null
  /** Who works in a folder: `readProcesses` tells, read once for a plan. */
  readonly usersOf: (place: Place) => readonly User[]
  /** The only tagged folder to look at: for the second look of an act. */
  readonly only?: Place
  readonly signal?: AbortSignal
}

/** A tagged folder and its verdict. Its own identity is to be compared before anything is done to it. */
export type Subtree = { readonly place: Place; readonly identity: Identity } & Judged

export interface Subtrees {
  /** By place, in byte order. None lies in another. */
  readonly subtrees: readonly Subtree[]
  /** A sentence without a full stop: why the site was not looked through to its end; null when it was. */
  readonly cut: string | null
}

/**
 * The rebuildable folders of one standing site: found by their tag, judged by their maker's record, lockfile and place
 * (DL-REGEN-01…07, DL-REGEN-09, DL-REGEN-10). Reads only, starts no program, asks no repository. Rejects only for a bug.
 */
export async function subtreesOf(wish: SubtreeWish): Promise<Subtrees> {
  const { site, sites, only, signal } = wish
  const silent = await answering(site).then(() => null, words)
  if (silent !== null) return { subtrees: [], cut: `${shown(site)}: ${silent}` }
  const { found, cut } = await findTagged({
    site,
    sites,
    ...(only === undefined ? {} : { only }),
    ...(signal === undefined ? {} : { signal })
  })
  const tracked = createAskTracked(site, wish.gitDir)
  const subtrees: Subtree[] = []
  for (const one of [...found].sort((a, b) => (a.place < b.place ? -1 : 1))) {
    const around = {
      claims: [...wish.claims, ...(await nestedClaims(site, one.checkouts))],
      site: siteIn(one.place, sites),
      tracks: await tracked(one.place, one.checkouts[0] ?? null),
      users: wish.usersOf(one.place)
    }
    subtrees.push({ place: one.place, identity: one.identity, ...judgeSubtree(one, around) })
  }
  return { subtrees, cut }
}
