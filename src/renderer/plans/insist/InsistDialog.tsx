import { type FormEvent, useId, useRef, useState } from 'react'
import type { PlanRow } from '../../../shared/plan'
import { useClient } from '../../app/context'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Figure } from '../../components/Figure'
import { plainCounts } from '../../components/words'
import { faultWords } from '../../folders/use-folder'
import { Losses } from '../review/Losses'
import type { RowEvidence } from '../review/use-evidence'
import { rowName } from '../words'
import './insist.css'
import { losingOf } from './losing'
import { useInside } from './use-inside'

export interface InsistDialogProps {
  readonly plan: string
  readonly row: PlanRow
  readonly evidence: RowEvidence
  /** The row as it is once somebody insisted. */
  readonly onInsisted: (row: PlanRow) => void
  readonly onClose: () => void
}

/** What is in a folder that git cannot speak for. */
function Inside({ site }: { site: string }) {
  const tiles = useInside(site)
  if (tiles.length === 0)
    return <p className="small text-2">No scan has looked into the folder, so nothing can be listed.</p>
  return (
    <>
      <p className="small medium">In the folder</p>
      <ul className="insist-inside small">
        {tiles.map((tile) => (
          <li key={tile.node}>
            <span className="mono cut">{tile.label}</span>
            <Figure bytes={tile.bytes} missing="not measured" />
          </li>
        ))}
      </ul>
    </>
  )
}

interface HazardProps extends Pick<InsistDialogProps, 'row' | 'evidence'> {
  readonly id: string
  /** The reasons that are no loss by name. */
  readonly past: readonly string[]
}

/** What goes if the row goes, named item by item; where git names nothing, what is in the folder. */
function Hazard({ id, row, evidence: { unsaved, asking }, past }: HazardProps) {
  const losses = row.reasons.filter((reason) => reason.kind === 'loses').map((reason) => plainCounts(reason.text))
  const listed = unsaved?.lists.some((list) => list.weight === 'loses' && list.total > 0) === true
  const told = listed ? past : [...losses, ...past]
  return (
    <div id={id} className="insist-hazard">
      {listed && <Losses detail={unsaved} saves={false} />}
      {asking && <p className="small text-2">Asking git what it holds…</p>}
      {told.length > 0 && (
        <ul className="insist-past small">
          {told.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {losses.length === 0 && !listed && !asking && <Inside site={row.id} />}
    </div>
  )
}

/** Adds one row to the plan past the reasons that keep it, once its name was typed exactly; says what that loses. */
export function InsistDialog({ plan, row, evidence, onInsisted, onClose }: InsistDialogProps) {
  const client = useClient()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const name = rowName(row)
  const losing = losingOf(name, row)
  const wanted = evidence.detail?.typed ?? null
  const right = wanted !== null && typed === wanted

  const insist = () => {
    if (!right || busy) return
    setBusy(true)
    client.call('plan.insist', { plan, row: row.id, typed }).then(
      (next) => {
        onInsisted(next)
        onClose()
      },
      (error: unknown) => {
        setBusy(false)
        setRefused(faultWords(error))
      }
    )
  }
  const onSubmit = (event: FormEvent) => event.preventDefault()

  return (
    <Dialog
      title={losing.title}
      says={losing.text}
      icon="warning"
      alertDescribedBy={id}
      className="insist"
      firstFocus={field}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind={right ? 'danger' : 'plain'} disabled={!right} busy={busy} onClick={insist}>
            {losing.button}
          </Button>
        </>
      }
    >
      <form className="insist-form" onSubmit={onSubmit}>
        <Hazard id={id} row={row} evidence={evidence} past={losing.past} />
        <label className="medium" htmlFor={`${id}-name`}>
          Type the name to continue
        </label>
        <span className="mono insist-name" id={`${id}-wanted`}>
          {wanted ?? 'Asking for its name…'}
        </span>
        <input
          ref={field}
          id={`${id}-name`}
          className="insist-field mono"
          value={typed}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-wanted ${id}-applies`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p className="small text-3" id={`${id}-applies`}>
          Applies to this row only. If anything else turns up in it before acting, it is left.
        </p>
        {refused !== null && (
          <p className="small amber-text" role="alert">
            {refused}
          </p>
        )}
      </form>
    </Dialog>
  )
}
