import type { Ref } from 'react'
import { Button } from '../../components/Button'

export interface ReviewFooterProps {
  readonly cancel: Ref<HTMLButtonElement>
  readonly main: Ref<HTMLButtonElement>
  /** The verb with its count; null while there is no plan to act on. */
  readonly words: string | null
  /** Work is lost, so the button says so in its colour too. */
  readonly loses: boolean
  readonly empty: boolean
  /** Why it cannot be pressed at the moment. */
  readonly waits: string | null
  readonly busy: boolean
  readonly refused: string | null
  readonly onCancel: () => void
  readonly onAct: () => void
}

/** Standing notes, Cancel, and the one button that starts the act. */
export function ReviewFooter(props: ReviewFooterProps) {
  const { words, waits, refused } = props
  const off = props.empty || waits !== null
  return (
    <>
      <div className="review-notes small text-3">
        {refused === null ? (
          <p>Clearhold looks again right before acting. The list may shrink, never grow. There is no undo.</p>
        ) : (
          <p className="amber-text" role="alert">
            {refused}
          </p>
        )}
        <p>
          Docker images are not touched. <code className="mono">docker system df</code> shows what Docker holds.
        </p>
      </div>
      <span className="spacer" />
      {waits !== null && <span className="small text-3">{waits}</span>}
      <Button ref={props.cancel} onClick={props.onCancel}>
        Cancel
      </Button>
      {words !== null && (
        <Button
          ref={props.main}
          kind={props.loses ? 'danger' : 'primary'}
          disabled={off}
          busy={props.busy}
          onClick={props.onAct}
        >
          {words}
        </Button>
      )}
    </>
  )
}
