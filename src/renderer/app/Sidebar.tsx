import type { PlanName } from '../../shared/model'
import { Figure } from '../components/Figure'
import { Icon, type IconName } from '../components/Icon'
import { Logo } from '../components/Logo'
import { DiskMeter } from '../disk/DiskMeter'
import { usePlanFigure } from '../plans/use-figure'
import { useOffer } from '../plans/use-offer'
import { useFirstRun, usePage } from '../store/store'
import { overview, type Route, useGo, useRoute, workspaces } from './route'
import './sidebar.css'

export const planWords: Readonly<Record<PlanName, { word: string; icon: IconName }>> = {
  prune: { word: 'Prune', icon: 'scissors' },
  worktrees: { word: 'Worktrees', icon: 'branch' },
  regenerable: { word: 'Regenerable', icon: 'regenerate' },
  scratch: { word: 'Scratch', icon: 'file' },
  reconcile: { word: 'Reconcile', icon: 'swap' },
  purge: { word: 'Purge', icon: 'bin' }
}

const planOrder: readonly PlanName[] = ['prune', 'worktrees', 'regenerable', 'scratch', 'reconcile', 'purge']

interface EntryProps {
  readonly icon: IconName
  readonly word: string
  readonly to: Route
  readonly count?: number | undefined
}

function Entry({ icon, word, to, count }: EntryProps) {
  const route = useRoute()
  const go = useGo()
  const here = route.page === to.page || (route.page === 'site' && to.page === 'workspaces')
  return (
    <li>
      <button
        type="button"
        className="nav-entry"
        aria-current={here ? 'page' : undefined}
        title={word}
        onClick={() => go(to)}
      >
        <Icon name={icon} />
        <span className="nav-word">{word}</span>
        {count !== undefined && <span className="nav-figure tabular">{count.toLocaleString('en-GB')}</span>}
      </button>
    </li>
  )
}

function PlanEntry({ plan }: { plan: PlanName }) {
  const { word, icon } = planWords[plan]
  const running = usePage((state) => state.summary?.scan === 'running' || state.summary?.scan === 'never')
  const { offer, acting, open } = useOffer(plan)
  const off = offer.kind !== 'open'
  const { bytes } = usePlanFigure(plan)
  return (
    <li>
      <button
        type="button"
        className="nav-entry nav-plan"
        aria-disabled={off || undefined}
        aria-describedby={offer.kind === 'absent' ? 'plans-wait' : undefined}
        aria-haspopup={off ? undefined : 'dialog'}
        title={offer.kind === 'waits' ? `${word}. ${offer.why}.` : word}
        onClick={open}
      >
        <Icon name={icon} />
        <span className="nav-word">{word}</span>
        {offer.kind === 'waits' && <span className="spoken">{offer.why}</span>}
        {plan !== 'purge' && !running && (
          <span className="nav-figure">{acting ? 'pruning' : <Figure bytes={bytes} missing="not known" />}</span>
        )}
      </button>
    </li>
  )
}

/** The main navigation: pages, plans, how full the disk is, settings. */
export function Sidebar() {
  const found = usePage((state) => state.summary?.workspaces ?? 0)
  const welcome = useFirstRun()
  return (
    <nav className="sidebar" aria-label="Main" data-region="navigation">
      <div className="brand">
        <Logo size={20} />
        <span className="nav-word">Clearhold</span>
      </div>
      <div className="sidebar-scroll">
        <ul className="nav-list">
          <Entry icon="overview" word="Overview" to={overview} />
          <Entry icon="workspaces" word="Workspaces" to={workspaces} count={found > 0 ? found : undefined} />
          <Entry icon="history" word="History" to={{ page: 'history' }} />
        </ul>
        <h2 className="nav-label" id="plans-label">
          Plans
        </h2>
        <ul className="nav-list" aria-labelledby="plans-label">
          {planOrder.map((plan) => (
            <PlanEntry key={plan} plan={plan} />
          ))}
        </ul>
        <p className="spoken" id="plans-wait">
          Waits: what this plan would remove is not known yet.
        </p>
        {!welcome && <DiskMeter />}
      </div>
      <ul className="nav-list nav-foot">
        <Entry icon="gear" word="Settings" to={{ page: 'settings', section: 'places' }} />
      </ul>
    </nav>
  )
}
