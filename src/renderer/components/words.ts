import type { SiteState, VerdictGroup } from '../../shared/model'
import type { IconName } from './icons'

/** A count with its noun: `1 workspace`, `31 workspaces`. Thousands are parted by a comma. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')}\u00a0${count === 1 ? one : many}`

export const verdictMarks: Readonly<Record<VerdictGroup, { icon: IconName; word: string }>> = {
  'nothing-to-lose': { icon: 'check', word: 'Nothing to lose' },
  'would-lose': { icon: 'warning', word: 'Would lose work' },
  'in-use': { icon: 'dot', word: 'In use' },
  'cannot-tell': { icon: 'question', word: 'Cannot tell' }
}

export const stateMarks: Readonly<Record<SiteState, { icon: IconName; word: string }>> = {
  live: { icon: 'dot', word: 'Live' },
  stopped: { icon: 'ring', word: 'Stopped' },
  orphaned: { icon: 'broken-link', word: 'Orphaned' },
  disagree: { icon: 'not-equal', word: 'Records disagree' },
  unknown: { icon: 'question', word: 'Not known' }
}

/** Counts as people write them: `1 unpushed commit(s)`, as devlaunch says it, becomes `1 unpushed commit`. */
export const plainCounts = (text: string): string =>
  text.replace(/(\d+) ([^\d(),]+)\(s\)/g, (_, count: string, noun: string) =>
    count === '1' ? `1 ${noun}` : `${count} ${noun}s`
  )

/** A command as it is shown: without `-C FOLDER`, and with ids and full names of branches and tags made short. Pure. */
export const shortCommand = (command: string): string =>
  command
    .replace(/\bgit -C (?:'(?:[^']|'\\'')*'|\S+) /g, 'git ')
    .replace(/\b([0-9a-f]{10})[0-9a-f]{30}\b/g, '$1…')
    .replace(/([ :'])refs\/(?:heads|tags)\//g, '$1')

/** Shortens a path in the middle to about `most` characters and keeps its last part whole. */
export function shortPath(path: string, most: number): string {
  if (path.length <= most) return path
  const last = path.slice(path.lastIndexOf('/'))
  const room = most - last.length - 1
  return room < 4 ? `…${last}` : `${path.slice(0, room)}…${last}`
}

/** A path with the home folder written as `~`. */
export const homePath = (path: string, home: string): string =>
  home !== '' && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path
