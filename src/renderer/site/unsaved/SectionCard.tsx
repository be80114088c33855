import { useState } from 'react'
import { ageWords, momentWords, useNow } from '../../components/age'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { CommandBlock, CopyButton } from '../../components/CopyText'
import { Icon } from '../../components/Icon'
import { counted } from '../../components/words'
import type { Row, Section } from './sections'

const first = 20

/** Names, the first 20 at once; a count is never all there is. */
export function Rows({ rows, more }: { rows: readonly Row[]; more: number }) {
  const [all, setAll] = useState(false)
  const now = useNow(60_000)
  const shown = all ? rows : rows.slice(0, first)
  return (
    <>
      <ul className="unsaved-rows">
        {shown.map((row) => (
          <li key={row.key}>
            {row.lead !== '' && (
              <span className={/^[0-9a-f]{7}$/.test(row.lead) ? 'mono unsaved-lead text-3' : 'mono unsaved-lead'}>
                {row.lead}
              </span>
            )}
            <span className="mono cut unsaved-name" title={row.name}>
              {row.name}
            </span>
            <span className="small text-3 cut" title={momentWords(row.at) ?? row.note}>
              {row.at === null ? row.note : ageWords(row.at, now)}
            </span>
            {row.clear !== null && <CopyButton text={row.clear} label={`Copy the command ${row.clear}`} />}
          </li>
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

/** One group of work with what saves it. */
export function SectionCard({ section }: { section: Section }) {
  return (
    <Card
      className="unsaved-section"
      title={
        <span className="row">
          <Icon name={section.icon} />
          {section.title}
        </span>
      }
      aside={section.aside === '' ? undefined : <span className="mono">{section.aside}</span>}
      actions={
        section.command === null ? (
          <span className="small text-3">{section.fix}</span>
        ) : (
          <CommandBlock command={section.command} />
        )
      }
    >
      {section.command !== null && section.fix !== '' && <p className="unsaved-fix small text-3">{section.fix}</p>}
      <Rows rows={section.rows} more={section.more} />
    </Card>
  )
}
