import { useEffect, useRef } from 'react'
import type { Site } from '../../shared/model'
import { useClient } from '../app/context'
import { ageWords, momentWords, useNow } from '../components/age'
import { Button } from '../components/Button'
import { CopyButton, PathText } from '../components/CopyText'
import { Icon } from '../components/Icon'
import { StateMark } from '../components/Marks'
import { useVoice } from '../components/Voice'
import { homePath } from '../components/words'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

/** Opens the file manager at a site; `null` where there is none. */
export function useReveal(): ((site: string) => void) | null {
  const client = useClient()
  const voice = useVoice()
  if (client.host !== 'desktop') return null
  return (site) => void client.call('site.reveal', { site }).catch((error: unknown) => voice.refuse(faultWords(error)))
}

/** The site's name, where it stands, and where it came from. */
export function SiteHeader({ site }: { site: Site }) {
  const now = useNow(60_000)
  const heading = useRef<HTMLHeadingElement>(null)
  // What opened the page is gone with its page, and the keyboard has to be somewhere.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  const reveal = useReveal()
  const home = usePage((state) => state.info?.home ?? '')
  const used = ageWords(site.lastUsed, now)
  return (
    <header className="site-header">
      <div className="site-title">
        <h1 ref={heading} tabIndex={-1} className="mono cut" title={site.path}>
          {site.label}
        </h1>
        {site.state !== null && <StateMark state={site.state} />}
        <span className="spacer" />
        {reveal === null ? (
          <span className="row small text-3">
            <span className="cut" title={site.path}>
              <PathText path={homePath(site.path, home)} most={52} />
            </span>
            <CopyButton text={site.path} label="Copy the path" />
          </span>
        ) : (
          <Button small icon="folder" onClick={() => reveal(site.id)}>
            Show folder
          </Button>
        )}
      </div>
      <p className="site-origin text-2">
        <span>{site.repo ?? 'No repository known'}</span>
        {site.branch !== null && (
          <span className="site-branch">
            <Icon name="branch" size={14} />
            <span className="mono cut">{site.branch}</span>
          </span>
        )}
        {used !== null && (
          <span className="text-3" title={momentWords(site.lastUsed) ?? undefined}>
            last used {used}
          </span>
        )}
      </p>
    </header>
  )
}
