import { amountOf, figure, type Units } from '../../shared/bytes'
import type { AppInfo, Settings, Site } from '../../shared/model'
import { groupOf, groupWords } from '../../shared/verdict'
import { stateMarks } from '../components/words'
import { rank } from './rank'

export type Page = 'overview' | 'workspaces' | 'history' | 'settings'

/** What choosing an entry does. None of them removes anything. */
export type PaletteAct =
  | { readonly kind: 'site'; readonly site: string }
  | { readonly kind: 'go'; readonly to: Page }
  | { readonly kind: 'scan' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'review'; readonly plan: 'prune' }
  | { readonly kind: 'settings'; readonly change: Partial<Settings> }
  | { readonly kind: 'copy-path'; readonly path: string }
  | { readonly kind: 'reveal'; readonly site: string }

export type PaletteGroup = 'Workspaces' | 'Inside' | 'Commands'

export interface PaletteEntry {
  readonly id: string
  readonly group: PaletteGroup
  readonly name: string
  /** Names are set in mono, commands are not. */
  readonly mono: boolean
  readonly note: string
  /** Keys that do the same. `Mod` is ⌘ on macOS and Ctrl elsewhere. */
  readonly keys: readonly string[] | null
  readonly act: PaletteAct
  /** What the second key (with the modifier) shows in the file manager. */
  readonly reveals: string | null
}

export interface PaletteWorld {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly host: AppInfo['host']
  readonly scanning: boolean
  /** Plans that can be reviewed now. */
  readonly reviewable: readonly 'prune'[]
  /** The workspace that the page is about, if it is about one. */
  readonly chosen: Site | null
}

/** A site in a line: where it stands, what it frees, what is known of it. */
export function siteNote(site: Site, units: Units): string {
  const parts = [
    site.state === null ? null : stateMarks[site.state].word,
    site.disk === null ? 'not measured yet' : figure(site.disk, units, site.estimate),
    groupWords[groupOf(site)].toLowerCase()
  ].filter((part) => part !== null)
  const line = parts.join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function siteEntry(site: Site, above: Site | undefined, units: Units): PaletteEntry {
  return {
    id: `site-${site.id}`,
    group: site.parent === null ? 'Workspaces' : 'Inside',
    name: above === undefined ? site.label : `${above.label} › ${site.label}`,
    mono: true,
    note: siteNote(site, units),
    keys: null,
    act: { kind: 'site', site: site.id },
    reveals: site.id
  }
}

const command = (
  id: string,
  name: string,
  act: PaletteAct,
  keys: PaletteEntry['keys'] = null,
  note = ''
): PaletteEntry => ({
  id,
  group: 'Commands',
  name,
  mono: false,
  note,
  keys,
  act,
  reveals: null
})

const themeNames = { system: 'as the system', dark: 'dark', light: 'light' } as const

function aboutSite(site: Site, host: AppInfo['host']): PaletteEntry[] {
  const copy = command('copy-path', `Copy the path of ${site.label}`, { kind: 'copy-path', path: site.path })
  if (host !== 'desktop') return [copy]
  return [copy, command('reveal', `Show the folder of ${site.label}`, { kind: 'reveal', site: site.id })]
}

function commands(world: PaletteWorld): PaletteEntry[] {
  const { settings } = world
  const themes = (['system', 'dark', 'light'] as const)
    .filter((theme) => theme !== settings.theme)
    .map((theme) =>
      command(`theme-${theme}`, `Switch the theme: ${themeNames[theme]}`, { kind: 'settings', change: { theme } })
    )
  const other = settings.units === 'decimal' ? 'binary' : 'decimal'
  return [
    command('go-overview', 'Go to Overview', { kind: 'go', to: 'overview' }, ['Mod', '1']),
    command('go-workspaces', 'Go to Workspaces', { kind: 'go', to: 'workspaces' }, ['Mod', '2']),
    command('go-history', 'Go to History', { kind: 'go', to: 'history' }, ['Mod', '3']),
    ...world.reviewable.map((plan) =>
      command(`review-${plan}`, 'Review Prune', { kind: 'review', plan }, ['Mod', 'Shift', '1'], 'Opens the plan')
    ),
    world.scanning
      ? command('stop', 'Stop the scan', { kind: 'stop' }, ['Mod', '.'], 'What was measured stays')
      : command('scan', 'Scan again', { kind: 'scan' }, ['Mod', 'R']),
    command('go-settings', 'Go to Settings', { kind: 'go', to: 'settings' }, ['Mod', ',']),
    ...themes,
    command(`units-${other}`, `Show sizes in ${other === 'binary' ? 'GiB' : 'GB'}`, {
      kind: 'settings',
      change: { units: other }
    }),
    command('keys', 'Show the list of keys', { kind: 'keys' }, ['?'])
  ]
}

const most = { names: 5, inside: 4, commands: 6 } as const

/**
 * What the palette lists: names first, then things inside them, then commands, each group by how well it answers what
 * was typed, the largest first between equals. With nothing typed, the largest workspaces and the first commands stand
 * there.
 */
export function paletteEntries(typed: string, world: PaletteWorld): PaletteEntry[] {
  const byId = new Map(world.sites.map((site) => [site.id, site]))
  const parentOf = (site: Site) => (site.parent === null ? undefined : byId.get(site.parent))
  const fullName = (site: Site) => [parentOf(site)?.label, site.label].filter(Boolean).join(' › ')
  const units = world.settings.units
  const tops = world.sites.filter((site) => site.parent === null)
  const insides = world.sites.filter((site) => site.parent !== null)
  const silent = typed.trim() === ''
  const names = rank(typed, largestFirst(tops), (site) => site.label, most.names)
  const things = silent ? [] : rank(typed, insides, fullName, most.inside)
  return [
    ...names.map((site) => siteEntry(site, undefined, units)),
    ...things.map((site) => siteEntry(site, parentOf(site), units)),
    ...rankedCommands(typed, names[0] ?? things[0], world)
  ]
}

const amount = (site: Site): number => (site.disk === null ? -1 : amountOf(site.disk))

const largestFirst = (sites: readonly Site[]): readonly Site[] => [...sites].sort((a, b) => amount(b) - amount(a))

/** Commands about the best name found come whatever was typed, since it was typed to find that name. */
function rankedCommands(typed: string, found: Site | undefined, world: PaletteWorld): PaletteEntry[] {
  const silent = typed.trim() === ''
  const about = silent ? world.chosen : (found ?? world.chosen)
  const own = about === null ? [] : aboutSite(about, world.host)
  if (!silent && found !== undefined)
    return [...rank(typed, commands(world), (entry) => entry.name, most.commands), ...own]
  return rank(typed, [...own, ...commands(world)], (entry) => entry.name, most.commands)
}
