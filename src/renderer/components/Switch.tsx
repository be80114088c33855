import { Icon } from './Icon'
import './switch.css'

export interface SwitchProps {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
  /** The label is already beside it as text. */
  readonly describedBy?: string
}

/** On or off at once, no button to confirm. `label` names it for everyone who does not see the row. */
export function Switch({ label, on, onChange, disabled = false, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  )
}

/** A check box with our form; the label stands outside and points at `id`. */
export function CheckBox(props: { id: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean }) {
  return (
    <span className="check-box">
      <input
        id={props.id}
        type="checkbox"
        checked={props.on}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <Icon name="check" size={12} />
    </span>
  )
}
