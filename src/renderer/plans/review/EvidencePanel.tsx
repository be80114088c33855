import type { PlanRow, RowAnswer } from '../../../shared/plan'
import { ageWords, momentWords, useNow } from '../../components/age'
import { Button } from '../../components/Button'
import { CopyPath } from '../../components/CopyText'
import { StateMark, VerdictChip } from '../../components/Marks'
import { Switch } from '../../components/Switch'
import { counted, homePath, plainCounts } from '../../components/words'
import { useReveal } from '../../site/SiteHeader'
import { usePage } from '../../store/store'
import { clockWords, rowName } from '../words'
import { Losses } from './Losses'
import { answerWords, questionWord, sizeWords, stateOf, verdictOf } from './marks'
import { isDoubt } from './reasons'
import { remedyFor } from './remedy'
import type { RowEvidence } from './use-evidence'

export interface EvidencePanelProps {
  readonly row: PlanRow
  readonly evidence: RowEvidence
  readonly madeAt: string
  /** Null while nobody may insist on anything. */
  readonly onInsist: ((row: PlanRow) => void) | null
}

function Head({ row, evidence }: Pick<EvidencePanelProps, 'row' | 'evidence'>) {
  const home = usePage((state) => state.info?.home ?? '')
  const site = usePage((state) => state.sitesById.get(row.id)?.state ?? null)
  const reveal = useReveal()
  const now = useNow(60_000)
  const { group, word } = verdictOf(row)
  const state = stateOf(row, site)
  const detail = evidence.detail
  const used = detail === null ? null : ageWords(detail.lastUsed, now)
  return (
    <>
      <h3 className="mono strong cut" title={row.path}>
        {rowName(row)}
      </h3>
      <p className="small text-3 panel-path">
        <CopyPath path={homePath(row.path, home)} most={38} />
      </p>
      <p className="row panel-marks">
        {state !== null && <StateMark state={state} />}
        <VerdictChip group={group} {...(word === undefined ? {} : { word })} />
      </p>
      {detail !== null && (detail.repo !== null || used !== null) && (
        <p className="small text-3 panel-origin" title={momentWords(detail.lastUsed) ?? undefined}>
          {[detail.repo, detail.branch, used === null ? null : `last used ${used}`].filter(Boolean).join(', ')}
        </p>
      )}
      {reveal !== null && row.kind === 'clone' && (
        <Button small icon="folder" onClick={() => reveal(row.id)}>
          Show folder
        </Button>
      )}
    </>
  )
}

/** Why it stays, in whole sentences, and the one step that would change it. */
function Why({ row, evidence }: Pick<EvidencePanelProps, 'row' | 'evidence'>) {
  const insisted = row.overridden.length > 0
  const reasons = insisted ? row.overridden : row.reasons
  const remedy = remedyFor(row)
  if (reasons.length === 0) return null
  const loses = reasons.some((reason) => reason.kind === 'loses')
  return (
    <section aria-label="Why">
      <h4 className="small medium">
        {loses ? (insisted ? 'What will be lost' : 'What would be lost') : insisted ? 'Goes past' : 'Why it stays'}
      </h4>
      {!(loses && evidence.unsaved !== null) && (
        <ul className="panel-reasons small text-2">
          {reasons.map((reason) => (
            <li key={`${reason.code} ${reason.text}`}>{plainCounts(reason.text)}</li>
          ))}
        </ul>
      )}
      {evidence.asking && <p className="small text-3">Asking git what it holds…</p>}
      {evidence.unsaved !== null && <Losses detail={evidence.unsaved} saves />}
      {remedy !== null && <p className="small text-2 panel-remedy">{remedy.text}</p>}
    </section>
  )
}

function Volumes({ names }: { names: readonly string[] }) {
  return (
    <section aria-label="Volumes">
      <h4 className="small medium">{counted(names.length, 'volume')}</h4>
      <ul className="panel-names mono">
        {names.map((name) => (
          <li key={name} className="cut" title={name}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answers({ row, answers, madeAt }: { row: PlanRow; answers: readonly RowAnswer[]; madeAt: string }) {
  const size = sizeWords(row)
  const measured = row.measuredAt ?? madeAt
  const now = useNow(60_000)
  if (answers.length === 0 && size === null) return null
  return (
    <section aria-label="Evidence">
      <h4 className="small medium">Evidence</h4>
      <table className="panel-answers small">
        <tbody>
          {answers.map((answer) => (
            <tr key={answer.question}>
              <th scope="row">{questionWord(answer.question)}</th>
              <td title={`Asked ${answer.asks}`}>{answerWords(answer)}</td>
              <td className="text-3 whole tabular" title={momentWords(answer.askedAt) ?? undefined}>
                {clockWords(answer.askedAt)}
              </td>
            </tr>
          ))}
          {size !== null && (
            <tr>
              <th scope="row">Size</th>
              <td>{size}</td>
              <td className="text-3 whole tabular" title={momentWords(measured) ?? undefined}>
                {row.measuredAt === undefined ? clockWords(madeAt) : ageWords(row.measuredAt, now)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

function Insist({ row, onInsist }: { row: PlanRow; onInsist: (row: PlanRow) => void }) {
  const insisted = row.overridden.length > 0
  return (
    <div className="panel-insist">
      <div className="row">
        <span className="medium">Remove it anyway</span>
        <span className="spacer" />
        <Switch
          label={`Remove ${rowName(row)} anyway, from its evidence`}
          on={insisted}
          loses
          onChange={() => onInsist(row)}
        />
      </div>
      <p className="small text-2">
        {insisted
          ? 'It is in the plan. Turn this off to keep it.'
          : isDoubt(row.reasons)
            ? 'For this row only. Nothing proves that it holds no work. You type its name first.'
            : 'For this row only. You type its name first.'}
      </p>
    </div>
  )
}

/** What is known of the row that is looked at, and what would change the answer. */
export function EvidencePanel({ row, evidence, madeAt, onInsist }: EvidencePanelProps) {
  const promotable = row.overridable !== null || row.overridden.length > 0
  return (
    <aside className="panel" aria-label="Selected row" data-row={row.id}>
      <div className="panel-scroll">
        <Head row={row} evidence={evidence} />
        <Why row={row} evidence={evidence} />
        {row.volumes !== undefined && row.volumes.length > 0 && <Volumes names={row.volumes} />}
        {evidence.fault !== null && <p className="small amber-text">{evidence.fault}</p>}
        <Answers row={row} answers={evidence.detail?.answers ?? []} madeAt={madeAt} />
      </div>
      {promotable && onInsist !== null && <Insist row={row} onInsist={onInsist} />}
    </aside>
  )
}
