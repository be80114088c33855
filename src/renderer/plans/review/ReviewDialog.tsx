import { type KeyboardEvent, useRef, useState } from 'react'
import type { PlanHead, PlanRow, Totals } from '../../../shared/plan'
import type { Actable } from '../../../shared/plan-calls'
import { planWords } from '../../app/Sidebar'
import { isMac } from '../../app/system'
import { Dialog } from '../../components/Dialog'
import { Segmented } from '../../components/Segmented'
import { counted, homePath } from '../../components/words'
import { usePage } from '../../store/store'
import { InsistDialog } from '../insist/InsistDialog'
import { type Making, useMaking } from '../making'
import { clockWords, cloneOf } from '../words'
import { NoPlanYet } from './Making'
import './review.css'
import { ReviewBody } from './ReviewBody'
import { ReviewFooter } from './ReviewFooter'
import { actWords, insistedIn } from './ticks'
import { useEvidence } from './use-evidence'
import { type Review, useReview } from './use-review'

export interface ReviewDialogProps {
  readonly plan: Actable
  /** An act began with these rows, which were to free this. */
  readonly onStarted: (act: string, rows: readonly PlanRow[], totals: Totals | null) => void
  readonly onClose: () => void
}

function Says({ head }: { head: PlanHead | null }) {
  const home = usePage((state) => state.info?.home ?? '')
  if (head === null) return <>Removes clone folders no workspace opens, and what belongs to workspaces that are gone.</>
  return (
    <>
      Removes clone folders no workspace opens, under <span className="mono">{homePath(head.root, home)}</span>, and
      what belongs to workspaces that are gone.
    </>
  )
}

function Planned({ head, making }: { head: PlanHead; making: Making }) {
  const fresh = making.fresh && head.id === making.shown
  const doing = fresh ? (making.weighing ? ', weighing…' : '') : ', looking again…'
  return (
    <span className="small text-3 review-time" title={(fresh && weighedWords(making)) || undefined}>
      <span role="status">
        Planned {clockWords(head.madeAt)}
        {doing}
      </span>
    </span>
  )
}

const weighedWords = ({ weighing, planning }: Making): string | null =>
  weighing && planning !== null ? `${counted(planning.entries, 'file or folder', 'files and folders')} weighed` : null

const groupings = [
  { value: 'outcome', words: 'Outcome' },
  { value: 'clone', words: 'Clone' }
] as const

/** When it was planned, and how its rows stand where something lies in clones that stay. */
function Aside({ head, making, review }: { head: PlanHead; making: Making; review: Review }) {
  const nested = review.rows.some((row) => cloneOf(row) !== null)
  return (
    <>
      <Planned head={head} making={making} />
      {nested && <Segmented label="Rows by" value={review.grouping} segments={groupings} onChange={review.group} />}
    </>
  )
}

/** The review of a plan: what goes, what stays and why, what is known of each; nothing goes but by its button. */
export function ReviewDialog({ plan, onStarted, onClose }: ReviewDialogProps) {
  const making = useMaking(plan)
  const review = useReview(making.shown, making.weighing)
  const evidence = useEvidence(review.head?.id ?? null, review.selected)
  const [insisting, setInsisting] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { ticked } = review
  const head = making.barred ? null : review.head
  // The rows that are shown are those of the plan that was asked for, and not of the one before.
  const fresh = making.fresh && head?.id === making.shown
  const promoting = insisting === null ? null : (review.rows.find((row) => row.id === insisting) ?? null)

  const act = async () => {
    setBusy(true)
    const answer = await review.act()
    setBusy(false)
    if ('act' in answer) onStarted(answer.act, ticked, review.totals)
    else setRefused(answer.refused)
  }
  const onInsist = (row: PlanRow) => {
    review.select(row.id)
    if (row.overridden.length > 0) review.relent(row)
    else setInsisting(row.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = isMac() ? event.metaKey : event.ctrlKey
    if (mod && event.key === 'Enter') main.current?.focus()
    else if (mod && event.key.toLowerCase() === 'f') field.current?.focus()
    else if (event.key === 'Escape' && review.typed !== '') review.filter('')
    else return
    event.preventDefault()
  }

  return (
    <>
      <Dialog
        title={`Review ${planWords[plan].word}`}
        says={<Says head={head} />}
        icon={planWords[plan].icon}
        aside={head !== null && <Aside head={head} making={making} review={review} />}
        width={1080}
        className="review"
        firstFocus={cancel}
        onKeyDown={onKeyDown}
        onClose={onClose}
        footer={
          <ReviewFooter
            cancel={cancel}
            main={main}
            words={head === null ? null : actWords(ticked)}
            loses={insistedIn(ticked).length > 0}
            empty={ticked.length === 0}
            waits={head === null || fresh ? null : 'Looking again'}
            busy={busy}
            refused={refused ?? review.fault}
            onCancel={onClose}
            onAct={() => void act()}
          />
        }
      >
        {head === null ? (
          <NoPlanYet making={making} again={making.again} />
        ) : (
          <ReviewBody
            head={head}
            review={review}
            evidence={evidence}
            field={field}
            onInsist={fresh ? onInsist : null}
          />
        )}
      </Dialog>
      {promoting !== null && head !== null && (
        <InsistDialog
          plan={head.id}
          row={promoting}
          evidence={evidence}
          onInsisted={review.replace}
          onClose={() => setInsisting(null)}
        />
      )}
    </>
  )
}
