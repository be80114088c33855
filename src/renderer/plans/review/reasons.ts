import type { Lost, Reason, Site } from '../../../shared/model'
import type { PlanRow } from '../../../shared/plan'
import { groupOf, leadingReason } from '../../../shared/verdict'
import { counted, plainCounts } from '../../components/words'
import { doubtInShort, siteLossInShort } from '../../workspaces/in-short'

/** Why something stands, the leading reason first. */
export const reasonsInOrder = (reasons: readonly Reason[]): readonly Reason[] => {
  const lead = leadingReason({ verdict: 'stands', reasons: [...reasons] })
  return lead === null ? reasons : [lead, ...reasons.filter((reason) => reason !== lead)]
}

/** A row with what its loss is made of, where a scan has counted that. */
export type CountedRow = PlanRow & { readonly lost?: Lost }

/** The very loss of a row may have been counted by a scan; the words of both are the same then. Pure. */
export function withLoss(row: PlanRow, site: Pick<Site, 'lost' | 'reasons'> | undefined): CountedRow {
  const lost = site?.lost ?? null
  if (site === undefined || lost === null) return row
  const told = [...row.reasons, ...row.overridden].some(
    ({ kind, code, text }) =>
      kind === 'loses' && site.reasons.some((one) => one.kind === kind && one.code === code && one.text === text)
  )
  return told ? { ...row, lost } : row
}

/** A loss as people count it: `2 files, 1 commit`. Pure. */
export const lossWords = ({ code, text }: Reason, { lost }: Pick<CountedRow, 'lost'> = {}): string =>
  siteLossInShort(code === 'unsaved' ? (lost ?? null) : null, text.replace(/^Would lose:? /, '').replace(/\.$/, ''))

const goesBecause: Readonly<Partial<Record<PlanRow['kind'], string>>> = {
  clone: 'Nothing opens it',
  volumes: 'Its workspace is gone',
  record: 'Its folder is gone already',
  'launch-lock': 'No launch holds it',
  worktree: 'Clean and on a remote',
  registration: 'Its folder is gone already',
  subtree: 'Its maker restores it'
}

type Told = Pick<CountedRow, 'kind' | 'decision' | 'reasons' | 'overridden' | 'lost' | 'restore'> &
  Partial<Pick<PlanRow, 'registrations'>>

function goesWords({ kind, restore, registrations = 0 }: Told): string {
  if (kind === 'subtree' && restore !== undefined) return `${restore} restores it`
  const words = goesBecause[kind] ?? 'It goes'
  return kind === 'worktree' && registrations > 0 ? `Clean, drops ${counted(registrations, 'registration')}` : words
}

/** Why a row goes or stays, in as few words as a row has room for. Pure. */
export function rowReason(row: Told): string {
  if (row.overridden.length > 0) return insistedWords(row)
  const [lead, ...more] = reasonsInOrder(row.reasons)
  if (lead === undefined) return row.decision === 'keep' ? 'It stays' : goesWords(row)
  const words = reasonInShort(lead, row)
  return more.length === 0 ? words : `${words}, and ${more.length === 1 ? 'one reason' : `${more.length} reasons`} more`
}

/** What somebody insisted on, for the row and for the button. Pure. */
export function insistedWords(row: Pick<CountedRow, 'overridden' | 'lost'>): string {
  const losses = row.overridden.filter((reason) => reason.kind === 'loses')
  return losses.length === 0 ? 'Could not be checked' : `Loses ${losses.map((loss) => lossWords(loss, row)).join(', ')}`
}

const opened = /^A workspace opens it: (.+)\.$/

/** Pure. */
export function reasonInShort(reason: Reason, row: Pick<CountedRow, 'lost'> = {}): string {
  if (reason.kind === 'loses') return `${lossWords(reason, row)} only here`
  const [, workspace] = opened.exec(reason.text) ?? []
  if (workspace !== undefined) return `${workspace} opens it`
  if (reason.kind === 'disputed') return 'Records disagree'
  const said = reason.text.replace(/^Could not tell: /, '').replace(/\.$/, '')
  return plainCounts(doubtInShort(said))
}

/** True where the reasons leave it open whether something may go. Pure. */
export const isDoubt = (reasons: readonly Reason[]): boolean =>
  groupOf({ verdict: 'stands', reasons: [...reasons] }) === 'cannot-tell'

/** True where going would lose work that is known. Pure. */
export const isLoss = (reasons: readonly Reason[]): boolean =>
  groupOf({ verdict: 'stands', reasons: [...reasons] }) === 'would-lose'
