import { useEffect, useRef } from 'react'
import { useNow } from '../components/age'
import { Segmented } from '../components/Segmented'
import { FilterBar } from './FilterBar'
import { isFiltering, noFilter } from './filter'
import { NothingHere } from './NothingHere'
import { SiteTable } from './SiteTable'
import { TableFooter } from './TableFooter'
import { changeTable, selectSite, showAs, tickSite, untickAll, useList } from './use-list'
import { WorkspacesMap } from './WorkspacesMap'
import './workspaces.css'

const forms = [
  { value: 'map', words: 'Show as map', icon: 'map' },
  { value: 'table', words: 'Show as table', icon: 'list' }
] as const

/** All workspaces and checkouts: the table with its chips and its filter, or the map of them. */
export function WorkspacesPage() {
  const list = useList()
  const now = useNow(60_000)
  const page = useRef<HTMLDivElement>(null)
  useFormFocus(page, list.view.form)
  return (
    <div className="workspaces" ref={page}>
      {list.view.form === 'map' ? (
        <WorkspacesMap onTable={() => showAs('table')} />
      ) : (
        <>
          <FilterBar chips={list.chips} filter={list.view.filter} onChange={list.narrow}>
            <Segmented label="Form" value={list.view.form} segments={forms} onChange={showAs} />
          </FilterBar>
          <section className="card workspaces-card" aria-label="List of workspaces">
            {list.rows.length === 0 ? (
              <NothingHere filtering={isFiltering(list.filter)} onClear={() => list.narrow(noFilter)} />
            ) : (
              <SiteTable
                rows={list.rows}
                view={list.view.table}
                changeView={changeTable}
                selected={list.view.selected}
                ticked={list.view.ticked}
                comesBack={list.view.left}
                onSelect={selectSite}
                onTick={tickSite}
                onOpen={list.open}
                now={now}
              />
            )}
            <TableFooter sites={list.shown} all={list.all} ticked={list.ticked} onUntick={untickAll} />
          </section>
        </>
      )}
    </div>
  )
}

/** Each form brings a switch of its own; whoever changed the form finds the focus on the new one. */
function useFormFocus(page: React.RefObject<HTMLDivElement | null>, form: 'map' | 'table') {
  const before = useRef(form)
  useEffect(() => {
    if (before.current === form) return
    before.current = form
    if (document.activeElement !== document.body) return
    const chosen = '[role="radiogroup"][aria-label="Form"] [aria-checked="true"]'
    page.current?.querySelector<HTMLElement>(chosen)?.focus()
  }, [page, form])
}
