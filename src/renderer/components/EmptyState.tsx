import type { ReactNode } from 'react'
import './empty-state.css'
import { Icon, type IconName } from './Icon'

/** What a place says that has nothing to show: what is missing, why, and the next step. */
export function EmptyState(props: { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <Icon name={props.icon} />
      <p className="strong">{props.title}</p>
      {props.children !== undefined && <div className="small text-2">{props.children}</div>}
      {props.action}
    </div>
  )
}
