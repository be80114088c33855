import { useMemo } from 'react'
import type { CommandName } from '../app/commands'
import { useApp } from '../app/context'
import { useGo, useRoute } from '../app/route'
import { isRunning, useScan } from '../app/scan'
import { useVoice } from '../components/Voice'
import { faultWords } from '../folders/use-folder'
import { useOffer } from '../plans/use-offer'
import { usePage } from '../store/store'
import { keptSelection } from '../workspaces/kept-view'
import { type PaletteAct, type PaletteEntry, paletteEntries } from './entries'

/** The entries for what is typed, and what choosing one does. */
export function usePalette(typed: string) {
  const { client, store, commands } = useApp()
  const voice = useVoice()
  const go = useGo()
  const route = useRoute()
  const scan = useScan()
  const sites = usePage((state) => state.sites)
  const settings = usePage((state) => state.settings)
  const { host } = client
  const { offer, open } = useOffer('prune')
  const reviewable = offer.kind === 'open'
  const scanning = usePage((state) => isRunning(state.job))

  const entries = useMemo((): PaletteEntry[] => {
    const about = route.page === 'site' ? route.site : route.page === 'workspaces' ? keptSelection() : null
    const chosen = sites.find((site) => site.id === about) ?? null
    return paletteEntries(typed, { sites, settings, host, scanning, chosen, reviewable: reviewable ? ['prune'] : [] })
  }, [typed, sites, settings, host, scanning, route, reviewable])

  const refused = (error: unknown) => voice.refuse(faultWords(error))
  const reveal = (site: string) => void client.call('site.reveal', { site }).catch(refused)
  const run = (act: PaletteAct) => {
    switch (act.kind) {
      case 'site':
        return go({ page: 'site', site: act.site, tab: 'space' })
      case 'go':
        return void commands.run(act.to satisfies CommandName)
      case 'scan':
        return scan.start()
      case 'stop':
        return scan.stop()
      case 'review':
        return open()
      case 'keys':
        return void commands.run('keys')
      case 'settings':
        return void store.changeSettings(act.change).catch(refused)
      case 'copy-path':
        return void navigator.clipboard.writeText(act.path).then(() => voice.toast('Path copied'), refused)
      case 'reveal':
        return reveal(act.site)
    }
  }
  return { entries, run, reveal: host === 'desktop' ? reveal : null }
}
