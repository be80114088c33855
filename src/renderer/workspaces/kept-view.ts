import { useEffect, useState } from 'react'
import { noFilter, type SiteFilter } from './filter'
import { firstView, type TableView } from './table-model'

/** How the page stood when it was left. */
export interface KeptView {
  readonly filter: SiteFilter
  readonly table: TableView
  readonly selected: string | null
  readonly form: 'table' | 'map'
}

let kept: KeptView = { filter: noFilter, table: firstView, selected: null, form: 'table' }

/** The view of the list, which outlives a visit to one workspace and back. */
export function useKeptView() {
  const [view, setView] = useState(kept)
  useEffect(() => {
    kept = view
  }, [view])
  return [view, setView] as const
}

/** The row that was selected last, for the palette's commands about it. */
export const keptSelection = (): string | null => kept.selected
