import { useMemo } from 'react'
import type { SiteRow } from './nest'
import { SiteGrid } from './SiteGrid'
import { SiteHead } from './SiteHead'
import './site-table.css'
import { type TableView, useSiteTable } from './table-model'

export interface SiteTableProps {
  /** Keeps its identity as long as nothing changed. */
  readonly rows: readonly SiteRow[]
  readonly view: TableView
  readonly changeView: (next: (view: TableView) => TableView) => void
  readonly selected: string | null
  readonly ticked: ReadonlySet<string>
  /** The list is shown again after a visit to the selected row's page. */
  readonly comesBack: boolean
  readonly onSelect: (site: string) => void
  readonly onTick: (site: string) => void
  readonly onOpen: (site: string) => void
  readonly now: number
}

/** The sites as a sorted, nested table. Sorting is here, scrolling is in the grid, so that neither redoes the other. */
export function SiteTable(props: SiteTableProps) {
  const { rows, view, changeView, ...grid } = props
  const table = useSiteTable(rows, view, changeView)
  const shown = table.getRowModel().rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: the header changes with the sort alone
  const head = useMemo(() => <SiteHead table={table} />, [table, view.sorting])
  return <SiteGrid rows={shown} expanded={view.expanded} head={head} {...grid} />
}
