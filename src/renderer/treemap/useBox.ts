import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of an element's inside, kept up to date. Whole pixels. */
export function useBox(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [box, setBox] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (target === null) return
    const read = () =>
      setBox((before) => {
        const next = { width: Math.floor(target.clientWidth), height: Math.floor(target.clientHeight) }
        return next.width === before.width && next.height === before.height ? before : next
      })
    read()
    const watch = new ResizeObserver(read)
    watch.observe(target)
    return () => watch.disconnect()
  }, [element])
  return box
}
