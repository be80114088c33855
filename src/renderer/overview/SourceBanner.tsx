import type { SourceReport } from '../../shared/model'
import { useScan } from '../app/scan'
import { ageWords, momentWords, useNow } from '../components/age'
import { Button } from '../components/Button'
import { CommandBlock } from '../components/CopyText'
import { Icon, type IconName } from '../components/Icon'
import './source-banner.css'

const marks: Readonly<Record<SourceReport['id'], IconName>> = {
  devpod: 'plug',
  devlaunch: 'file',
  git: 'branch',
  docker: 'box',
  folders: 'lock',
  state: 'disk'
}

/** One source that could not answer: its own words, what that means, what to do. */
function Source({ source, onAgain }: { source: SourceReport; onAgain: () => void }) {
  const now = useNow(60_000)
  const age = ageWords(source.askedAt, now)
  return (
    <li className="source-row">
      <span className="amber-text">
        <Icon name={marks[source.id]} />
      </span>
      <div className="source-words">
        <div className="source-first">
          <span className="strong">{source.name}</span>
          {source.said !== '' && (
            <code className="quoted cut" title={source.said}>
              {source.said}
            </code>
          )}
        </div>
        <p className="small text-2">
          {source.means} {source.fix}
          {age !== null && (
            <span className="text-3" title={momentWords(source.askedAt) ?? undefined}>
              {' '}
              Asked {age}.
            </span>
          )}
        </p>
      </div>
      {source.command !== null && <CommandBlock command={source.command} />}
      <Button small onClick={onAgain}>
        Try again
      </Button>
    </li>
  )
}

/** One banner with a row for each source that could not answer; nothing when all did. */
export function SourceBanner({ sources }: { sources: readonly SourceReport[] }) {
  const scan = useScan()
  const failed = sources.filter((source) => !source.ok)
  if (failed.length === 0) return null
  const one = failed.length === 1
  return (
    <section className="card source-banner" aria-labelledby="sources-title">
      <header className="card-header source-header">
        <span className="amber-text">
          <Icon name="warning" />
        </span>
        <h2 id="sources-title">
          {one
            ? 'One source could not answer, so some figures are floors and some plans wait'
            : `${failed.length} sources could not answer, so some figures are floors and some plans wait`}
        </h2>
        <span className="spacer" />
        {!one && (
          <Button small icon="refresh" onClick={scan.start}>
            Try all again
          </Button>
        )}
      </header>
      <ul>
        {failed.map((source) => (
          <Source key={source.id} source={source} onAgain={scan.start} />
        ))}
      </ul>
    </section>
  )
}
