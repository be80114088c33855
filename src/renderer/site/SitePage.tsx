import type { Site } from '../../shared/model'
import { type SiteTab, useGo, useReplace, workspaces } from '../app/route'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { usePage } from '../store/store'
import { unsavedAnswer } from '../workspaces/answer'
import { RecordsTab, SiteHistoryTab } from './OtherTabs'
import { SiteHeader } from './SiteHeader'
import { panelId, SiteTabs, tabId } from './SiteTabs'
import { SpaceTab } from './SpaceTab'
import './site.css'
import { UnsavedTab } from './unsaved/UnsavedTab'
import { type SiteAnswer, useSite } from './use-site'

function Panel({ tab, site, answer }: { tab: SiteTab; site: Site; answer: SiteAnswer }) {
  switch (tab) {
    case 'space':
      return <Space answer={answer} />
    case 'unsaved':
      return <UnsavedTab key={site.id} site={site} />
    case 'records':
      return <RecordsTab />
    case 'history':
      return <SiteHistoryTab />
  }
}

function Space({ answer: { detail, node } }: { answer: SiteAnswer }) {
  if (detail === null || node === null) return <p className="text-3">Reading what is known of it…</p>
  return <SpaceTab key={node} detail={detail} node={node} />
}

/** One workspace, or one checkout: its header and its four tabs. */
export function SitePage({ site: id, tab }: { site: string; tab: SiteTab }) {
  const replace = useReplace()
  const answer = useSite(id)
  const listed = usePage((state) => state.sites.find((one) => one.id === id) ?? null)
  const complete = usePage((state) => state.sitesComplete)
  const site: Site | null = listed ?? answer.detail?.site ?? null
  if (site === null) return complete || answer.fault !== null ? <Gone fault={answer.fault} /> : null
  return (
    <div className="site">
      <div className="site-top">
        <SiteHeader site={site} />
        <SiteTabs
          tab={tab}
          loses={unsavedAnswer(site).form === 'loses'}
          onTab={(next) => replace({ page: 'site', site: id, tab: next })}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(tab)} className="site-panel">
        {answer.fault !== null && (
          <p className="amber-text" role="alert">
            {answer.fault}
          </p>
        )}
        <Panel tab={tab} site={site} answer={answer} />
      </div>
    </div>
  )
}

function Gone({ fault }: { fault: string | null }) {
  const go = useGo()
  return (
    <EmptyState
      icon="workspaces"
      title="This workspace is not in the list any more"
      action={<Button onClick={() => go(workspaces)}>All workspaces</Button>}
    >
      {fault ?? 'The last scan did not find it.'}
    </EmptyState>
  )
}
