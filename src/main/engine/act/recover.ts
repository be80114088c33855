import { PlanName } from '../../../shared/model'
import type { PlanRow, ReportHead, ReportRow } from '../../../shared/plan'
import { type Identity, lookAt, sameIdentity } from '../identity'
import { siteIdOf } from '../ids'
import { type Place, shown } from '../place'
import type { Reports } from '../reports'
import type { Journal } from './journal'
import type { Unfinished, WrittenStep } from './journal-lines'
import { putBack } from './removing'

export interface RecoverPorts {
  readonly journal: Journal
  readonly reports: Reports
  readonly remover: string
  readonly now: () => Date
  readonly notice: (text: string) => void
}

/**
 * Looks after an act that ended in the middle (CS-61): what it had set aside gets its name back, what became of each step
 * is looked at and never guessed, and the whole stands in History. Nothing is done again; the next plan judges afresh.
 * Under the act lock only. Rejects when the journal cannot be settled, and then no act may begin.
 */
export async function recover(ports: RecoverPorts): Promise<void> {
  const { journal, reports, notice } = ports
  const { unfinished, notice: said } = await journal.read()
  if (said !== null) notice(said)
  if (unfinished !== null) {
    const rows: ReportRow[] = []
    for (const step of unfinished.steps) rows.push(...(await rowsOf(step, ports.remover)))
    const head = headOf(unfinished, rows, ports.now())
    await reports.keep({ head, rows })
    notice('Clearhold ended in the middle of a prune. History shows what became of it.')
  }
  if (unfinished !== null || said !== null) await journal.settle()
}

const kinds = { tree: 'clone', records: 'record', volumes: 'volumes', 'launch-lock': 'launch-lock' } as const

async function rowsOf({ step, end }: WrittenStep, remover: string): Promise<ReportRow[]> {
  const [first = '', ...rest] = step.subject
  const place = first as Place
  const kind: PlanRow['kind'] = kinds[step.what]
  const base = { kind, path: shown(place), refusals: [], removedBytes: 0 }
  const names = step.what === 'records' ? rest : [step.what === 'launch-lock' ? (rest[0] ?? null) : null]
  const found = step.what === 'tree' ? await treeNow(step, place, end, remover) : plainEnd(step.what, end)
  return names.map((name) => ({ ...base, id: siteIdOf(`${kind}\0${place}\0${name ?? ''}` as Place), name, ...found }))
}

type Found = Pick<ReportRow, 'outcome' | 'because'>
const unsaid = 'Clearhold ended before it could say whether this was done.'

function plainEnd(kind: WrittenStep['step']['what'], end: string | null): Found {
  if (end === null) return { outcome: 'failed', because: unsaid }
  const words = end.split(' ')
  if (words.every((word) => word === 'done' || word === 'absent'))
    return { outcome: kind === 'records' ? 'dropped' : 'removed', because: null }
  return { outcome: 'kept', because: 'It was kept before Clearhold ended.' }
}

/** What is true of a tree now, from what stands in its place and from what stands aside. */
async function treeNow(step: WrittenStep['step'], place: Place, end: string | null, remover: string): Promise<Found> {
  if (end === 'removed') return { outcome: 'removed', because: null }
  if (end === 'absent') return { outcome: 'absent', because: null }
  const identity = identityIn(step)
  const aside = step.aside as Place | null
  if (aside !== null && identity !== null) {
    const back = await putBack(remover, { place, aside, identity })
    if (back.kind === 'changed' || back.kind === 'failed')
      return { outcome: 'removed-in-part', because: `Clearhold ended while it was being removed. ${back.why}` }
    if (back.kind === 'done')
      return {
        outcome: 'removed-in-part',
        because: 'Clearhold ended while it was being removed. What is left stands there.'
      }
  }
  const now = await lookAt(place)
  if (now.kind === 'absent') return { outcome: 'removed', because: null }
  if (now.kind === 'folder' && identity !== null && sameIdentity(now.identity, identity))
    return { outcome: 'kept', because: 'Clearhold ended before or while it was being removed. What is there was left.' }
  return { outcome: 'kept', because: 'Clearhold ended before this was done, and something else stands there now.' }
}

function identityIn({ identity }: WrittenStep['step']): Identity | null {
  if (identity === null) return null
  const { dev, ino, birth, uid } = identity
  return { dev: BigInt(dev), ino: BigInt(ino), birthtimeNs: BigInt(birth), uid: BigInt(uid) }
}

function headOf({ of, startedAt }: Unfinished, rows: readonly ReportRow[], now: Date): ReportHead {
  const went = rows.some(
    ({ outcome }) => outcome === 'removed' || outcome === 'removed-in-part' || outcome === 'dropped'
  )
  const outcomes: Record<string, number> = {}
  for (const { outcome } of rows) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  return {
    act: of.act,
    plan: PlanName.catch('prune').parse(of.plan),
    id: of.id,
    startedAt,
    finishedAt: now.toISOString(),
    ending: went ? 'part' : 'nothing',
    stopped: true,
    refused: null,
    promised: { exclusiveBytes: 0 },
    claims: { clones: 0, worktrees: 0, subtrees: 0 },
    freed: { removedBytes: 0, freeBefore: null, freeAfter: null },
    exit: 1,
    rows: rows.length,
    outcomes,
    notes: ['Clearhold ended in the middle of this act. What it had not begun was left as it was.']
  }
}
