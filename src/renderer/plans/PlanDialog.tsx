import { useState } from 'react'
import type { PlanRow, Totals } from '../../shared/plan'
import type { Actable } from '../../shared/plan-calls'
import { useScan } from '../app/scan'
import { usePage } from '../store/store'
import { ActingDialog } from './acting/ActingDialog'
import { isOver, useActProgress } from './acting/use-act'
import { ReportDialog } from './report/ReportDialog'
import { ReviewDialog } from './review/ReviewDialog'

interface Started {
  readonly act: string
  readonly sent: { readonly rows: readonly PlanRow[]; readonly totals: Totals | null } | null
}

/** An act from its start to its report. */
function Act({ started, onAgain, onClose }: { started: Started; onAgain: () => void; onClose: () => void }) {
  const progress = useActProgress(started.act)
  const scan = useScan()
  // What was measured before the act is no picture of the disk any more.
  const leave = () => {
    scan.start()
    onClose()
    // What opened the review goes when the scan begins.
    requestAnimationFrame(() => document.getElementById('main')?.focus())
  }
  if (progress !== null && isOver(progress)) return <ReportDialog act={started.act} onAgain={onAgain} onClose={leave} />
  return <ActingDialog act={started.act} progress={progress} sent={started.sent} onHide={onClose} />
}

/** What an act was started with, so that a window that was hidden shows it again. */
let last: Started | null = null

/** Review, act and report of one plan, each in a dialog over the page. An act that runs is shown before anything else. */
export function PlanDialog({ plan, onClose }: { plan: Actable; onClose: () => void }) {
  const scan = useScan()
  const running = usePage((state) => (state.act !== null && !isOver(state.act) ? state.act.act : null))
  const [started, setStarted] = useState<Started | null>(() =>
    running === null ? null : last?.act === running ? last : { act: running, sent: null }
  )
  const again = () => {
    scan.start()
    setStarted(null)
  }
  if (started !== null) return <Act started={started} onAgain={again} onClose={onClose} />
  return (
    <ReviewDialog
      plan={plan}
      onStarted={(act, rows, totals) => {
        last = { act, sent: { rows, totals } }
        setStarted(last)
      }}
      onClose={onClose}
    />
  )
}
