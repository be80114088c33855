import type { ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { placeTip, type Rect } from './place-tip'
import './tooltip.css'

/** How long the pointer rests before a tooltip shows. Milliseconds. */
export const tipDelay = 300

/** A tooltip beside a rectangle of the window. Never the only place of a reason. */
export function Tip({ at, children }: { at: Rect; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    if (box.current === null) return
    const size = { width: box.current.offsetWidth, height: box.current.offsetHeight }
    setPlace(placeTip(at, size, { width: window.innerWidth, height: window.innerHeight }))
  }, [at])
  return createPortal(
    <div ref={box} className="tip" role="tooltip" style={place ?? { left: 0, top: 0, visibility: 'hidden' }}>
      {children}
    </div>,
    document.body
  )
}

/** Wraps a control: its tip shows after a rest of 300 ms and at once on keyboard focus. */
export function Tooltip({ tip, children }: { tip: ReactNode; children: ReactNode }) {
  const [at, setAt] = useState<Rect | null>(null)
  const wrap = useRef<HTMLSpanElement>(null)
  const timer = useRef(0)
  const show = () => {
    const rect = wrap.current?.firstElementChild?.getBoundingClientRect()
    if (rect !== undefined) setAt(rect)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setAt(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the control inside
    <span
      ref={wrap}
      className="tip-anchor"
      onMouseEnter={() => {
        timer.current = window.setTimeout(show, tipDelay)
      }}
      onMouseLeave={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show()
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {children}
      {at !== null && <Tip at={at}>{tip}</Tip>}
    </span>
  )
}
