import { useEffect, useMemo, useRef } from 'react'
import type { ActProgress, PlanRow, Totals } from '../../../shared/plan'
import { useApp } from '../../app/context'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { useVoice } from '../../components/Voice'
import { homePath } from '../../components/words'
import { faultWords } from '../../folders/use-folder'
import { usePage } from '../../store/store'
import { useFreed } from '../review/use-freed'
import './acting.css'
import { ActBar } from './ActBar'
import { ActRows } from './ActRows'
import { LeftNote, Steps } from './Steps'
import { actingRows, actSpoken, stillIn } from './status'
import { useActRows, useApproved } from './use-act'

export interface ActingDialogProps {
  readonly act: string
  readonly progress: ActProgress | null
  /** The rows this page sent and what they were to free; null after a reload. */
  readonly sent: { readonly rows: readonly PlanRow[]; readonly totals: Totals | null } | null
  readonly onHide: () => void
}

/** One sentence of what is happening. Pure. */
function saysOf(progress: ActProgress | null, home: string): string {
  if (progress?.waiting != null)
    return `Waiting for the lock of ${homePath(progress.waiting, home)}, which another program holds. Stop gives up the rest.`
  if (progress === null || progress.state === 'second-look')
    return 'Looking again at what you approved. Nothing is removed before that.'
  if (progress.state === 'finishing')
    return 'Removing volumes, locks and records. You can hide this window; it goes on.'
  return 'Removing what you approved. You can hide this window; it goes on.'
}

/** Says how far it is, at most every five seconds. */
function useSpoken(words: string | null): void {
  const voice = useVoice()
  useEffect(() => {
    if (words !== null) voice.politely(words)
  }, [voice, words])
}

/** An act as it runs: its steps, what left the list, what was freed so far, each row. It goes on when it is hidden. */
export function ActingDialog({ act, progress, sent, onHide }: ActingDialogProps) {
  const { client } = useApp()
  const voice = useVoice()
  const home = usePage((state) => state.info?.home ?? '')
  const heading = useRef<HTMLSpanElement>(null)
  const approved = useApproved(progress?.id ?? null, sent?.rows ?? null)
  const finished = useActRows(act, progress)
  const rows = actingRows(approved, finished, progress)
  const still = useMemo(() => stillIn(approved, finished), [approved, finished])
  const freed = useFreed(sent === null ? null : (progress?.id ?? null), false, still)
  useSpoken(progress === null ? null : actSpoken(progress, rows))
  const stopping = progress?.stopping === true
  const stop = () => void client.call('act.stop', { act }).catch((error: unknown) => voice.refuse(faultWords(error)))
  return (
    <Dialog
      title="Pruning"
      says={
        <span ref={heading} tabIndex={-1} className="acting-says">
          {saysOf(progress, home)}
        </span>
      }
      width={760}
      className="acting"
      hides
      firstFocus={heading}
      onClose={onHide}
      footer={
        <>
          <span className="small text-3 acting-note">
            {stopping
              ? 'Stopping after the item in hand. What is removed stays removed.'
              : 'Stopping keeps what is already removed removed, and leaves the rest as it is.'}
          </span>
          <span className="spacer" />
          <Button icon="stop" disabled={stopping || progress === null} onClick={stop}>
            Stop after this item
          </Button>
        </>
      }
    >
      <Steps progress={progress} approved={approved.length} rows={rows} />
      <LeftNote rows={rows} stopping={stopping} />
      <ActBar progress={progress} totals={freed.totals ?? sent?.totals ?? null} />
      <ActRows rows={rows} />
    </Dialog>
  )
}
