import { useSyncExternalStore } from 'react'
import { noFilter, type SiteFilter } from './filter'
import { firstView, type TableView } from './table-model'

/** How the list stands. It outlives a visit to one workspace and back. */
export interface KeptView {
  readonly filter: SiteFilter
  readonly table: TableView
  readonly selected: string | null
  /** Sites that are weighed together. */
  readonly ticked: ReadonlySet<string>
  readonly form: 'table' | 'map'
  /** A workspace was opened from the list, so that the focus comes back to its row. */
  readonly left: boolean
}

let kept: KeptView = {
  filter: noFilter,
  table: firstView,
  selected: null,
  ticked: new Set(),
  form: 'table',
  left: false
}
const listeners = new Set<() => void>()

/** Changes the view at once, also when the list is about to leave the page. */
export function changeKeptView(change: (view: KeptView) => KeptView): void {
  kept = change(kept)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The view of the list. */
export const useKeptView = (): KeptView => useSyncExternalStore(subscribe, () => kept)

/** The row that was selected last, for the palette's commands about it. */
export const keptSelection = (): string | null => kept.selected
