import type { Site, UnsavedDetail } from '../../../shared/model'
import { ageWords, useNow } from '../../components/age'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { EmptyState } from '../../components/EmptyState'
import { Icon } from '../../components/Icon'
import { plainCounts } from '../../components/words'
import { useUnits } from '../../store/store'
import { Rows, SectionCard } from './SectionCard'
import { type Finding, findingsOf, sectionsOf } from './sections'
import './unsaved.css'
import { headlineOf } from './headline'
import { type UnsavedAsking, useUnsaved } from './use-unsaved'

const weightIcons = { loses: 'warning', unknown: 'question', hint: 'info' } as const

function FindingItem({ finding }: { finding: Finding }) {
  return (
    <li className="unsaved-finding">
      <Icon name={weightIcons[finding.weight]} size={14} />
      <div>
        <h3>{finding.question}</h3>
        <p className="small text-2">{finding.text}</p>
        {finding.rows.length > 0 && <Rows rows={finding.rows} more={finding.more} />}
      </div>
    </li>
  )
}

/** What was asked, when, and against what; nothing is fetched for it. */
function HowWeKnow({ detail, findings }: { detail: UnsavedDetail; findings: readonly Finding[] }) {
  const now = useNow(60_000)
  const fetched = ageWords(detail.fetchedAt, now)
  return (
    <Card title="How we know">
      <ul className="unsaved-findings">
        {findings.map((finding) => (
          <FindingItem key={finding.key} finding={finding} />
        ))}
        <li className="unsaved-finding">
          <Icon name="clock" size={14} />
          <div>
            <h3>Commits on a remote</h3>
            <p className="small text-2">
              {fetched === null ? 'As of a fetch whose time is not known.' : `As last fetched, ${fetched}.`} Nothing is
              fetched.
            </p>
          </div>
        </li>
        <li className="unsaved-finding">
          <Icon name="check" size={14} />
          <div>
            <h3>git was asked {ageWords(detail.askedAt, now)}</h3>
            <p className="small text-2">Asking writes nothing into the repository.</p>
          </div>
        </li>
      </ul>
    </Card>
  )
}

function Headline({
  site,
  detail,
  asking,
  ask
}: { site: Site; detail: UnsavedDetail } & Pick<UnsavedAsking, 'asking' | 'ask'>) {
  const headline = headlineOf(site, detail)
  return (
    <section className="card unsaved-headline" aria-label="Answer">
      <h2 className="row">
        <Icon name={headline.icon} />
        {headline.title}
      </h2>
      <p className="text-2">{plainCounts(headline.text)}</p>
      {site.kind === 'checkout' && (
        <p className="small text-3">Your own checkout. It is measured, never offered for removal.</p>
      )}
      <Button small icon="refresh" busy={asking} onClick={ask}>
        Ask git again
      </Button>
    </section>
  )
}

/** What exists only in this checkout, with names and what would save each. */
export function UnsavedTab({ site }: { site: Site }) {
  const { detail, fault, asking, ask } = useUnsaved(site.id)
  const units = useUnits()
  if (fault !== null)
    return (
      <EmptyState icon="warning" title="git could not be asked" action={<Button onClick={ask}>Ask git again</Button>}>
        {fault}
      </EmptyState>
    )
  if (detail === null) return <p className="text-3">Asking git what exists only here…</p>
  if (detail.unsaved === null)
    return (
      <EmptyState icon="question" title="Not a git checkout">
        git has nothing to say about this folder, so nothing can tell what exists only here.
      </EmptyState>
    )
  const sections = sectionsOf(detail, units)
  return (
    <div className="unsaved">
      <div className="unsaved-lists">
        {sections.map((section) => (
          <SectionCard key={section.key} section={section} />
        ))}
        {sections.length === 0 && (
          <EmptyState icon="check" title="No file and no commit is only here">
            What else was asked stands beside.
          </EmptyState>
        )}
      </div>
      <aside className="unsaved-rail" aria-label="What git answered" data-region="inspector">
        <Headline site={site} detail={detail} asking={asking} ask={ask} />
        <HowWeKnow detail={detail} findings={findingsOf(detail, units)} />
      </aside>
    </div>
  )
}
