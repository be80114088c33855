// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which the layout of a table cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: in this grid rows take the focus, not cells
import { Icon } from '../components/Icon'
import type { SiteTable } from './table-model'

const numbers: ReadonlySet<string> = new Set(['frees', 'reclaimable', 'used'])
const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** The header row: a button on every column that can be sorted by. */
export function SiteHead({ table }: { table: SiteTable }) {
  return (
    <div role="rowgroup">
      <div role="row" className="site-head" aria-rowindex={1}>
        {table.getFlatHeaders().map((header) => {
          const { column } = header
          const sorted = column.getIsSorted()
          const title = String(column.columnDef.header)
          const className = numbers.has(column.id) ? 'site-sort site-number' : 'site-sort'
          return (
            <div key={header.id} role="columnheader" aria-sort={sorted === false ? undefined : sortWords[sorted]}>
              {column.getCanSort() ? (
                <button
                  type="button"
                  className={className}
                  data-sorted={sorted === false ? undefined : sorted}
                  onClick={column.getToggleSortingHandler()}
                >
                  {title}
                  {sorted !== false && <Icon name={sorted === 'desc' ? 'chevron-down' : 'up'} size={12} />}
                </button>
              ) : (
                <span className={className} title="Not known yet">
                  {title}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
