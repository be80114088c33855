import { estimateReason } from '../../../shared/bytes'
import type { Output } from '../../../shared/contract'
import type { Site } from '../../../shared/model'
import { mountNotes } from '../../../shared/mounted'
import type { Scanner } from '../jobs'
import { shown } from '../place'
import { estimateIn } from '../survey/summary'
import type { Survey } from '../survey/survey'

export interface SurveyCallPorts {
  readonly survey: Survey
  readonly scanner: Scanner
  readonly notices: ReadonlySet<string>
}

/** `clearhold survey`: one scan, then every site, the largest first. */
export async function surveyCall({ survey, scanner, notices }: SurveyCallPorts): Promise<Output<'cli.survey'>> {
  scanner.start()
  await scanner.idle()
  const failures = scanner.reports().filter((report) => !report.ok)
  const sites = [...survey.sites()].sort((a, b) => amount(b) - amount(a) || (a.path < b.path ? -1 : 1))
  return {
    revision: survey.revision(),
    sites,
    notices: [
      ...notices,
      ...weighingNotes(scanner, sites),
      ...failures.map((report) => [ended(report.said), report.means, report.fix].filter(Boolean).join(' '))
    ],
    failed: scanner.job()?.state === 'failed'
  }
}

/** What the figures leave out, and where they are the most it can be. */
function weighingNotes(scanner: Scanner, sites: readonly Site[]): string[] {
  const ledger = scanner.ledger()
  const mounts = new Map<string, string>()
  for (const { id } of sites)
    if (ledger?.knows(id)) for (const { place, type } of ledger.mounts(id)) mounts.set(shown(place), type)
  const estimate = estimateIn(sites)
  return [
    ...mountNotes([...mounts].map(([path, type]) => ({ path, type }))),
    ...(estimate === null ? [] : [estimateReason(estimate)])
  ]
}

/** A tool's own words, set off from the sentences after them. */
const ended = (said: string): string => (said === '' || /[.:!?]$/.test(said) ? said : `${said}.`)

const amount = (site: Output<'cli.survey'>['sites'][number]): number =>
  site.disk === null ? -1 : 'exclusiveBytes' in site.disk ? site.disk.exclusiveBytes : site.disk.atLeastBytes
