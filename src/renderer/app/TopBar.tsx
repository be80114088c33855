import { useEffect } from 'react'
import { ageWords, momentWords, useNow } from '../components/age'
import { Button } from '../components/Button'
import { Icon } from '../components/Icon'
import { Kbd } from '../components/Kbd'
import { useFirstRun, usePage } from '../store/store'
import { useApp } from './context'
import { type Route, useGo, useRoute, workspaces } from './route'
import { scanShare, useScan } from './scan'
import './top-bar.css'

const titles: Readonly<Record<Exclude<Route['page'], 'site'>, string>> = {
  overview: 'Overview',
  workspaces: 'Workspaces',
  history: 'History',
  settings: 'Settings'
}

function Crumbs({ site }: { site: string }) {
  const go = useGo()
  const label = usePage((state) => state.sitesById.get(site)?.label ?? '')
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <button type="button" className="crumb" onClick={() => go(workspaces)}>
        Workspaces
      </button>
      <Icon name="chevron" size={12} />
      <span className="strong mono cut" aria-current="page">
        {label}
      </span>
    </nav>
  )
}

/** The page's title; a workspace's page has its own, and a breadcrumb here. */
function Title() {
  const route = useRoute()
  const welcome = useFirstRun()
  const label = usePage((state) => (route.page === 'site' ? state.sitesById.get(route.site)?.label : undefined))
  const word = route.page === 'site' ? (label ?? 'Workspace') : titles[route.page]
  useEffect(() => {
    document.title = `${word} – Clearhold`
  }, [word])
  if (route.page === 'site') return <Crumbs site={route.site} />
  return <h1>{route.page === 'overview' && welcome ? 'Welcome' : word}</h1>
}

/** Words of how old the picture is, and the button that makes a new one or stops it. */
function ScanControl() {
  const now = useNow(30_000)
  const scan = useScan()
  const finishedAt = usePage((state) => state.summary?.finishedAt ?? null)
  const percent = usePage((state) => {
    const share = state.job === null ? null : scanShare(state.job)
    return share === null ? null : Math.floor(share * 100)
  })
  const never = useFirstRun()
  const stopped = usePage((state) => state.summary?.scan === 'stopped')
  if (scan.running)
    return (
      <>
        <span className="small text-3 whole tabular">{percent === null ? 'Scanning' : `Scanning, ${percent}%`}</span>
        <Button icon="stop" label="Stop the scan" onClick={scan.stop} />
      </>
    )
  if (never) return null
  const age = ageWords(finishedAt, now)
  return (
    <>
      {age !== null && (
        <span className="small text-3 whole scan-age" title={momentWords(finishedAt) ?? undefined}>
          {stopped ? 'Scan stopped' : 'Scanned'} {age}
        </span>
      )}
      <Button icon="refresh" label="Scan again" onClick={scan.start} />
    </>
  )
}

/** Title, search, and the age of the picture. */
export function TopBar() {
  const { commands } = useApp()
  return (
    <header className="top-bar" data-region="top">
      <Title />
      <span className="spacer" />
      <button type="button" className="find small" aria-haspopup="dialog" onClick={() => void commands.run('palette')}>
        <Icon name="search" size={14} />
        <span className="cut">Search or run a command</span>
        <span className="spacer" />
        <Kbd keys={['Mod', 'K']} />
      </button>
      <ScanControl />
    </header>
  )
}
