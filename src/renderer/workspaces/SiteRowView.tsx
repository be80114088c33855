// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which the layout of a table cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: in this grid rows take the focus, not cells
import { type CSSProperties, type MouseEvent, memo } from 'react'
import { Icon } from '../components/Icon'
import { CheckBox } from '../components/Switch'
import type { ColumnName } from './order'
import { SiteCell } from './SiteCells'
import { splitName } from './split-name'
import type { TableRow } from './table-model'

const cells: readonly { column: ColumnName; className: string }[] = [
  { column: 'repository', className: 'site-cell text-2' },
  { column: 'state', className: 'site-cell' },
  { column: 'unsaved', className: 'site-cell' },
  { column: 'frees', className: 'site-cell site-number site-figure' },
  { column: 'reclaimable', className: 'site-cell site-number site-figure' },
  { column: 'used', className: 'site-cell site-number site-used text-3' }
]

export interface SiteRowProps {
  readonly row: TableRow
  readonly place: number
  readonly top: number
  /** `null` for a row that holds nothing. A row object stays the same when it is expanded, so this is told apart. */
  readonly expanded: boolean | null
  readonly selected: boolean
  /** It is weighed together with others. */
  readonly ticked: boolean
  /** The one row of the table that the Tab key reaches. */
  readonly reachable: boolean
  readonly now: number
  readonly onSelect: (place: number) => void
  readonly onTick: (site: string) => void
  readonly onOpen: (site: string) => void
}

/** One row of the treegrid. The row itself takes the focus; a click selects, the name and a double click open. */
export const SiteRowView = memo(function SiteRowView(props: SiteRowProps) {
  const { row, place, top, expanded, selected, ticked, reachable, now, onSelect, onTick, onOpen } = props
  const { site } = row.original
  const [head, tail] = splitName(site.label)
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    onOpen(site.id)
  }
  const style: CSSProperties = { transform: `translateY(${top}px)` }
  const indent: CSSProperties = { paddingLeft: 12 + row.depth * 20 + (row.depth > 0 && expanded === null ? 20 : 0) }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table listens to the keys for all of its rows
    <div
      role="row"
      className="site-row"
      style={style}
      data-site={site.id}
      data-place={place}
      data-ticked={ticked || undefined}
      tabIndex={reachable ? 0 : -1}
      aria-rowindex={place + 2}
      aria-level={row.depth + 1}
      aria-selected={selected}
      aria-expanded={expanded ?? undefined}
      onClick={() => onSelect(place)}
      onDoubleClick={open}
    >
      <div role="gridcell" className="site-cell site-name" style={indent}>
        {expanded !== null && (
          <button
            type="button"
            className="site-twist"
            tabIndex={-1}
            data-open={expanded || undefined}
            aria-label={`${expanded ? 'Hide' : 'Show'} what is inside ${site.label}`}
            onClick={(event) => {
              event.stopPropagation()
              row.toggleExpanded()
            }}
          >
            <Icon name="chevron" size={12} />
          </button>
        )}
        <button
          type="button"
          className="site-open mono"
          tabIndex={-1}
          aria-label={site.label}
          title={site.path}
          onClick={open}
        >
          <span className="cut">{head}</span>
          <span className="site-tail">{tail}</span>
        </button>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps a press on the box from selecting the row */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table has the keys */}
        <span className="site-tick" onClick={(event) => event.stopPropagation()}>
          <CheckBox
            label={`Weigh ${site.label} together with others`}
            on={ticked}
            tabIndex={-1}
            onChange={() => onTick(site.id)}
          />
        </span>
      </div>
      {cells.map(({ column, className }) => (
        <div role="gridcell" key={column} className={className}>
          <SiteCell column={column} site={site} now={now} />
        </div>
      ))}
    </div>
  )
})
