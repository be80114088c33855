import type { KeyboardEvent } from 'react'
import { Icon, type IconName } from './Icon'
import './segmented.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly words: string
  /** Shown instead of the words, which then name it. */
  readonly icon?: IconName
}

export interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly segments: readonly Segment<Value>[]
  readonly onChange: (value: Value) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** One choice of a few: a radio group with one tab stop; arrows choose. */
export function Segmented<Value extends string>({ label, value, segments, onChange }: SegmentedProps<Value>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = segments.findIndex((segment) => segment.value === value)
    const next = segments[(at + step + segments.length) % segments.length]
    if (next === undefined) return
    onChange(next.value)
    const buttons = event.currentTarget.querySelectorAll('button')
    buttons[segments.indexOf(next)]?.focus()
  }
  return (
    <div className="segmented" role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {segments.map((segment) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold an icon
        <button
          key={segment.value}
          type="button"
          role="radio"
          aria-checked={segment.value === value}
          aria-label={segment.icon === undefined ? undefined : segment.words}
          title={segment.icon === undefined ? undefined : segment.words}
          tabIndex={segment.value === value ? 0 : -1}
          onClick={() => onChange(segment.value)}
        >
          {segment.icon === undefined ? segment.words : <Icon name={segment.icon} size={14} />}
        </button>
      ))}
    </div>
  )
}
