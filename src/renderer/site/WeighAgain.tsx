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
  const before = useRef(weighing)
  useEffect(() => {
    if (before.current && !weighing) voice.politely(`${site.label} was weighed again.`)
    before.current = weighing
  }, [weighing, site.label, voice])
  const weigh = () =>
    void client.call('site.weigh', { site: site.id }).catch((error: unknown) => voice.refuse(faultWords(error)))
  return (
    <Button small icon="refresh" disabled={weighing || scanning} onClick={weigh}>
      {weighing ? 'Weighing…' : 'Weigh again'}
    </Button>
  )
}
