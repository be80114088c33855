import { amountOf } from '../../shared/bytes'
import type { Reason, ReasonKind, Site } from '../../shared/model'
import { groupOf } from '../../shared/verdict'
import type { IconName } from '../components/icons'

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

const speaks: Readonly<Record<'would-lose' | 'cannot-tell', readonly ReasonKind[]>> = {
  'would-lose': ['loses'],
  'cannot-tell': ['disputed', 'refused', 'foreign', 'unknown']
}

function reasonFor(site: Site, group: 'would-lose' | 'cannot-tell'): Reason | undefined {
  for (const kind of speaks[group]) {
    const reason = site.reasons.find((one) => one.kind === kind)
    if (reason !== undefined) return reason
  }
  return site.reasons[0]
}

function iconFor(reason: Reason | undefined, loses: boolean): IconName {
  if (loses) return 'warning'
  if (reason?.kind === 'disputed') return 'not-equal'
  return reason !== undefined && /lock/.test(reason.code) ? 'lock' : 'question'
}

/** A reason in as few words as a narrow row has room for. */
function shortWhy(reason: Reason | undefined): string {
  if (reason === undefined) return 'Nothing is known about it yet'
  if (reason.kind === 'disputed') return 'Records disagree'
  return reason.code === 'not-asked' ? 'Not asked yet what it holds' : reason.text
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
    const reason = reasonFor(site, group)
    const parent = site.parent === null ? undefined : byId.get(site.parent)
    return {
      site,
      name: parent === undefined ? site.label : `${parent.label} › ${site.label}`,
      why: shortWhy(reason),
      reason: reason?.text ?? null,
      icon: iconFor(reason, group === 'would-lose'),
      loses: group === 'would-lose'
    }
  })
  return { shown, all }
}
