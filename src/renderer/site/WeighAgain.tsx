import { useEffect, useRef } from 'react'
import type { SiteDetail } from '../../shared/model'
import { useClient } from '../app/context'
import { isRunning } from '../app/scan'
import { Button } from '../components/Button'
import { useVoice } from '../components/Voice'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

/** Weighs this workspace again, alone. While a scan runs, that one does it. */
export function WeighAgain({ detail }: { detail: SiteDetail }) {
  const client = useClient()
  const voice = useVoice()
  const scanning = usePage((state) => isRunning(state.job))
  const { weighing, site } = detail
  const old = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (old.current === undefined || old.current === site.measuredAt) return
    old.current = undefined
    voice.politely(`${site.label} was weighed again.`)
  }, [site.measuredAt, site.label, voice])
  const weigh = () => {
    old.current = site.measuredAt
    client.call('site.weigh', { site: site.id }).catch((error: unknown) => {
      old.current = undefined
      voice.refuse(faultWords(error))
    })
  }
  return (
    <Button small icon="refresh" busy={weighing} disabled={scanning} onClick={weigh}>
      {weighing ? 'Weighing…' : 'Weigh again'}
    </Button>
  )
}
