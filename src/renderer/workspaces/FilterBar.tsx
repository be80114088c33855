import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useCommand } from '../app/context'
import { isMac } from '../app/system'
import { Icon } from '../components/Icon'
import './filter-bar.css'
import type { ChipEntry, SiteFilter } from './filter'

function FilterChip({ chip, onPress }: { chip: ChipEntry; onPress: (next: SiteFilter) => void }) {
  return (
    <button type="button" className="filter-chip" aria-pressed={chip.pressed} onClick={() => onPress(chip.next)}>
      {chip.label}
      <span className="text-3">{chip.count.toLocaleString('en-GB')}</span>
    </button>
  )
}

export interface FilterBarProps {
  readonly chips: readonly ChipEntry[]
  readonly filter: SiteFilter
  readonly onChange: (filter: SiteFilter) => void
  /** Stands at the right end. */
  readonly children?: ReactNode
}

/** Chips by state and by verdict, and the field that narrows the list by words. */
export function FilterBar({ chips, filter, onChange, children }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null)
  useCommand('filter', () => {
    field.current?.focus()
    field.current?.select()
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || filter.typed === '') return
    event.preventDefault()
    event.stopPropagation()
    onChange({ ...filter, typed: '' })
  }
  const byVerdict = chips.filter((chip) => chip.by === 'verdict')
  return (
    <div className="filter-bar">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of chips that wraps */}
      <div role="group" aria-label="Show" className="filter-chips">
        {chips
          .filter((chip) => chip.by === 'state')
          .map((chip) => (
            <FilterChip key={chip.id} chip={chip} onPress={onChange} />
          ))}
        {byVerdict.length > 0 && <span className="filter-divider" aria-hidden="true" />}
        {byVerdict.map((chip) => (
          <FilterChip key={chip.id} chip={chip} onPress={onChange} />
        ))}
      </div>
      <span className="filter-field">
        <Icon name="search" size={14} />
        <input
          ref={field}
          type="search"
          value={filter.typed}
          placeholder={`Filter (${isMac() ? '⌘F' : 'Ctrl+F'})`}
          aria-label="Filter workspaces by name, repository, branch or path"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ ...filter, typed: event.target.value })}
          onKeyDown={onKeyDown}
        />
      </span>
      {children}
    </div>
  )
}
