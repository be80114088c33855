import type { ReactNode } from 'react'
import type { Site, SiteDetail } from '../../shared/model'
import { groupOf } from '../../shared/verdict'
import { useGo } from '../app/route'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import { CopyPath } from '../components/CopyText'
import { Figure } from '../components/Figure'
import { VerdictChip } from '../components/Marks'
import { plainCounts } from '../components/words'
import { usePage } from '../store/store'
import type { MapItem } from '../treemap/items'
import { kindWord, notMeasured } from '../treemap/words'
import { unsavedAnswer } from '../workspaces/answer'
import { HowCounted } from './HowCounted'
import { useReveal } from './SiteHeader'
import { WeighAgain } from './WeighAgain'

function Frame(props: { label: string; size: ReactNode; children: ReactNode; actions?: ReactNode }) {
  return (
    <Card
      className="inspector"
      title={<span className="mono">{props.label}</span>}
      actions={<span className="strong whole">{props.size}</span>}
    >
      <div className="inspector-body">{props.children}</div>
      {props.actions !== undefined && <div className="inspector-actions">{props.actions}</div>}
    </Card>
  )
}

function Reasons({ site }: { site: Site }) {
  if (site.reasons.length === 0) return null
  return (
    <ul className="inspector-reasons small text-2">
      {site.reasons.map((reason) => (
        <li key={`${reason.code} ${reason.text}`}>{plainCounts(reason.text)}</li>
      ))}
    </ul>
  )
}

/** The verdict, and what git answered where the verdict does not say it. */
function Chips({ site }: { site: Site }) {
  const group = groupOf(site)
  const { form, text } = unsavedAnswer(site)
  const answered = form === 'loses' ? 'would-lose' : form === 'cannot' ? 'cannot-tell' : null
  return (
    <span className="inspector-chips">
      {group !== answered && <VerdictChip group={group} />}
      {answered !== null && <VerdictChip group={answered} word={form === 'loses' ? `Would lose ${text}` : text} />}
    </span>
  )
}

/** The site as a whole: what is shown while no tile is selected. */
function WholeSite({ detail }: { detail: SiteDetail }) {
  const { site } = detail
  return (
    <Frame
      label={site.label}
      size={<Figure bytes={detail.frees} estimate={detail.site.estimate} missing={notMeasured} />}
    >
      <section className="inspector-part">
        <CopyPath path={site.path} most={34} />
        <Chips site={site} />
        <Reasons site={site} />
      </section>
      <HowCounted detail={detail} />
    </Frame>
  )
}

/** A folder of the site, and not what lies in it beside its folders: that has no name of its own in the path. */
const isFolder = (item: MapItem): boolean =>
  item.form === 'tile' && item.site === null && item.path?.split('/').pop() === item.label

/** One tile of the map. A tile that is a site of its own has its reasons; any other shares those of the whole. */
function OneTile({ item, detail, onOpen }: { item: MapItem; detail: SiteDetail; onOpen: (node: string) => void }) {
  const go = useGo()
  const reveal = useReveal()
  const own = usePage((state) => state.sites.find((site) => site.id === item.site) ?? null)
  const other = own !== null && own.id !== detail.site.id ? own : null
  const { node } = item
  const shownSite = reveal !== null && other !== null ? other.id : null
  return (
    <Frame
      label={item.label}
      size={<Figure bytes={item.bytes} estimate={item.estimate} missing={notMeasured} />}
      actions={
        <>
          {node !== null && item.opens && (
            <Button small onClick={() => onOpen(node)}>
              Open in the map
            </Button>
          )}
          {node !== null && isFolder(item) && <WeighAgain detail={detail} folder={{ node, label: item.label }} />}
          {other !== null && (
            <Button small onClick={() => go({ page: 'site', site: other.id, tab: 'space' })}>
              Open workspace
            </Button>
          )}
          {shownSite !== null && (
            <Button small icon="folder" onClick={() => reveal?.(shownSite)}>
              Show folder
            </Button>
          )}
        </>
      }
    >
      <section className="inspector-part">
        <span className="small text-2">
          {item.form === 'smaller' ? 'Too small to be drawn one by one. The table lists them.' : kindWord(item.kind)}
        </span>
        {item.path !== null && <CopyPath path={item.path} most={34} />}
        <VerdictChip group={item.group} />
        {item.form !== 'smaller' && <Reasons site={other ?? detail.site} />}
      </section>
      <HowCounted detail={detail} />
    </Frame>
  )
}

export interface InspectorProps {
  readonly detail: SiteDetail
  /** The tile selected in the map. */
  readonly item: MapItem | null
  readonly onOpen: (node: string) => void
}

/** What is known of the tile selected, or of the whole site. */
export function Inspector({ detail, item, onOpen }: InspectorProps) {
  return (
    <aside className="inspector-region" aria-label="Selected" data-region="inspector">
      {item === null ? <WholeSite detail={detail} /> : <OneTile item={item} detail={detail} onOpen={onOpen} />}
    </aside>
  )
}
