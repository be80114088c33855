import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import { useGo, useRoute } from '../app/route'
import { useNow } from '../components/age'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { Segmented } from '../components/Segmented'
import { usePage } from '../store/store'
import { FilterBar } from './FilterBar'
import { chipsFor, filterSites, isFiltering, noFilter, type SiteFilter } from './filter'
import { useKeptView } from './kept-view'
import { nestSites } from './nest'
import { SiteTable } from './SiteTable'
import { TableFooter } from './TableFooter'
import type { TableView } from './table-model'
import { WorkspacesMap } from './WorkspacesMap'
import './workspaces.css'

const forms = [
  { value: 'map', words: 'Show as map', icon: 'map' },
  { value: 'table', words: 'Show as table', icon: 'list' }
] as const

/** All workspaces and checkouts: the table with its chips and its filter, or the map of them. */
export function WorkspacesPage() {
  const route = useRoute()
  const go = useGo()
  const [view, setView] = useKeptView()
  const sites = useDeferredValue(usePage((state) => state.sites))
  const filter = useDeferredValue(view.filter)
  const now = useNow(60_000)

  useEffect(() => {
    if (route.page !== 'workspaces' || route.groups.length === 0) return
    setView((old) => ({ ...old, filter: { ...noFilter, groups: route.groups }, form: 'table' }))
  }, [route, setView])

  const chips = useMemo(() => chipsFor(sites, view.filter), [sites, view.filter])
  const shown = useMemo(() => filterSites(sites, filter), [sites, filter])
  const rows = useMemo(() => nestSites(shown), [shown])

  const changeFilter = (next: SiteFilter) => {
    setView((old) => ({ ...old, filter: next }))
    if (route.page === 'workspaces' && route.groups.length > 0) go({ page: 'workspaces', groups: next.groups })
  }
  const changeTable = useCallback(
    (next: (table: TableView) => TableView) => setView((old) => ({ ...old, table: next(old.table) })),
    [setView]
  )
  const select = useCallback((site: string) => setView((old) => ({ ...old, selected: site })), [setView])
  const open = useCallback(
    (site: string) => {
      select(site)
      go({ page: 'site', site, tab: 'space' })
    },
    [select, go]
  )

  const show = (form: 'map' | 'table') => setView((old) => ({ ...old, form }))
  if (view.form === 'map') return <WorkspacesMap onTable={() => show('table')} />
  return (
    <div className="workspaces">
      <FilterBar chips={chips} filter={view.filter} onChange={changeFilter}>
        <Segmented label="Form" value={view.form} segments={forms} onChange={show} />
      </FilterBar>
      <section className="card workspaces-card" aria-label="List of workspaces">
        {rows.length === 0 ? (
          <NothingHere filtering={isFiltering(filter)} onClear={() => changeFilter(noFilter)} />
        ) : (
          <SiteTable
            rows={rows}
            view={view.table}
            changeView={changeTable}
            selected={view.selected}
            onSelect={select}
            onOpen={open}
            now={now}
          />
        )}
        <TableFooter sites={shown} all={shown === sites} />
      </section>
    </div>
  )
}

function NothingHere({ filtering, onClear }: { filtering: boolean; onClear: () => void }) {
  const go = useGo()
  const scan = usePage((state) => state.summary?.scan ?? 'never')
  if (filtering)
    return (
      <EmptyState
        icon="search"
        title="No workspace fits this filter"
        action={<Button onClick={onClear}>Clear filter</Button>}
      >
        Every workspace that was found is still there.
      </EmptyState>
    )
  if (scan === 'running')
    return (
      <EmptyState icon="workspaces" title="Looking for workspaces">
        They appear here one by one, before they are measured.
      </EmptyState>
    )
  const toPlaces = <Button onClick={() => go({ page: 'settings', section: 'places' })}>Choose places to watch</Button>
  return (
    <EmptyState icon="workspaces" title="No workspaces" action={toPlaces}>
      {scan === 'never'
        ? 'No place has been scanned yet.'
        : 'The places you watch hold no workspace and no git checkout.'}
    </EmptyState>
  )
}
