import { joined, thingCounts } from '../words'
import { groupOfRow } from './lines'
import { type CountedRow, lossWords } from './reasons'

/** Rows a person took out by hand. */
export type Off = ReadonlySet<string>

/** What the button would remove: everything that may go and that was not taken out. Pure. */
export const tickedRows = (rows: readonly CountedRow[], off: Off): CountedRow[] =>
  rows.filter((row) => groupOfRow(row) === 'goes' && !off.has(row.id))

/** `all`, `some` or `none` of these rows are in. Rows that stay do not count. Pure. */
export function tickOf(rows: readonly CountedRow[], off: Off): 'all' | 'some' | 'none' {
  const going = rows.filter((row) => groupOfRow(row) === 'goes')
  const out = going.filter((row) => off.has(row.id)).length
  return out === 0 && going.length > 0 ? 'all' : out === going.length ? 'none' : 'some'
}

/** Takes all of them out, or in when not all are in. Pure. */
export function turned(rows: readonly CountedRow[], off: Off): Off {
  const next = new Set(off)
  const going = rows.filter((row) => groupOfRow(row) === 'goes')
  const out = tickOf(rows, off) === 'all'
  for (const { id } of going)
    if (out) next.add(id)
    else next.delete(id)
  return next
}

/** Rows somebody insisted on. Pure. */
export const insistedIn = (rows: readonly CountedRow[]): CountedRow[] => rows.filter((row) => row.overridden.length > 0)

const isLosing = (row: CountedRow) => row.overridden.some((reason) => reason.kind === 'loses')

/** How many of these rows somebody insisted on, by what that means; null for none. Pure. */
export function insistedAside(rows: readonly CountedRow[]): string | null {
  const insisted = insistedIn(rows)
  const losing = insisted.filter(isLosing).length
  const unchecked = insisted.length - losing
  const parts = [losing > 0 && `${losing} would lose work`, unchecked > 0 && `${unchecked} unchecked`]
  return joined(parts.filter((part) => part !== false)) || null
}

/** The verb with its count: what the main button says. Pure. */
export function actWords(ticked: readonly CountedRow[]): string {
  if (ticked.length === 0) return 'Nothing to remove'
  const heavy = ticked.filter((row) => row.kind !== 'record' && row.kind !== 'launch-lock')
  const parts = thingCounts(heavy.length > 0 ? heavy : ticked)
  return `Remove ${parts.join(', ')}${lossOf(insistedIn(ticked))}`
}

/** What is lost by what somebody insisted on: `1 commit`, or in how many rows. Pure. */
function lossOf(insisted: readonly CountedRow[]): string {
  const losing = insisted.filter(isLosing)
  const [only] = losing
  if (only === undefined) return insisted.length === 0 ? '' : `, ${insisted.length} of them unchecked`
  if (losing.length > 1) return ` and lose work in ${losing.length} of them`
  const losses = only.overridden.filter((reason) => reason.kind === 'loses').map((loss) => lossWords(loss, only))
  return ` and lose ${joined(losses)}`
}
