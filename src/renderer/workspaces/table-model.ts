import {
  createColumnHelper,
  createExpandedRowModel,
  createSortedRowModel,
  type ExpandedState,
  rowExpandingFeature,
  rowSortingFeature,
  type SortFn,
  type SortingState,
  tableFeatures,
  useTable
} from '@tanstack/react-table'
import type { SiteRow } from './nest'
import { type ColumnName, compareValues, sortValue } from './order'

const features = tableFeatures({
  rowSortingFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
  expandedRowModel: createExpandedRowModel()
})
type Features = typeof features

const byValue: SortFn<Features, SiteRow> = (a, b, column) =>
  compareValues(a.getValue<string | number>(column), b.getValue<string | number>(column))

const helper = createColumnHelper<Features, SiteRow>()
const column = (id: ColumnName, header: string, sortDescFirst: boolean) =>
  helper.accessor((row: SiteRow): unknown => sortValue(row.site, id), {
    id,
    header,
    sortFn: byValue,
    sortUndefined: 'last',
    sortDescFirst,
    enableSorting: id !== 'reclaimable'
  })

const columns = [
  column('workspace', 'Workspace', false),
  column('repository', 'Repository', false),
  column('state', 'State', false),
  column('unsaved', 'Unsaved work', false),
  column('frees', 'Frees', true),
  column('reclaimable', 'Reclaimable', true),
  column('used', 'Used', true)
]

export interface TableView {
  readonly sorting: SortingState
  readonly expanded: ExpandedState
}
export const firstView: TableView = { sorting: [{ id: 'frees', desc: true }], expanded: true }

/**
 * The table over nested rows: sorted, with what a row holds under it. `rows` has to keep its identity between renders,
 * since a new array builds every row anew.
 */
export const useSiteTable = (
  rows: readonly SiteRow[],
  view: TableView,
  change: (next: (view: TableView) => TableView) => void
) =>
  useTable<Features, SiteRow, TableView>(
    {
      features,
      columns,
      data: rows,
      getRowId: (row) => row.site.id,
      getSubRows: (row) => row.inside,
      state: view,
      enableSortingRemoval: false,
      enableMultiSort: false,
      paginateExpandedRows: true,
      autoResetExpanded: false,
      onSortingChange: (next) =>
        change((now) => ({ ...now, sorting: typeof next === 'function' ? next(now.sorting) : next })),
      onExpandedChange: (next) =>
        change((now) => ({ ...now, expanded: typeof next === 'function' ? next(now.expanded) : next }))
    },
    (state) => state
  )

export type SiteTable = ReturnType<typeof useSiteTable>
export type TableRow = ReturnType<SiteTable['getRowModel']>['rows'][number]
