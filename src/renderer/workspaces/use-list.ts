import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import type { VerdictGroup } from '../../shared/model'
import { useGo, useRoute } from '../app/route'
import { usePage } from '../store/store'
import { chipsFor, filterSites, noFilter, type SiteFilter } from './filter'
import { changeKeptView as change, useKeptView } from './kept-view'
import { nestSites } from './nest'
import type { TableView } from './table-model'

const same = (a: readonly VerdictGroup[], b: readonly VerdictGroup[]): boolean => a.join() === b.join()

/** What the page of all workspaces shows, and what can be done to it. Rows and callbacks keep their identity. */
export function useList() {
  const route = useRoute()
  const go = useGo()
  const view = useKeptView()
  const sites = useDeferredValue(usePage((state) => state.sites))
  const filter = useDeferredValue(view.filter)
  const asked = route.page === 'workspaces' ? route.groups : null

  // Whoever came here for some verdicts sees those, whatever the list was narrowed to before.
  useEffect(() => {
    if (asked === null || asked.length === 0) return
    change((old) =>
      same(old.filter.groups, asked) ? old : { ...old, filter: { ...noFilter, groups: asked }, form: 'table' }
    )
  }, [asked])

  useEffect(() => change((old) => ({ ...old, left: false })), [])

  const chips = useMemo(() => chipsFor(sites, view.filter), [sites, view.filter])
  const shown = useMemo(() => filterSites(sites, filter), [sites, filter])
  const rows = useMemo(() => nestSites(shown), [shown])
  const ticked = useMemo(() => sites.filter(({ id }) => view.ticked.has(id)), [sites, view.ticked])

  const narrow = (next: SiteFilter) => {
    change((old) => ({ ...old, filter: next }))
    if (asked !== null && asked.length > 0) go({ page: 'workspaces', groups: next.groups })
  }
  const open = useCallback(
    (site: string) => {
      change((old) => ({ ...old, selected: site, left: true }))
      go({ page: 'site', site, tab: 'space' })
    },
    [go]
  )
  return { view, filter, chips, shown, ticked, rows, all: shown === sites, narrow, open }
}

/** Sorts, expands and collapses. */
export const changeTable = (next: (table: TableView) => TableView): void =>
  change((old) => ({ ...old, table: next(old.table) }))

/** Selects a row. */
export const selectSite = (site: string): void => change((old) => ({ ...old, selected: site }))

/** Puts a site among those that are weighed together, or takes it out. */
export const tickSite = (site: string): void =>
  change((old) => {
    const ticked = new Set(old.ticked)
    if (!ticked.delete(site)) ticked.add(site)
    return { ...old, ticked }
  })

export const untickAll = (): void => change((old) => ({ ...old, ticked: new Set() }))

/** Shows the list as a map or as a table. */
export const showAs = (form: 'map' | 'table'): void => change((old) => ({ ...old, form }))
