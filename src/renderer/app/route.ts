import { useSyncExternalStore } from 'react'
import type { VerdictGroup } from '../../shared/model'
import { useApp } from './context'

export type SiteTab = 'space' | 'unsaved' | 'records' | 'history'
export type SettingsSection = 'places' | 'appearance' | 'tools'

export type Route =
  | { readonly page: 'overview' }
  | { readonly page: 'workspaces'; readonly groups: readonly VerdictGroup[] }
  | { readonly page: 'site'; readonly site: string; readonly tab: SiteTab }
  | { readonly page: 'history' }
  | { readonly page: 'settings'; readonly section: SettingsSection }

export const overview: Route = { page: 'overview' }
export const workspaces: Route = { page: 'workspaces', groups: [] }

const tabs: readonly string[] = ['space', 'unsaved', 'records', 'history']
const sections: readonly string[] = ['places', 'appearance', 'tools']
const groups: readonly string[] = ['nothing-to-lose', 'would-lose', 'in-use', 'cannot-tell']

/** The route in what the browser kept for an entry of its history; null for anything that is none. */
export function readRoute(kept: unknown): Route | null {
  if (typeof kept !== 'object' || kept === null) return null
  const entry = kept as Record<string, unknown>
  if (entry['page'] === 'overview' || entry['page'] === 'history') return { page: entry['page'] }
  if (entry['page'] === 'workspaces') {
    const wanted = Array.isArray(entry['groups']) ? entry['groups'].filter((group) => groups.includes(group)) : []
    return { page: 'workspaces', groups: wanted as VerdictGroup[] }
  }
  if (entry['page'] === 'site' && typeof entry['site'] === 'string' && tabs.includes(String(entry['tab'])))
    return { page: 'site', site: entry['site'], tab: entry['tab'] as SiteTab }
  if (entry['page'] === 'settings' && sections.includes(String(entry['section'])))
    return { page: 'settings', section: entry['section'] as SettingsSection }
  return null
}

/** Where the page keeps its steps, so that the browser's own Back works. The address never changes. */
export interface Steps {
  readonly first: unknown
  push(route: Route): void
  replace(route: Route): void
  back(): void
  onBack(listener: (kept: unknown) => void): void
}

export interface Router {
  get(): Route
  go(route: Route): void
  /** Shows another part of the same page; the way back passes by it. */
  replace(route: Route): void
  back(): void
  subscribe(listener: () => void): () => void
}

/** A router that holds a route instead of an address. */
export function createRouter(steps: Steps): Router {
  let route = readRoute(steps.first) ?? overview
  let depth = 0
  const listeners = new Set<() => void>()
  const show = (next: Route) => {
    route = next
    for (const listener of listeners) listener()
  }
  steps.onBack((kept) => {
    depth = Math.max(0, depth - 1)
    show(readRoute(kept) ?? overview)
  })
  return {
    get: () => route,
    go: (next) => {
      if (JSON.stringify(next) === JSON.stringify(route)) return
      depth += 1
      steps.push(next)
      show(next)
    },
    replace: (next) => {
      steps.replace(next)
      show(next)
    },
    back: () => (depth > 0 ? steps.back() : show(overview)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}

/** The browser's own history as the place of the steps. */
export const browserSteps: () => Steps = () => ({
  first: window.history.state,
  push: (route) => window.history.pushState(route, ''),
  replace: (route) => window.history.replaceState(route, ''),
  back: () => window.history.back(),
  onBack: (listener) => window.addEventListener('popstate', (event) => listener(event.state))
})

export function useRoute(): Route {
  const { router } = useApp()
  return useSyncExternalStore(router.subscribe, router.get)
}

/** Goes somewhere else in the page. */
export const useGo = (): ((route: Route) => void) => useApp().router.go

/** Shows another part of the page there is, so that Esc and Back leave the page. */
export const useReplace = (): ((route: Route) => void) => useApp().router.replace
