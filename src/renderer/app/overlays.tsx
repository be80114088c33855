import { useCallback, useState } from 'react'
import { useVoice } from '../components/Voice'
import { KeyList } from '../keys/KeyList'
import { Palette } from '../palette/Palette'
import { PlanDialog } from '../plans/PlanDialog'
import { useOffer } from '../plans/use-offer'
import { useCommand } from './context'

/** What opens over any page: the palette, the list of keys and the dialogs of a plan. */
export function Overlays() {
  const [open, setOpen] = useState<'palette' | 'keys' | 'prune' | null>(null)
  const { offer } = useOffer('prune')
  const voice = useVoice()
  const close = useCallback(() => setOpen(null), [])
  useCommand('palette', () => setOpen('palette'))
  useCommand('keys', () => setOpen('keys'))
  useCommand('prune', () => {
    if (offer.kind === 'open') setOpen('prune')
    else
      voice.refuse(
        offer.kind === 'waits' ? `Prune cannot be reviewed now. ${offer.why}.` : 'Prune cannot be planned here.'
      )
  })
  if (open === 'palette') return <Palette onClose={close} />
  if (open === 'prune') return <PlanDialog plan="prune" onClose={close} />
  return open === 'keys' ? <KeyList onClose={close} /> : null
}
