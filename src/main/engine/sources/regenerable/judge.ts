import type { Reason } from '../../../../shared/model'
import type { Place } from '../../place'
import { shown } from '../../place'
import type { User } from '../../tools/system/processes'
import type { Found } from './find'
import type { Tracks } from './index-entries'
import type { Restore } from './tagged'

/** What is known of a tagged folder beside what was read in it. */
export interface Surroundings {
  /** Locks and other claims on the site or on one around it: they pin all that lies in it (DL-REGEN-04). */
  readonly claims: readonly Reason[]
  /** Another site inside it. */
  readonly site: Place | null
  readonly tracks: Tracks
  readonly users: readonly User[]
}

/** Restorable, or standing with at least one reason. `maker` is null where nobody's record is in it. */
export type Judged = { readonly maker: string | null } & (
  | { readonly verdict: 'restorable'; readonly restore: Restore }
  | { readonly verdict: 'stands'; readonly reasons: readonly Reason[] }
)

/**
 * Pure: whether a tagged folder comes back as it was, by what was read (DL-REGEN-04…07, CS-12, CS-13). Losses of the site
 * around it are no reason; every reason of its own is named.
 */
export function judgeSubtree(found: Found, around: Surroundings): Judged {
  const maker = found.reader?.name ?? null
  const recipe = found.reader?.recipe(found) ?? null
  const reasons = [...around.claims, ...objections(found, around)]
  if (recipe === null)
    reasons.push({ kind: 'unknown', code: 'no-reader', text: 'Nothing in it says what would build it again.' })
  else if (recipe.kind === 'stands') reasons.push(recipe.reason)
  else if (reasons.length === 0) return { maker, verdict: 'restorable', restore: recipe.restore }
  return { maker, verdict: 'stands', reasons }
}

function objections(found: Found, { site, tracks, users }: Surroundings): Reason[] {
  const reasons: Reason[] = []
  const add = (kind: Reason['kind'], code: string, text: string) => reasons.push({ kind, code, text })
  if (site !== null) add('claimed', 'site-inside', `The worktree ${shown(site)} lies in it.`)
  if (found.repository !== null) add('unknown', 'nested', `${shown(found.repository)} in it is a repository.`)
  if (found.mounted !== null) add('unknown', 'mount', `${shown(found.mounted)} in it is mounted. Unmount it first.`)
  if (found.closed !== null)
    add('unknown', 'unreadable', `${shown(found.closed.place)} could not be looked into: ${found.closed.said}.`)
  if (!found.settled) add('unknown', 'changed', 'Another folder stood in its place a moment later.')
  if (tracks.kind === 'tracks') add('loses', 'tracked', `git tracks ${shown(tracks.first as Place)} in it.`)
  if (tracks.kind === 'unknown') add('unknown', 'tracked', `Could not tell what git tracks in it: ${tracks.said}.`)
  if (users.length > 0) add('held', 'in-use', `${inWords(users)} in it. Close that first.`)
  return reasons
}

const mostNamed = 3

function inWords(users: readonly User[]): string {
  const named = users.slice(0, mostNamed).map(({ pid, name }) => `${name} (${pid})`)
  const more = users.length - named.length
  const who = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ')
  return `${who} ${users.length === 1 ? 'works' : 'work'}`
}
