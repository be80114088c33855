import type { Site } from '../../shared/model'
import { ageWords, momentWords } from '../components/age'
import { Figure } from '../components/Figure'
import { Icon, type IconName } from '../components/Icon'
import { StateMark } from '../components/Marks'
import { usePage } from '../store/store'
import { type AnswerForm, unsavedAnswer } from './answer'
import type { ColumnName } from './order'
import { usedShort } from './used'

const answerIcons: Readonly<Record<AnswerForm, IconName | null>> = {
  loses: 'warning',
  cannot: 'question',
  'not-asked': 'question',
  clear: 'check',
  'not-looked': null
}
const answerColours: Readonly<Record<AnswerForm, string>> = {
  loses: 'amber-text',
  cannot: '',
  'not-asked': '',
  clear: 'text-2',
  'not-looked': 'text-3'
}

/** A dash with the words it stands for. */
export const Dash = ({ words }: { words: string }) => (
  <span className="text-3" title={words}>
    <span aria-hidden="true">–</span>
    <span className="spoken">{words}</span>
  </span>
)

function Unsaved({ site }: { site: Site }) {
  const answer = unsavedAnswer(site)
  const icon = answerIcons[answer.form]
  return (
    <span className={`site-with-icon ${answerColours[answer.form]}`} title={answer.whole}>
      {icon !== null && <Icon name={icon} size={14} />}
      <span className="cut">{answer.text}</span>
    </span>
  )
}

function Used({ site, now }: { site: Site; now: number }) {
  const short = site.lastUsed === null ? null : usedShort(site.lastUsed, now)
  if (site.lastUsed === null || short === null) return <Dash words="Not known when it was last used" />
  return (
    <time dateTime={site.lastUsed} title={momentWords(site.lastUsed) ?? undefined}>
      {short}
    </time>
  )
}

/** The figure; one from before the scan that runs now is shown with its age until it is weighed. */
function Frees({ site, now }: { site: Site; now: number }) {
  const since = usePage((state) => (state.job?.state === 'running' ? state.job.startedAt : null))
  if (site.disk === null) return <Dash words="Not measured yet" />
  const figure = <Figure bytes={site.disk} estimate={site.estimate} />
  const age = ageWords(site.measuredAt, now)
  if (since === null || site.measuredAt === null || age === null || Date.parse(site.measuredAt) >= Date.parse(since))
    return figure
  return (
    <span className="text-3" title={`Measured ${age}; it is being weighed again`}>
      {figure}
      <span className="spoken">, measured {age}</span>
    </span>
  )
}

/** What one column says of one site, apart from its name. */
export function SiteCell({ column, site, now }: { column: ColumnName; site: Site; now: number }) {
  switch (column) {
    case 'workspace':
      return null
    case 'repository':
      return site.repo === null ? <Dash words="No repository known" /> : <span title={site.repo}>{site.repo}</span>
    case 'state':
      return site.state === null ? <Dash words="No workspace tool knows it" /> : <StateMark state={site.state} />
    case 'unsaved':
      return <Unsaved site={site} />
    case 'frees':
      return <Frees site={site} now={now} />
    case 'reclaimable':
      return <Dash words="Not known yet" />
    case 'used':
      return <Used site={site} now={now} />
  }
}
