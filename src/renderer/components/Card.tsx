import type { ReactNode } from 'react'
import { useId } from 'react'
import './card.css'

export interface CardProps {
  readonly title: ReactNode
  /** Stands beside the title in a quiet voice. */
  readonly aside?: ReactNode
  /** At the right end of the header. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
  readonly className?: string
}

/** A region with a header of 44 px, named by its title. */
export function Card({ title, aside, actions, children, className }: CardProps) {
  const id = useId()
  return (
    <section className={`card ${className ?? ''}`} aria-labelledby={id}>
      <header className="card-header">
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <span className="small text-3 cut">{aside}</span>}
        <span className="spacer" />
        {actions}
      </header>
      {children}
    </section>
  )
}
