// biome-ignore-all lint/a11y/useSemanticElements: a select cannot hold entries with notes and keys
import { useEffect, useRef } from 'react'
import { Icon, type IconName } from '../components/Icon'
import { Kbd } from '../components/Kbd'
import type { PaletteAct, PaletteEntry, PaletteGroup } from './entries'

const groups: readonly PaletteGroup[] = ['Workspaces', 'Inside', 'Commands']

const icons: Readonly<Record<PaletteAct['kind'], IconName>> = {
  site: 'workspaces',
  go: 'chevron',
  scan: 'refresh',
  stop: 'stop',
  keys: 'keyboard',
  review: 'scissors',
  settings: 'gear',
  'copy-path': 'copy',
  reveal: 'folder'
}
const iconOf = (entry: PaletteEntry): IconName => (entry.group === 'Inside' ? 'branch' : icons[entry.act.kind])

export interface PaletteListProps {
  readonly id: string
  readonly entries: readonly PaletteEntry[]
  readonly at: number
  readonly onPoint: (place: number) => void
  readonly onChoose: (entry: PaletteEntry) => void
}

/** The id of an entry's element, which the field names while the entry is chosen. */
export const entryId = (list: string, entry: PaletteEntry): string => `${list}-${entry.id}`

/** The entries in their groups. The field above keeps the focus. */
export function PaletteList({ id, entries, at, onPoint, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  const chosen = entries[at]
  useEffect(() => {
    if (chosen === undefined) return
    document.getElementById(entryId(id, chosen))?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Found" className="palette-list">
      {groups.map((group) => {
        const inside = entries.filter((entry) => entry.group === group)
        if (inside.length === 0) return null
        return (
          <div key={group} role="group" aria-label={group}>
            <div className="palette-group tiny strong text-3" aria-hidden="true">
              {group}
            </div>
            {inside.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to the keys for the whole list
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the entry chosen
              <div
                key={entry.id}
                id={entryId(id, entry)}
                role="option"
                aria-selected={entry === chosen}
                className="palette-entry"
                onMouseMove={() => onPoint(entries.indexOf(entry))}
                onClick={() => onChoose(entry)}
              >
                <Icon name={iconOf(entry)} />
                <span className={entry.mono ? 'palette-name mono' : 'palette-name'}>{entry.name}</span>
                <span className="palette-note small text-3 cut">{entry.note}</span>
                {entry === chosen ? <Kbd keys={['Enter']} /> : entry.keys !== null && <Kbd keys={entry.keys} />}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}
