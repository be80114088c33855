import { useEffect } from 'react'
import { nextRegion } from '../components/focus'
import { useApp } from './context'
import { commandFor } from './keys'
import { isMac } from './system'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

const dialogOpen = () => document.querySelector('[aria-modal="true"]') !== null

/** Listens to the keys of the whole page. A dialog keeps them to itself. */
export function useKeys(): void {
  const { commands } = useApp()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || dialogOpen()) return
      if (event.key === 'F6') {
        const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')]
        nextRegion(regions, document.activeElement, event.shiftKey)?.focus()
        event.preventDefault()
        return
      }
      const command = commandFor(event, isMac(), isTyping(event.target))
      if (command !== null && commands.run(command)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [commands])
}
