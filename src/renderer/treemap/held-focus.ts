import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** Whether the map, in either form, has the focus; outlives the tiles and rows that have it. */
export type Held = RefObject<boolean>

/** Keeps `held` true while the focus is inside, also when the thing that has it is taken away. */
export const holdFocus = (held: Held) => ({
  onFocus: () => {
    held.current = true
  },
  onBlur: (event: FocusEvent) => {
    const left = event.target
    // A tile that was taken away loses the focus too, but nobody went anywhere.
    queueMicrotask(() => {
      if (left.isConnected && !left.closest('[data-map]')?.contains(document.activeElement)) held.current = false
    })
  }
})

/**
 * Gives the focus back when what had it was taken away: to the thing of `node`, which going up has left, else to the one
 * tab stop there is.
 */
export function useHeldFocus(held: Held, frame: RefObject<HTMLElement | null>, node: string | null): void {
  const given = useRef<string | null>(null)
  useEffect(() => {
    if (node === null) given.current = null
    const lost = document.activeElement === null || document.activeElement === document.body
    const left = node === null || given.current === node ? undefined : `[data-node="${CSS.escape(node)}"]`
    const back = left === undefined ? null : (frame.current?.querySelector<HTMLElement>(left) ?? null)
    if (back !== null) given.current = node
    if (!lost || !(held.current || back !== null)) return
    const stop = back ?? frame.current?.querySelector<HTMLElement>('[tabindex="0"][data-node]')
    stop?.focus()
  })
}
