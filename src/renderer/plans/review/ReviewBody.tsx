import type { RefObject } from 'react'
import type { PlanHead, PlanRow } from '../../../shared/plan'
import { isMac } from '../../app/system'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { Icon } from '../../components/Icon'
import { ClaimCards } from './ClaimCards'
import { EvidencePanel } from './EvidencePanel'
import { LineGrid } from './LineGrid'
import type { RowEvidence } from './use-evidence'
import type { Review } from './use-review'

export interface ReviewBodyProps {
  readonly head: PlanHead
  readonly review: Review
  readonly evidence: RowEvidence
  readonly field: RefObject<HTMLInputElement | null>
  readonly onInsist: ((row: PlanRow) => void) | null
}

/** A plan of fewer rows is seen whole. */
const filterFrom = 12

function Filter({ review, field }: Pick<ReviewBodyProps, 'review' | 'field'>) {
  return (
    <span className="filter-field review-filter">
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="search"
        value={review.typed}
        placeholder={`Filter (${isMac() ? '⌘F' : 'Ctrl+F'})`}
        aria-label="Filter the rows by name, path or reason"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => review.filter(event.target.value)}
      />
    </span>
  )
}

/** What the panel says where no single row is looked at. */
function NoRow({ review }: { review: Review }) {
  const line = review.lines.find((each) => each.key === review.selectedKey)
  return (
    <aside className="panel" aria-label="Selected row">
      <p className="small text-2 panel-scroll">
        {line?.kind === 'fold'
          ? `${line.name}: ${line.reason}. Open the line to see each.`
          : 'Choose a row to see how it was judged.'}
      </p>
    </aside>
  )
}

function NothingFound({ review }: { review: Review }) {
  return (
    <EmptyState
      icon="filter"
      title="No row answers to that"
      action={<Button onClick={() => review.filter('')}>Clear filter</Button>}
    />
  )
}

/** The claims, the lines, and what is known of the line that is looked at. */
export function ReviewBody({ head, review, evidence, field, onInsist }: ReviewBodyProps) {
  if (review.rows.length === 0)
    return (
      <EmptyState icon="check" title="Nothing to remove">
        No clone folder, volume, record or launch lock is without a workspace.
      </EmptyState>
    )
  return (
    <>
      <ClaimCards claims={review.claims} current={review.current} onTurn={(claim) => review.tick(claim.rows)}>
        {review.rows.length > filterFrom && <Filter review={review} field={field} />}
      </ClaimCards>
      <div className="review-main">
        {review.lines.length === 0 ? (
          <NothingFound review={review} />
        ) : (
          <LineGrid
            lines={review.lines}
            off={review.off}
            weighing={head.weighing}
            selected={review.selectedKey}
            onSelect={review.select}
            onTick={review.tick}
            onTurn={review.turn}
            onInsist={onInsist}
          />
        )}
        {review.selected === null ? (
          <NoRow review={review} />
        ) : (
          <EvidencePanel row={review.selected} evidence={evidence} madeAt={head.madeAt} onInsist={onInsist} />
        )}
      </div>
    </>
  )
}
