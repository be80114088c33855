import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react'
import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './Button'
import './dialog.css'
import { nextInTrap } from './focus'
import { Icon, type IconName } from './Icon'

export interface DialogProps {
  readonly title: string
  /** One sentence under the title. */
  readonly says?: ReactNode
  readonly children: ReactNode
  /** The row of buttons at the bottom. */
  readonly footer?: ReactNode
  readonly onClose: () => void
  /** What gets the focus first; otherwise the first thing that takes it. */
  readonly firstFocus?: RefObject<HTMLElement | null>
  /** An alert dialog is described by the element with this id and has no close button. */
  readonly alertDescribedBy?: string
  readonly width?: number
  readonly className?: string
  /** Before the title, on a ground of its own. */
  readonly icon?: IconName
  /** At the right end of the header. */
  readonly aside?: ReactNode
  /** A dialog whose work goes on without it is hidden, not closed. */
  readonly hides?: boolean
  /** Asked before the dialog's own keys; what it handles it prevents. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void
}

/** Makes everything behind a dialog inert, the page and the dialogs under it; the answer takes that back. */
function holdBack(scrim: HTMLElement | null): () => void {
  const all = document.querySelectorAll<HTMLElement>('#root, .dialog-scrim')
  const behind = [...all].filter((element) => element !== scrim && !element.inert)
  for (const element of behind) element.inert = true
  return () => {
    for (const element of behind) element.inert = false
  }
}

/**
 * A dialog over the page: named by its title, it keeps the focus inside, gives it back to what opened it, and closes
 * with Escape. The page behind it is inert.
 */
export function Dialog(props: DialogProps) {
  const {
    title,
    says,
    children,
    footer,
    onClose,
    firstFocus,
    alertDescribedBy,
    icon,
    hides = false,
    width = 560
  } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const begin = useRef(firstFocus)

  useEffect(() => {
    const opener = document.activeElement
    const inside = frame.current
    const release = holdBack(inside?.parentElement ?? null)
    const target = begin.current?.current ?? (inside === null ? null : nextInTrap(inside, null, 'forward'))
    ;(target ?? inside)?.focus()
    return () => {
      release()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    props.onKeyDown?.(event)
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Tab' || frame.current === null) return
    const next = nextInTrap(frame.current, document.activeElement, event.shiftKey ? 'back' : 'forward')
    event.preventDefault()
    next?.focus()
  }
  const onScrim = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target === event.currentTarget && alertDescribedBy === undefined) onClose()
  }

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the dialog closes it; Escape does the same
    <div className="dialog-scrim" onMouseDown={onScrim} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles it may have support aria-modal */}
      <div
        ref={frame}
        className={`dialog ${props.className ?? ''}`}
        style={{ width }}
        role={alertDescribedBy === undefined ? 'dialog' : 'alertdialog'}
        aria-modal="true"
        aria-labelledby={id}
        aria-describedby={alertDescribedBy}
        tabIndex={-1}
      >
        <header className="dialog-header">
          {icon !== undefined && (
            <span className={alertDescribedBy === undefined ? 'dialog-icon' : 'dialog-icon dialog-icon-alert'}>
              <Icon name={icon} />
            </span>
          )}
          <div className="dialog-title">
            <h2 id={id}>{title}</h2>
            {says !== undefined && <p className="text-2">{says}</p>}
          </div>
          {props.aside}
          {alertDescribedBy === undefined && (
            <Button
              kind="quiet"
              icon={hides ? 'minus' : 'close'}
              label={hides ? 'Hide; it goes on' : 'Close'}
              onClick={onClose}
            />
          )}
        </header>
        <div className="dialog-body">{children}</div>
        {footer !== undefined && <footer className="dialog-footer">{footer}</footer>}
      </div>
    </div>,
    document.body
  )
}
