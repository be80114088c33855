import type { SiteState, VerdictGroup } from '../../shared/model'
import { Icon } from './Icon'
import './marks.css'
import { stateMarks, verdictMarks } from './words'

/** A verdict as a chip: its form, its icon and its word. `word` says it more exactly. */
export function VerdictChip({ group, word }: { group: VerdictGroup; word?: string }) {
  const mark = verdictMarks[group]
  return (
    <span className={`chip chip-${group}`}>
      <Icon name={mark.icon} size={12} />
      <span className="cut">{word ?? mark.word}</span>
    </span>
  )
}

/** A quiet label: `Found`, `Look only`. */
export function Chip({ children }: { children: string }) {
  return <span className="chip">{children}</span>
}

/** Where a workspace stands, by shape and word; never coloured. Nothing for a site no workspace tool knows. */
export function StateMark({ state, word }: { state: SiteState | null; word?: string | null }) {
  if (state === null) return <span className="text-3">–</span>
  const mark = stateMarks[state]
  return (
    <span className="state-mark">
      <Icon name={mark.icon} size={14} />
      {word ?? mark.word}
    </span>
  )
}

/** The small square of a legend, in the form its tiles have. */
export function Swatch({ form }: { form: string }) {
  return <span className={`swatch form-${form}`} aria-hidden="true" />
}
