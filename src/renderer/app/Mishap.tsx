import { Component, type ReactNode } from 'react'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'

export interface MishapProps {
  readonly children: ReactNode
  /** Goes to a page that can be drawn. */
  readonly onLeave: () => void
}

/** Stands around a page: an error while it is drawn takes that page alone, and is shown in its own words. */
export class Mishap extends Component<MishapProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  private readonly leave = () => {
    this.setState({ error: null })
    this.props.onLeave()
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          icon="warning"
          title="This page met an error of its own"
          action={<Button onClick={this.leave}>Go to the Overview</Button>}
        >
          <code className="quoted">{error.message}</code>
        </EmptyState>
      </div>
    )
  }
}
