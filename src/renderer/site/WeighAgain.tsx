import { useEffect, useRef } from 'react'
import type { SiteDetail } from '../../shared/model'
import { useClient } from '../app/context'
import { isRunning } from '../app/scan'
import { Button } from '../components/Button'
import { useVoice } from '../components/Voice'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

export interface WeighAgainProps {
  readonly detail: SiteDetail
  /** One folder of the site, in place of all of it. */
  readonly folder?: { readonly node: string; readonly label: string }
}

/** Weighs this workspace, or one folder of it, again, alone. While a scan runs, that one does it. */
export function WeighAgain({ detail, folder }: WeighAgainProps) {
  const client = useClient()
  const voice = useVoice()
  const scanning = usePage((state) => isRunning(state.job))
  const { weighing, site } = detail
  const label = folder?.label ?? site.label
  /** The change of the survey at which it was asked for. */
  const asked = useRef<number | null>(null)
  useEffect(() => {
    if (asked.current === null || asked.current === site.changed || weighing) return
    asked.current = null
    voice.politely(`${label} was weighed again.`)
  }, [site.changed, weighing, label, voice])
  const weigh = () => {
    asked.current = site.changed
    const started =
      folder === undefined
        ? client.call('site.weigh', { site: site.id })
        : client.call('tree.weigh', { node: folder.node })
    started.catch((error: unknown) => {
      asked.current = null
      voice.refuse(faultWords(error))
    })
  }
  return (
    <Button small icon="refresh" busy={weighing} disabled={scanning} onClick={weigh}>
      {weighing ? 'Weighing…' : folder === undefined ? 'Weigh again' : 'Weigh folder again'}
    </Button>
  )
}
