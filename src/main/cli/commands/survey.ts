import { inTerminal } from '../../../shared/bytes'
import type { Output } from '../../../shared/contract'
import type { Site } from '../../../shared/model'
import { groupOf, groupWords, leadingReason } from '../../../shared/verdict'
import type { Engine } from '../../engine/ports'
import { ask } from '../ask'
import { type Cell, type Column, type Paint, type Tone, table } from '../columns'
import { absolutePlace } from '../exact-argv'
import { exits } from '../exit'
import { jsonText } from '../printable'
import type { Terminal } from '../terminal'

type Survey = Output<'cli.survey'>

/** `clearhold survey`: every site of every source. Status 1 when a source failed, with its words on standard error. */
export async function survey(
  terminal: Terminal,
  engine: Engine,
  asked: { readonly json: boolean; readonly roots: readonly string[] | null }
): Promise<number> {
  const roots = asked.roots?.map((root) => absolutePlace(root, terminal.cwd)) ?? null
  const answer = await ask(terminal, engine, 'cli.survey', { roots })
  for (const notice of answer.notices) terminal.notice(notice)
  if (asked.json) terminal.answer(jsonText(surveyDocument(answer)))
  else for (const line of surveyLines(answer, terminal.paint)) terminal.answer(line)
  return answer.failed ? exits.failed : exits.done
}

/** The document of `survey --json`: the keys and order of the headless interface. Pure. */
export const surveyDocument = ({ revision, sites, notices }: Survey) => ({
  revision,
  sites: sites.map((site) => ({
    id: site.id,
    source: site.source,
    kind: site.kind,
    path: site.path,
    label: site.label,
    state: site.state,
    lastUsed: site.lastUsed,
    disk: site.disk,
    ...(site.estimate === null ? {} : { estimate: site.estimate }),
    unsaved: site.unsaved,
    verdict: site.verdict,
    reasons: site.reasons
  })),
  notices
})

const columns: readonly Column[] = [
  { head: 'NAME' },
  { head: 'KIND' },
  { head: 'STATE' },
  { head: 'FREES', right: true },
  { head: 'VERDICT' },
  { head: 'PATH' },
  { head: 'WHY' }
]
const tones = { 'nothing-to-lose': 'safe', 'would-lose': 'care', 'in-use': 'plain', 'cannot-tell': 'quiet' } as const

/** The table for people, the largest first. Pure. */
export function surveyLines({ sites }: Survey, paint: Paint): string[] {
  if (sites.length === 0)
    return ['Nothing was found here that Clearhold knows. Look in other folders with "--roots DIR".']
  const sorted = [...sites].sort((a, b) => weightOf(b) - weightOf(a) || (a.path < b.path ? -1 : 1))
  const rows = sorted.map((site): Cell[] => {
    const group = groupOf(site)
    const tone: Tone = tones[group]
    return [
      site.label,
      site.kind,
      site.state ?? '-',
      site.disk === null ? 'not measured' : inTerminal(site.disk, site.estimate),
      { text: groupWords[group], tone },
      site.path,
      whyOf(site)
    ]
  })
  return table(columns, rows, paint)
}

const weightOf = ({ disk }: Site) =>
  disk === null ? -1 : 'exclusiveBytes' in disk ? disk.exclusiveBytes : disk.atLeastBytes

function whyOf(site: Site): string {
  const first = leadingReason(site)
  if (first === null) return ''
  const more = site.reasons.length - 1
  return more === 0 ? first.text : `${first.text} (and ${more} more)`
}
