import { useEffect } from 'react'
import { VoiceProvider } from '../components/Voice'
import { type App as AppParts, AppProvider, useApp, useCommand } from './context'
import { Overlays } from './overlays'
import { overview, workspaces } from './route'
import { Shell } from './Shell'
import { useScan } from './scan'
import { useScanEnd } from './scan-end'
import { useTheme } from './theme'
import { useKeys } from './useKeys'

/** Answers the commands that every page has, and what the desktop's menu and tray ask. */
function Wiring() {
  const { client, commands, router } = useApp()
  const scan = useScan()
  useScanEnd()
  useTheme()
  useKeys()
  useCommand('overview', () => router.go(overview))
  useCommand('workspaces', () => router.go(workspaces))
  useCommand('history', () => router.go({ page: 'history' }))
  useCommand('settings', () => router.go({ page: 'settings', section: 'places' }))
  useCommand('scan', scan.start)
  useCommand('stop', scan.stop)
  useCommand('back', () => {
    if (router.get().page === 'site') router.back()
  })
  useEffect(() => client.on('page.go', ({ to }) => void commands.run(to)), [client, commands])
  return null
}

/** The whole page. */
export function App({ parts }: { parts: AppParts }) {
  return (
    <AppProvider value={parts}>
      <VoiceProvider>
        <Wiring />
        <Shell />
        <Overlays />
      </VoiceProvider>
    </AppProvider>
  )
}
