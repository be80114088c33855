import { amountOf } from '../../shared/bytes'
import type { Site, SiteState } from '../../shared/model'
import { answerForms, unsavedAnswer } from './answer'
import { naturalKey } from './natural-key'

export type ColumnName = 'workspace' | 'repository' | 'state' | 'unsaved' | 'frees' | 'reclaimable' | 'used'

const states: readonly SiteState[] = ['live', 'stopped', 'orphaned', 'disagree', 'unknown']

/** The value a column sorts by; `undefined` = not known, which stands last in either direction. */
export function sortValue(site: Site, column: ColumnName): string | number | undefined {
  switch (column) {
    case 'workspace':
      return naturalKey(site.label)
    case 'repository':
      return site.repo === null ? undefined : naturalKey(site.repo)
    case 'state':
      return site.state === null ? undefined : states.indexOf(site.state)
    case 'unsaved':
      return answerForms.indexOf(unsavedAnswer(site).form)
    case 'frees':
      return site.disk === null ? undefined : amountOf(site.disk)
    case 'reclaimable':
      return undefined
    case 'used': {
      const at = site.lastUsed === null ? Number.NaN : Date.parse(site.lastUsed)
      return Number.isNaN(at) ? undefined : at
    }
  }
}

/** Ascending, both values known: numbers by size, keys of names by their characters. */
export function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return a < b ? -1 : a > b ? 1 : 0
}
