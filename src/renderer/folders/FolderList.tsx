// biome-ignore-all lint/a11y/useSemanticElements: a select cannot hold folders that open
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { FolderListing } from '../../shared/model'
import { Icon } from '../components/Icon'
import { jumpTo } from './trail'

export interface FolderListProps {
  readonly listing: FolderListing
  readonly onOpen: (folder: string) => void
}

/** The folders inside one: ↑↓ choose, Enter opens, Backspace goes up, a letter jumps. */
export function FolderList({ listing, onOpen }: FolderListProps) {
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const { folders, parent } = listing
  const option = (place: number) => `${id}-${place}`

  useEffect(() => list.current?.focus(), [])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = moved(event.key, at, folders.length)
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key : null
    const jump =
      letter === null
        ? null
        : jumpTo(
            folders.map((folder) => folder.name),
            at,
            letter
          )
    const chosen = folders[at]
    if (next !== null) setAt(next)
    else if (event.key === 'Enter' && chosen !== undefined) onOpen(chosen.folder)
    else if (event.key === 'Backspace' && parent !== null) onOpen(parent)
    else if (jump !== null) setAt(jump)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={list}
      role="listbox"
      className="folder-list"
      tabIndex={0}
      aria-label={`Folders in ${listing.path}`}
      aria-activedescendant={folders.length > 0 ? option(at) : undefined}
      onKeyDown={onKeyDown}
    >
      {folders.map((folder, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to the keys for all of its rows
        // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names the row chosen
        <div
          key={folder.folder}
          id={option(place)}
          role="option"
          className="folder-row"
          aria-selected={place === at}
          onClick={() => setAt(place)}
          onDoubleClick={() => onOpen(folder.folder)}
        >
          <Icon name="folder" />
          <span className="mono cut">{folder.name}</span>
          <span className="spacer" />
          <Icon name="chevron" size={12} />
        </div>
      ))}
    </div>
  )
}

function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
