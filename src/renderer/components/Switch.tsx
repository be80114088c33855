import { useEffect, useRef } from 'react'
import { Icon } from './Icon'
import './switch.css'

export interface SwitchProps {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
  /** The label is already beside it as text. */
  readonly describedBy?: string
  /** On means that work is lost. */
  readonly loses?: boolean
  /** Left out of the Tab order where the row around it decides who is in it. */
  readonly tabIndex?: number
}

/** On or off at once, no button to confirm. `label` names it for everyone who does not see the row. */
export function Switch(props: SwitchProps) {
  const { label, on, onChange, disabled = false, describedBy, loses = false, tabIndex } = props
  return (
    <button
      type="button"
      role="switch"
      className={loses ? 'switch switch-loses' : 'switch'}
      tabIndex={tabIndex}
      aria-checked={on}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  )
}

export interface CheckBoxProps {
  readonly id?: string
  /** Names it where no label outside points at `id`. */
  readonly label?: string
  /** `mixed`: some of what it stands for. */
  readonly on: boolean | 'mixed'
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
  readonly tabIndex?: number
}

/** A check box with our form; the label stands outside and points at `id`, or names it. */
export function CheckBox(props: CheckBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const mixed = props.on === 'mixed'
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <span className="check-box">
      <input
        ref={input}
        id={props.id}
        type="checkbox"
        aria-label={props.label}
        tabIndex={props.tabIndex}
        checked={props.on === true}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <Icon name={mixed ? 'minus' : 'check'} size={12} />
    </span>
  )
}
