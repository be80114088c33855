import type { Site } from '../../shared/model'
import { unsavedAnswer } from './answer'

export type Chip = 'all' | 'live' | 'stopped' | 'orphaned' | 'disagree' | 'loses' | 'cannot'

export interface ChipEntry {
  readonly chip: Chip
  readonly label: string
  readonly count: number
  /** Chips of the second sort stand behind a divider. */
  readonly by: 'state' | 'answer'
}

const chips: readonly Omit<ChipEntry, 'count'>[] = [
  { chip: 'all', label: 'All', by: 'state' },
  { chip: 'live', label: 'Live', by: 'state' },
  { chip: 'stopped', label: 'Stopped', by: 'state' },
  { chip: 'orphaned', label: 'Orphaned', by: 'state' },
  { chip: 'disagree', label: 'Records disagree', by: 'state' },
  { chip: 'loses', label: 'Would lose work', by: 'answer' },
  { chip: 'cannot', label: 'Cannot tell', by: 'answer' }
]

/** Whether a chip takes a site. "Cannot tell" holds what could not be told and what nobody has asked yet. */
export function takes(chip: Chip, site: Site): boolean {
  switch (chip) {
    case 'all':
      return true
    case 'loses':
      return unsavedAnswer(site).form === 'loses'
    case 'cannot': {
      const { form } = unsavedAnswer(site)
      return form === 'cannot' || form === 'not-asked'
    }
    default:
      return site.state === chip
  }
}

/** The chips that have something to show, each with its count; "All" and the chip in use always stay. */
export function chipsFor(sites: readonly Site[], inUse: Chip): ChipEntry[] {
  const counts = new Map<Chip, number>()
  for (const site of sites)
    for (const { chip } of chips) if (takes(chip, site)) counts.set(chip, (counts.get(chip) ?? 0) + 1)
  return chips
    .map((entry) => ({ ...entry, count: counts.get(entry.chip) ?? 0 }))
    .filter((entry) => entry.count > 0 || entry.chip === 'all' || entry.chip === inUse)
}

const haystacks = new WeakMap<Site, string>()

function haystackOf(site: Site): string {
  const known = haystacks.get(site)
  if (known !== undefined) return known
  const made = [site.label, site.repo, site.branch, site.path, ...site.workspaces].join('\n').toLowerCase()
  haystacks.set(site, made)
  return made
}

/** The sites that a chip takes and that hold every typed word in their name, repository, branch or path. */
export function filterSites(sites: readonly Site[], chip: Chip, typed: string): readonly Site[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (chip === 'all' && words.length === 0) return sites
  return sites.filter((site) => {
    if (!takes(chip, site)) return false
    const haystack = words.length > 0 ? haystackOf(site) : ''
    return words.every((word) => haystack.includes(word))
  })
}
