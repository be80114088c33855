import { useCallback, useState } from 'react'
import { KeyList } from '../keys/KeyList'
import { Palette } from '../palette/Palette'
import { useCommand } from './context'

/** What opens over any page: the palette and the list of keys. */
export function Overlays() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  useCommand('palette', () => setOpen('palette'))
  useCommand('keys', () => setOpen('keys'))
  if (open === 'palette') return <Palette onClose={close} />
  return open === 'keys' ? <KeyList onClose={close} /> : null
}
