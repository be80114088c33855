import { useEffect, useRef } from 'react'
import { Button } from '../components/Button'
import { Icon } from '../components/Icon'
import { ActStrip } from '../plans/acting/ActStrip'
import { usePage } from '../store/store'
import { useApp } from './context'
import { Mishap } from './Mishap'
import { PageBody } from './pages'
import { overview, useGo, useRoute } from './route'
import { Sidebar } from './Sidebar'
import './shell.css'
import { TopBar } from './TopBar'

/** Says that the engine cannot be asked, in its own words, with the next step. */
function LostBanner() {
  const { store } = useApp()
  const lost = usePage((state) => state.lost)
  if (lost === null) return null
  return (
    <div className="lost-banner" role="alert">
      <Icon name="warning" />
      <span className="strong">Clearhold does not answer.</span>
      <span className="text-2">{lost.message} What you see may be old.</span>
      <span className="spacer" />
      <Button small icon="refresh" onClick={() => void store.refresh()}>
        Try again
      </Button>
    </div>
  )
}

/** After a step to another page its beginning is shown, and the focus is there if what had it is gone. */
function useArrival(page: string): void {
  const at = useRef(page)
  useEffect(() => {
    if (at.current === page) return
    at.current = page
    const main = document.getElementById('main')
    main?.scrollTo(0, 0)
    if (document.activeElement === null || document.activeElement === document.body) main?.focus()
  }, [page])
}

/** The frame of every page: navigation, top bar, main. */
export function Shell() {
  const route = useRoute()
  useArrival(route.page === 'site' ? `site ${route.site}` : route.page)
  const go = useGo()
  const mac = usePage((state) => state.info?.host === 'desktop' && state.info.platform === 'darwin')
  const ready = usePage((state) => state.summary !== null)
  const skip = () => document.getElementById('main')?.focus()
  return (
    <div className={mac ? 'shell shell-mac' : 'shell'}>
      <button type="button" className="skip-link" onClick={skip}>
        Skip to the content
      </button>
      <Sidebar />
      <TopBar />
      <main id="main" className={`main main-${route.page}`} tabIndex={-1} data-region="main" aria-busy={!ready}>
        <LostBanner />
        <ActStrip />
        {ready && (
          <Mishap key={route.page === 'site' ? route.site : route.page} onLeave={() => go(overview)}>
            <PageBody route={route} />
          </Mishap>
        )}
      </main>
    </div>
  )
}
