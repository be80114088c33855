import { figure, spoken, type Units } from '../../shared/bytes'
import type { TileKind, VerdictGroup } from '../../shared/model'
import { groupWords } from '../../shared/verdict'
import type { MapItem } from './items'

/** Plural, for a legend. */
export const kindWords: Readonly<Record<TileKind, string>> = {
  environments: 'Environments, builds',
  worktrees: 'Worktrees',
  clone: 'Clone',
  volumes: 'Volumes',
  git: 'Git objects',
  scratch: 'Scratch'
}

const kindOfOne: Readonly<Record<TileKind, string>> = {
  environments: 'environment or build',
  worktrees: 'worktree',
  clone: 'clone',
  volumes: 'volume',
  git: 'git objects',
  scratch: 'scratch'
}

/** What a screen reader is told of tiles too small to draw. */
export const undrawnWords = (count: number): string =>
  count === 1
    ? '1 more is too small to be drawn; the table has it.'
    : `${count.toLocaleString('en-GB')} more are too small to be drawn; the table has them.`

export const notMeasured = 'not measured yet'

/** A tile's size in words for the eye. */
export const sizeWords = (item: MapItem, units: Units): string =>
  item.bytes === null ? notMeasured : figure(item.bytes, units, item.estimate)

/** A tile's whole name for a screen reader: `agent-a49a, worktree, 5.8 gigabytes, nothing to lose`. */
export function nameWords(item: MapItem, drawnAs: VerdictGroup, units: Units): string {
  const size = item.bytes === null ? notMeasured : spoken(item.bytes, units, item.estimate)
  return [item.label, kindOfOne[item.kind], size, groupWords[drawnAs].toLowerCase()].join(', ')
}

export const kindWord = (kind: TileKind): string => {
  const word = kindOfOne[kind]
  return word.charAt(0).toUpperCase() + word.slice(1)
}
