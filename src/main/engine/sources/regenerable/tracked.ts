import { dirname } from 'node:path'
import { childOf, type Place, steps } from '../../place'
import { readSmallFile } from '../../small-file'
import { mayBeCheckout, readCheckout } from '../../tools/git/checkout'
import { type Tracks, tracksBelow } from './index-entries'

/** Tells what git tracks in folders, by the index alone: no repository is asked, a stranger's least of all (DL-WT-05). */
export type AskTracked = (folder: Place, checkout: Place | null) => Promise<Tracks>

const largest = 256 * 1024 * 1024
const nothing: Tracks = { kind: 'nothing' }

/**
 * For the folders of one site. `gitDir` is the administrative folder of the site itself, for one whose `.git` leads into a
 * container. Where no repository is above, or none of it is on this machine, nothing is tracked as far as can be told
 * (DL-REGEN-04: being another repository's is no reason).
 */
export function createAskTracked(site: Place, gitDir: Place | null): AskTracked {
  const indexes = new Map<Place, ReturnType<typeof readSmallFile>>()
  return async (folder, inSite) => {
    const checkout = inSite ?? (await checkoutAbove(site))
    if (checkout === null) return nothing
    const admin = checkout === site && gitDir !== null ? gitDir : ((await readCheckout(checkout))?.gitDir ?? null)
    if (admin === null) return nothing
    const index = indexes.get(admin) ?? readSmallFile(childOf(admin, 'index'), largest)
    indexes.set(admin, index)
    const read = await index
    if (read.kind === 'absent') return nothing
    if (read.kind === 'too-large') return { kind: 'unknown', said: 'git’s index is too large to read' }
    if (read.kind === 'unreadable') return { kind: 'unknown', said: `git’s index could not be read: ${read.said}` }
    return tracksBelow(read.bytes, steps(folder).slice(steps(checkout).length).join('/'))
  }
}

/** A plain folder may be tracked by the checkout that it lies in. */
async function checkoutAbove(site: Place): Promise<Place | null> {
  for (let at = site; at !== '/'; at = dirname(at) as Place) if (at !== site && (await mayBeCheckout(at))) return at
  return null
}
