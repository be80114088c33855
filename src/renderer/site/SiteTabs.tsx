import { type KeyboardEvent, useRef } from 'react'
import type { SiteTab } from '../app/route'
import { Icon } from '../components/Icon'

const tabs: readonly { tab: SiteTab; words: string }[] = [
  { tab: 'space', words: 'Space' },
  { tab: 'unsaved', words: 'Unsaved work' },
  { tab: 'records', words: 'Records' },
  { tab: 'history', words: 'History' }
]

export const panelId = 'site-panel'
export const tabId = (tab: SiteTab): string => `site-tab-${tab}`

export interface SiteTabsProps {
  readonly tab: SiteTab
  readonly loses: boolean
  readonly onTab: (tab: SiteTab) => void
}

/** The tabs of a site: one tab stop, the arrows choose. */
export function SiteTabs({ tab, loses, onTab }: SiteTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((each) => each.tab === tab)
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1
    }
    const next = tabs[places[event.key] ?? -1]
    if (next === undefined) return
    event.preventDefault()
    onTab(next.tab)
    list.current?.querySelector<HTMLElement>(`#${tabId(next.tab)}`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="About this workspace" className="site-tabs" onKeyDown={onKeyDown}>
      {tabs.map((each) => (
        <button
          key={each.tab}
          id={tabId(each.tab)}
          type="button"
          role="tab"
          className="site-tab medium"
          aria-selected={each.tab === tab}
          aria-controls={panelId}
          tabIndex={each.tab === tab ? 0 : -1}
          onClick={() => onTab(each.tab)}
        >
          {each.words}
          {each.tab === 'unsaved' && loses && (
            <span className="amber-text">
              <Icon name="warning" size={12} label="Would lose work" />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
