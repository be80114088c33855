import { useEffect, useRef, useState } from 'react'
import { inPage } from '../../../shared/bytes'
import { useApp } from '../../app/context'
import { useScan } from '../../app/scan'
import { Button } from '../../components/Button'
import { Icon } from '../../components/Icon'
import { useVoice } from '../../components/Voice'
import { usePage, useUnits } from '../../store/store'
import { ReportDialog } from '../report/ReportDialog'
import './act-strip.css'
import { claimKeys, claimWord } from './status'
import { isOver } from './use-act'

/** True while the act's own dialog is open, so that what is shown there is not told twice. */
const covered = () => document.querySelector('.dialog.acting, .dialog.report') !== null

/** An act whose window was hidden: how far it is, and once it has ended the way to its report. */
export function ActStrip() {
  const { commands } = useApp()
  const voice = useVoice()
  const scan = useScan()
  const units = useUnits()
  const act = usePage((state) => state.act)
  const seen = useRef<string | null>(null)
  const [ended, setEnded] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const over = act !== null && isOver(act)
  const id = act?.act ?? null

  useEffect(() => {
    if (id === null) return
    if (!over) seen.current = id
    else if (seen.current === id) {
      seen.current = null
      if (covered()) return
      setEnded(id)
      voice.now('The run has ended. Its report can be shown.')
    }
  }, [id, over, voice])

  // What was measured before the act is no picture of the disk any more.
  const leave = () => {
    setOpen(null)
    scan.start()
  }
  if (open !== null) return <ReportDialog act={open} onClose={leave} />
  if (act !== null && !over)
    return (
      <div className="act-strip">
        <Icon name="scissors" size={14} />
        <span className="strong">Pruning goes on.</span>
        <span className="text-2">
          {claimKeys(act.claims)
            .map((key) => `${inPage(act.claims[key] ?? 0, units)} freed ${claimWord(key)}`)
            .join(', ')}
        </span>
        <span className="spacer" />
        <Button small popup="dialog" onClick={() => void commands.run('prune')}>
          Show it
        </Button>
      </div>
    )
  if (ended === null) return null
  return (
    <div className="act-strip">
      <Icon name="scissors" size={14} />
      <span className="strong">The run has ended.</span>
      <span className="text-2">Its report says what went and what stayed; History keeps it.</span>
      <span className="spacer" />
      <Button small popup="dialog" onClick={() => [setOpen(ended), setEnded(null)]}>
        Show the report
      </Button>
      <Button small kind="quiet" icon="close" label="Dismiss" onClick={() => setEnded(null)} />
    </div>
  )
}
