import type { UnsavedDetail } from '../../../shared/unsaved'
import { CommandBlock } from '../../components/CopyText'
import { Icon } from '../../components/Icon'
import { Rows } from '../../site/unsaved/SectionCard'
import { type Section, sectionsOf } from '../../site/unsaved/sections'
import '../../site/unsaved/unsaved.css'
import { useUnits } from '../../store/store'

function Loss({ section, saves }: { section: Section; saves: boolean }) {
  const { icon, title, aside, rows, more, fix, command } = section
  return (
    <li className="loss">
      <p className="small medium row">
        <Icon name={icon} size={14} />
        <span>
          {title}
          {aside !== null && (
            <span className="text-2">
              {' '}
              {aside.words} <span className="mono">{aside.name}</span>
            </span>
          )}
        </span>
      </p>
      <Rows rows={saves ? rows : rows.map((row) => ({ ...row, clear: null }))} more={more} most={34} />
      {saves && fix !== '' && <p className="small text-2">{fix}.</p>}
      {saves && command !== null && <CommandBlock command={command} />}
    </li>
  )
}

/** What would be lost, item by item, and with `saves` how each is saved. Nothing where git names nothing. */
export function Losses({ detail, saves }: { detail: UnsavedDetail; saves: boolean }) {
  const units = useUnits()
  const sections = sectionsOf(detail, units)
  if (sections.length === 0) return null
  return (
    <ul className="losses">
      {sections.map((section) => (
        <Loss key={section.key} section={section} saves={saves} />
      ))}
    </ul>
  )
}
