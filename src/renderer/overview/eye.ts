import { amountOf } from '../../shared/bytes'
import type { Reason, Site } from '../../shared/model'
import { groupOf, leadingReason } from '../../shared/verdict'
import type { IconName } from '../components/icons'
import { plainCounts } from '../components/words'
import { doubtInShort, siteLossInShort } from '../workspaces/in-short'

/** A workspace that stays and that a person should look at. */
export interface EyeEntry {
  readonly site: Site
  readonly name: string
  /** In a few words; `reason` is the whole sentence. */
  readonly why: string
  readonly reason: string | null
  readonly icon: IconName
  /** Amber only where work would be lost. */
  readonly loses: boolean
}

/** How many the first screen names. */
export const eyeMost = 6

const sizeOf = (site: Site): number => (site.disk === null ? -1 : amountOf(site.disk))

const isBefore = (a: Site, b: Site): boolean => sizeOf(a) > sizeOf(b) || (sizeOf(a) === sizeOf(b) && a.label < b.label)

function iconFor(reason: Reason | null, loses: boolean): IconName {
  if (loses) return 'warning'
  if (reason?.kind === 'disputed') return 'not-equal'
  return reason !== null && /lock/.test(reason.code) ? 'lock' : 'question'
}

/** Characters that a narrow row has room for. */
const room = 40

/** A reason in as few words as a narrow row has room for; the icon says what kind it is. */
function shortWhy(reason: Reason | null, lost: Site['lost']): string {
  if (reason === null) return 'Nothing is known about it yet'
  if (reason.kind === 'disputed') return 'Records disagree'
  if (reason.code === 'not-asked') return 'Not asked yet what it holds'
  const words = reason.text.replace(/^(?:Would lose|Could not tell:) /, '').replace(/\.$/, '')
  if (reason.kind !== 'loses') return doubtInShort(plainCounts(words))
  return lost !== null || words.length > room ? siteLossInShort(lost, words) : plainCounts(words)
}

/** What is kept and needs an eye: would lose work, or cannot tell; the largest first, and how many there are in all. */
export function needsEye(
  sites: readonly Site[],
  byId: ReadonlyMap<string, Site>
): { shown: readonly EyeEntry[]; all: number } {
  let all = 0
  const largest: { site: Site; group: 'would-lose' | 'cannot-tell' }[] = []
  for (const site of sites) {
    const group = groupOf(site)
    if (group !== 'would-lose' && group !== 'cannot-tell') continue
    all += 1
    const at = largest.findIndex((other) => isBefore(site, other.site))
    largest.splice(at === -1 ? largest.length : at, 0, { site, group })
    if (largest.length > eyeMost) largest.pop()
  }
  const shown = largest.map(({ site, group }): EyeEntry => {
    const reason = leadingReason(site)
    const parent = site.parent === null ? undefined : byId.get(site.parent)
    return {
      site,
      name: parent === undefined ? site.label : `${parent.label} › ${site.label}`,
      why: shortWhy(reason, site.lost),
      reason: reason === null ? null : plainCounts(reason.text),
      icon: iconFor(reason, group === 'would-lose'),
      loses: group === 'would-lose'
    }
  })
  return { shown, all }
}
