import { useState } from 'react'
import { ageWords, momentWords, useNow } from '../../components/age'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { CommandBlock, PathText } from '../../components/CopyText'
import { Icon } from '../../components/Icon'
import { counted } from '../../components/words'
import type { Row } from './rows'
import type { Section } from './sections'

const first = 20

function OneRow({ row, most, now }: { row: Row; most: number; now: number }) {
  return (
    <li>
      {row.lead !== '' && (
        <span className={row.form === 'words' ? 'mono unsaved-lead text-2' : 'mono unsaved-lead amber-text'}>
          {row.lead}
        </span>
      )}
      <span className="cut unsaved-name">
        {row.form === 'words' ? <span title={row.name}>{row.name}</span> : <PathText path={row.name} most={most} />}
      </span>
      <span className="small text-3" title={momentWords(row.at) ?? undefined}>
        {row.at === null ? row.note : ageWords(row.at, now)}
      </span>
      {row.clear !== null && <CommandBlock command={row.clear} />}
    </li>
  )
}

/** Names, the first 20 at once; a count is never all there is. Paths are cut to about `most` characters. */
export function Rows({ rows, more, most = 72 }: { rows: readonly Row[]; more: number; most?: number }) {
  const [all, setAll] = useState(false)
  const now = useNow(60_000)
  const shown = all ? rows : rows.slice(0, first)
  return (
    <>
      <ul className="unsaved-rows">
        {shown.map((row) => (
          <OneRow key={row.key} row={row} most={most} now={now} />
        ))}
      </ul>
      {!all && rows.length > first && (
        <div className="unsaved-more">
          <Button kind="quiet" small onClick={() => setAll(true)}>
            {`Show all ${rows.length.toLocaleString('en-GB')}`}
          </Button>
        </div>
      )}
      {more > 0 && (all || rows.length <= first) && (
        <p className="unsaved-more small text-3">{`${counted(more, 'more is', 'more are')} not listed here; git lists them all.`}</p>
      )}
    </>
  )
}

/** Two sections may have one title; who holds them tells them apart for the ear too. */
function Title({ section: { icon, title, aside } }: { section: Section }) {
  return (
    <span className="row">
      <Icon name={icon} size={14} />
      {title}
      {aside !== null && <span className="spoken">{` ${aside.words} ${aside.name}`}</span>}
    </span>
  )
}

/** Who holds it; else what to do, where a command stands at the end of the line. */
function Aside({ section: { aside, command, fix } }: { section: Section }) {
  if (aside === null) return command === null ? null : fix
  return (
    <span title={aside.name} aria-hidden="true">
      {aside.words} <span className="mono">{aside.name}</span>
    </span>
  )
}

/** One group of work with what saves it. */
export function SectionCard({ section }: { section: Section }) {
  const { aside, command, fix } = section
  return (
    <Card
      className="unsaved-section"
      title={<Title section={section} />}
      aside={<Aside section={section} />}
      actions={command === null ? <span className="small text-3">{fix}</span> : <CommandBlock command={command} />}
    >
      {command !== null && aside !== null && fix !== '' && <p className="unsaved-fix small text-3">{fix}</p>}
      <Rows rows={section.rows} more={section.more} />
    </Card>
  )
}
