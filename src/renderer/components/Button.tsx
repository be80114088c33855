import type { MouseEvent, ReactNode, Ref } from 'react'
import { useId } from 'react'
import './button.css'
import { Icon, type IconName } from './Icon'

export interface ButtonProps {
  readonly children?: ReactNode
  /** One primary a view; `danger` only where work is lost. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly small?: boolean
  readonly icon?: IconName
  /** Names a button that shows only its icon. */
  readonly label?: string
  readonly busy?: boolean
  readonly disabled?: boolean
  /** Why it is disabled; stands beside the button, and the button stays reachable by keyboard. */
  readonly reason?: string
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly autoFocus?: boolean
  readonly expanded?: boolean
  readonly popup?: 'dialog' | 'menu'
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button in one of four kinds. Disabled with a reason it keeps its place in the tab order and says why. */
export function Button(props: ButtonProps) {
  const { kind = 'plain', small = false, icon, label, busy = false, disabled = false, reason } = props
  const id = useId()
  const off = disabled || busy
  const classes = ['button', `button-${kind}`, small && 'button-small', props.children === undefined && 'button-icon']
  const button = (
    <button
      type="button"
      ref={props.ref}
      className={classes.filter(Boolean).join(' ')}
      aria-label={label}
      title={props.children === undefined ? label : undefined}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      aria-describedby={reason !== undefined && off ? id : undefined}
      aria-expanded={props.expanded}
      aria-haspopup={props.popup}
      // biome-ignore lint/a11y/noAutofocus: a dialog says where its first focus goes
      autoFocus={props.autoFocus}
      onClick={off ? undefined : props.onClick}
    >
      {busy ? (
        <span className="button-busy" aria-hidden="true" />
      ) : (
        icon !== undefined && <Icon name={icon} size={small || props.children !== undefined ? 14 : 16} />
      )}
      {props.children}
    </button>
  )
  if (reason === undefined || !off) return button
  return (
    <span className="button-with-reason">
      {button}
      <span id={id} className="small text-3">
        {reason}
      </span>
    </span>
  )
}
