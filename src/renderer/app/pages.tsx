import { HistoryPage } from '../history/HistoryPage'
import { OverviewPage } from '../overview/OverviewPage'
import { SettingsPage } from '../settings/SettingsPage'
import { SitePage } from '../site/SitePage'
import { WorkspacesPage } from '../workspaces/WorkspacesPage'
import type { Route } from './route'

/** The page of a route. */
export function PageBody({ route }: { route: Route }) {
  switch (route.page) {
    case 'overview':
      return <OverviewPage />
    case 'workspaces':
      return <WorkspacesPage />
    case 'site':
      return <SitePage key={route.site} site={route.site} tab={route.tab} />
    case 'history':
      return <HistoryPage />
    case 'settings':
      return <SettingsPage />
  }
}
