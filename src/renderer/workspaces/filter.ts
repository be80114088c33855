import type { Site, SiteState, VerdictGroup } from '../../shared/model'
import { groupOf } from '../../shared/verdict'
import { stateMarks, verdictMarks } from '../components/words'

/** What the list is narrowed to: one state, or any of some verdicts, and the words typed. */
export interface SiteFilter {
  readonly state: SiteState | 'all'
  readonly groups: readonly VerdictGroup[]
  readonly typed: string
}
export const noFilter: SiteFilter = { state: 'all', groups: [], typed: '' }

export const isFiltering = (filter: SiteFilter): boolean =>
  filter.state !== 'all' || filter.groups.length > 0 || filter.typed.trim() !== ''

export interface ChipEntry {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly pressed: boolean
  /** Chips by verdict stand behind a divider. */
  readonly by: 'state' | 'verdict'
  /** The filter once the chip is pressed. */
  readonly next: SiteFilter
}

const states: readonly SiteState[] = ['live', 'stopped', 'orphaned', 'disagree', 'unknown']
const doubts: readonly VerdictGroup[] = ['would-lose', 'cannot-tell']

function toggled(filter: SiteFilter, group: VerdictGroup): SiteFilter {
  const groups = filter.groups.includes(group)
    ? filter.groups.filter((other) => other !== group)
    : [...filter.groups, group]
  return { ...filter, state: 'all', groups }
}

/**
 * The chips that have something to show, each with its count. "All" and a chip in use always stay; the verdicts that
 * nobody needs to look at appear only when something else asked for them.
 */
export function chipsFor(sites: readonly Site[], filter: SiteFilter): ChipEntry[] {
  const byState = new Map<SiteState, number>()
  const byGroup = new Map<VerdictGroup, number>()
  for (const site of sites) {
    if (site.state !== null) byState.set(site.state, (byState.get(site.state) ?? 0) + 1)
    const group = groupOf(site)
    byGroup.set(group, (byGroup.get(group) ?? 0) + 1)
  }
  const plain = filter.groups.length === 0
  const all: ChipEntry = {
    id: 'all',
    label: 'All',
    count: sites.length,
    pressed: plain && filter.state === 'all',
    by: 'state',
    next: { ...noFilter, typed: filter.typed }
  }
  const stateChips = states.map((state): ChipEntry => {
    const pressed = plain && filter.state === state
    const next: SiteFilter = { typed: filter.typed, groups: [], state: pressed ? 'all' : state }
    const label = stateMarks[state].word
    return { id: state, label, count: byState.get(state) ?? 0, pressed, by: 'state', next }
  })
  const groups = [...doubts, ...filter.groups.filter((group) => !doubts.includes(group))]
  const groupChips = groups.map((group): ChipEntry => {
    const pressed = filter.groups.includes(group)
    const label = verdictMarks[group].word
    return { id: group, label, count: byGroup.get(group) ?? 0, pressed, by: 'verdict', next: toggled(filter, group) }
  })
  return [all, ...[...stateChips, ...groupChips].filter((chip) => chip.count > 0 || chip.pressed)]
}

const haystacks = new WeakMap<Site, string>()

function haystackOf(site: Site): string {
  const known = haystacks.get(site)
  if (known !== undefined) return known
  const made = [site.label, site.repo, site.branch, site.path, ...site.workspaces].join('\n').toLowerCase()
  haystacks.set(site, made)
  return made
}

/**
 * The sites that a filter lets through; every typed word has to stand in the name, repository, branch or path. Without
 * a filter the list itself, with its identity.
 */
export function filterSites(sites: readonly Site[], filter: SiteFilter): readonly Site[] {
  if (!isFiltering(filter)) return sites
  const words = filter.typed.toLowerCase().split(/\s+/).filter(Boolean)
  return sites.filter((site) => {
    if (filter.state !== 'all' && site.state !== filter.state) return false
    if (filter.groups.length > 0 && !filter.groups.includes(groupOf(site))) return false
    const haystack = words.length > 0 ? haystackOf(site) : ''
    return words.every((word) => haystack.includes(word))
  })
}
