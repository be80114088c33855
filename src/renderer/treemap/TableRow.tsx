import type { ReactNode } from 'react'
import { Figure } from '../components/Figure'
import { Icon } from '../components/Icon'
import { VerdictChip } from '../components/Marks'
import type { MapRow } from './rows'
import { kindWord, notMeasured } from './words'

export interface TableRowProps {
  readonly row: MapRow
  readonly index: number
  readonly top: number
  readonly stop: boolean
  readonly selected: boolean | undefined
  readonly onFocus: () => void
  readonly onTurn: (on: boolean) => void
  readonly onPress: () => void
  readonly onEnter: () => void
}

/** One row. Its chevron is for the pointer; by keyboard the arrows do the same. */
export function TableRow({ row, index, top, stop, selected, onFocus, onTurn, onPress, onEnter }: TableRowProps) {
  const { item, expanded } = row
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual treegrid has no table element
    // biome-ignore lint/a11y/useKeyWithClickEvents: the rows' keys are handled by their group
    <div
      className="map-row"
      role="row"
      style={{ top }}
      data-row={index}
      data-node={item.node ?? ''}
      aria-level={row.depth}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-rowindex={index + 2}
      aria-expanded={expanded ?? undefined}
      aria-selected={selected}
      tabIndex={stop ? 0 : -1}
      onFocus={onFocus}
      onClick={onPress}
      onDoubleClick={onEnter}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus */}
      <span className={`map-cell-name map-depth-${row.depth}`} role="rowheader">
        {expanded === null ? (
          <span className="map-chevron" />
        ) : (
          <button
            type="button"
            className={expanded ? 'map-chevron map-chevron-open' : 'map-chevron'}
            tabIndex={-1}
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation()
              onTurn(!expanded)
            }}
          >
            <Icon name="chevron" size={12} />
          </button>
        )}
        <span className="mono cut" title={item.path ?? undefined}>
          {item.label}
        </span>
      </span>
      <Cell>
        <VerdictChip group={item.group} />
      </Cell>
      <Cell>
        <span className="small text-2">{kindWord(item.kind)}</span>
      </Cell>
      <Cell>
        <Figure bytes={item.bytes} estimate={item.estimate} missing={notMeasured} />
      </Cell>
    </div>
  )
}

function Cell({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual treegrid has no table element
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <span className="map-cell" role="gridcell">
      {children}
    </span>
  )
}
