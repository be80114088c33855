import type { Site } from '../../../shared/model'
import type { UnsavedDetail } from '../../../shared/unsaved'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { Icon } from '../../components/Icon'
import { useUnits } from '../../store/store'
import { useReveal } from '../SiteHeader'
import { answersOf } from './answers'
import { HowWeKnow } from './HowWeKnow'
import { type Headline, headlineOf } from './headline'
import { SectionCard } from './SectionCard'
import { type Section, sectionsOf } from './sections'
import { staysBecause } from './stays'
import './unsaved.css'
import { type UnsavedAsking, useUnsaved } from './use-unsaved'

const formOf = (unsaved: Site['unsaved']) => Object.keys(unsaved ?? {})[0]

type Answer = { site: Site; detail: UnsavedDetail; headline: Headline } & Pick<UnsavedAsking, 'asking' | 'ask'>

function HeadlineCard({ site, detail, headline, asking, ask }: Answer) {
  const reveal = useReveal()
  return (
    <section className="card unsaved-headline" aria-label="Answer">
      <h2 className="row">
        <Icon name={headline.icon} />
        {headline.title}
      </h2>
      <p className="text-2">{headline.text}</p>
      {formOf(site.unsaved) !== formOf(detail.unsaved) && (
        <p className="small text-3">The lists show what the last scan was told. Scan again to renew them.</p>
      )}
      <span className="row">
        <Button small icon="refresh" busy={asking} onClick={ask}>
          Ask git again
        </Button>
        {reveal !== null && (
          <Button small onClick={() => reveal(site.id)}>
            Show folder
          </Button>
        )}
      </span>
    </section>
  )
}

function Stays({ site, detail }: { site: Site; detail: UnsavedDetail }) {
  const stays = staysBecause(site, detail)
  if (stays === null) return null
  return (
    <section className="card unsaved-stays" aria-label="What plans do">
      <Icon name="shield" />
      <div>
        <h2>{stays.title}</h2>
        <p className="small text-2">{stays.text}</p>
      </div>
    </section>
  )
}

function NothingOnlyHere({ readable }: { readable: boolean }) {
  return (
    <section className="card unsaved-none">
      {readable ? (
        <EmptyState icon="check" title="No file and no commit is only here">
          What else was asked stands beside.
        </EmptyState>
      ) : (
        <EmptyState icon="question" title="There is nothing to name">
          git could not read it, so what exists only here cannot be listed.
        </EmptyState>
      )}
    </section>
  )
}

function Lists({ sections, ...answer }: Answer & { sections: readonly Section[] }) {
  return (
    <div className="unsaved-lists">
      {sections.map((section) => (
        <SectionCard key={section.key} section={section} />
      ))}
      {sections.length === 0 && <NothingOnlyHere readable={formOf(answer.detail.unsaved) !== 'couldNotTell'} />}
      <Stays site={answer.site} detail={answer.detail} />
    </div>
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
  const headline = headlineOf(site, detail)
  if (headline === null)
    return (
      <EmptyState icon="question" title="Not a git checkout">
        git has nothing to say about this folder, so nothing can tell what exists only here.
      </EmptyState>
    )
  const answer = { site, detail, headline, asking, ask }
  return (
    <div className="unsaved">
      <Lists {...answer} sections={sectionsOf(detail, units)} />
      <aside className="unsaved-rail" aria-label="What git answered" data-region="inspector">
        <HeadlineCard {...answer} />
        <HowWeKnow detail={detail} answers={answersOf(detail, site.kind, units)} />
      </aside>
    </div>
  )
}
