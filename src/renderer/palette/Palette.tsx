import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isMac } from '../app/system'
import { Icon } from '../components/Icon'
import { Kbd } from '../components/Kbd'
import type { PaletteEntry } from './entries'
import { entryId, PaletteList } from './PaletteList'
import './palette.css'
import { usePalette } from './use-palette'

/**
 * Search and commands over any page: a combobox whose list stands open. Escape closes it and gives the focus back. It
 * goes to places and changes how they are shown; it never removes.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const { entries, run, reveal } = usePalette(typed)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const at = Math.min(place, Math.max(0, entries.length - 1))
  const chosen = entries[at]

  useFocusKept(field)

  const choose = (entry: PaletteEntry) => {
    onClose()
    run(entry.act)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = isMac() ? event.metaKey : event.ctrlKey
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') onClose()
    else if (step !== 0 && entries.length > 0) setPlace((at + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && chosen !== undefined) {
      if (mod && reveal !== null && chosen.reveals !== null) {
        onClose()
        reveal(chosen.reveals)
      } else choose(chosen)
    } else if (event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the palette closes it; Escape does the same
    <div className="palette-scrim" onMouseDown={(event) => event.target === event.currentTarget && onClose()}>
      <div className="palette" role="dialog" aria-modal="true" aria-label="Search or run a command">
        <div className="palette-field">
          <Icon name="search" />
          <input
            ref={field}
            role="combobox"
            aria-label="Search or run a command"
            aria-expanded="true"
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={chosen === undefined ? undefined : entryId(id, chosen)}
            value={typed}
            spellCheck={false}
            autoComplete="off"
            placeholder="Search or run a command"
            onChange={(event) => {
              setTyped(event.target.value)
              setPlace(0)
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd keys={['Esc']} />
        </div>
        <PaletteList id={id} entries={entries} at={at} onPoint={setPlace} onChoose={choose} />
        {entries.length === 0 && (
          <p className="palette-none text-2" role="status">
            Nothing is called that. Type part of a name, or of a command.
          </p>
        )}
        <footer className="palette-foot small text-3">
          <span className="row">
            <Kbd keys={['↑↓']} /> move
          </span>
          <span className="row">
            <Kbd keys={['Enter']} /> open
          </span>
          {reveal !== null && (
            <span className="row">
              <Kbd keys={['Mod', 'Enter']} /> show folder
            </span>
          )}
          <span className="spacer" />
          <span className="cut">The palette opens plans. It never removes.</span>
        </footer>
      </div>
    </div>,
    document.body
  )
}

/** Takes the focus, keeps the page behind out of reach, and gives the focus back at the end. */
function useFocusKept(field: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const opener = document.activeElement
    const root = document.getElementById('root')
    if (root !== null) root.inert = true
    field.current?.focus()
    return () => {
      if (root !== null) root.inert = false
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [field])
}
