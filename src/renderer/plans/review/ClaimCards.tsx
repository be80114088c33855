import { type ReactNode, useId } from 'react'
import { Figure } from '../../components/Figure'
import { CheckBox } from '../../components/Switch'
import { type Claim, claimNote } from './claims'

interface ClaimCardProps {
  readonly claim: Claim
  /** False while the figure is of a set that has changed since. */
  readonly current: boolean
  readonly onTurn: () => void
}

function ClaimCard({ claim, current, onTurn }: ClaimCardProps) {
  const id = useId()
  const { tick, count, bytes, estimate, title, text } = claim
  return (
    <div className="claim" data-claim={claim.key}>
      <CheckBox
        id={id}
        on={tick === 'some' ? 'mixed' : tick === 'all'}
        disabled={claim.rows.length === 0}
        onChange={onTurn}
      />
      <label htmlFor={id}>
        <span className={current ? 'claim-figure' : 'claim-figure claim-old'}>
          {count ?? <Figure bytes={bytes} estimate={estimate} missing="weighing" />}
        </span>{' '}
        <span className="medium">{title}</span>
        <span className="claim-text small text-2">{text}</span>
      </label>
    </div>
  )
}

export interface ClaimCardsProps {
  readonly claims: readonly Claim[]
  readonly current: boolean
  readonly onTurn: (claim: Claim) => void
  /** Stands under the note. */
  readonly children?: ReactNode
}

/** The claims side by side, each with its own check box; never one sum. */
export function ClaimCards({ claims, current, onTurn, children }: ClaimCardsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of cards
    <div className="claims" role="group" aria-label="What this plan frees" aria-busy={!current}>
      {claims.map((claim) => (
        <ClaimCard key={claim.key} claim={claim} current={current} onTurn={() => onTurn(claim)} />
      ))}
      <div className="claim-note">
        <p className="small text-2">{claimNote(claims)}</p>
        {children}
      </div>
    </div>
  )
}
