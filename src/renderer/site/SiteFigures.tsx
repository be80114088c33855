import type { ReactNode } from 'react'
import type { Bytes, Estimate } from '../../shared/bytes'
import type { SiteDetail } from '../../shared/model'
import { Figure } from '../components/Figure'
import { unsavedAnswer } from '../workspaces/answer'
import { lossWords, sharedNote } from './words'

function One(props: {
  bytes: Bytes | null
  estimate: Estimate | null
  missing: string
  tone?: string
  name: string
  note: ReactNode
}) {
  const { bytes, estimate, missing, tone = '', name, note } = props
  return (
    <div className="site-one">
      <dd className={`site-amount ${bytes === null ? 'text-3' : tone}`}>
        <Figure bytes={bytes} estimate={estimate} missing={missing} />
      </dd>
      <dt className="small medium">{name}</dt>
      <dd className="small text-3 cut">{note}</dd>
    </div>
  )
}

/** The four figures, always in this order. The last one answers "du says more". */
export function SiteFigures({ detail }: { detail: SiteDetail }) {
  const { frees, reclaimable, wouldLose, shared, sharedWith } = detail
  const { estimate } = detail.site
  const loss = lossWords(unsavedAnswer(detail.site))
  return (
    <dl className="site-figures">
      <One
        bytes={frees}
        estimate={estimate}
        missing="Not measured yet"
        name="Freed if you remove it"
        note="Files no other workspace links to"
      />
      <One
        bytes={reclaimable}
        estimate={estimate}
        missing="Not known yet"
        tone="aqua-text"
        name="Reclaimable without removing it"
        note="No plan has looked inside it"
      />
      <One
        bytes={wouldLose}
        estimate={estimate}
        missing={loss.amount}
        tone="amber-text"
        name="Would lose work"
        note={loss.note}
      />
      <One
        bytes={shared === null ? null : { exclusiveBytes: shared }}
        estimate={null}
        missing="Not measured yet"
        name="Shared, not counted"
        note={<span title={sharedWith.join('\n')}>{sharedNote(detail)}</span>}
      />
    </dl>
  )
}
