import type { Bytes, Estimate } from '../../../shared/bytes'
import type { PlanRow, RowKind, Totals } from '../../../shared/plan'
import { counted } from '../../components/words'
import { thingCounts } from '../words'
import { groupOfRow } from './lines'
import { type Off, tickOf } from './ticks'

/** One claim of a plan: what it frees, and all of its rows. Claims are never added up. */
export interface Claim {
  readonly key: string
  /** What these rows free together; null for things that have no size of their own. */
  readonly bytes: Bytes | null
  /** Why the figure is the most it can be, where it is. */
  readonly estimate: Estimate | null
  /** Stands in place of a figure where there is none. */
  readonly count: string | null
  readonly title: string
  readonly text: string
  readonly rows: readonly PlanRow[]
  readonly tick: 'all' | 'some' | 'none'
}

interface ClaimKind {
  readonly key: string
  readonly kinds: readonly RowKind[]
  readonly title: string
  readonly none: string
}

const sized: readonly ClaimKind[] = [
  { key: 'clones', kinds: ['clone'], title: 'clone folders that go', none: 'No folder' },
  { key: 'worktrees', kinds: ['worktree', 'registration'], title: 'worktrees inside clones that stay', none: 'None' },
  { key: 'subtrees', kinds: ['subtree'], title: 'environments inside clones that stay', none: 'None' }
]
const unsized: readonly RowKind[] = ['volumes', 'launch-lock', 'record']

/**
 * The claims of a plan, each by itself: a figure per kind of row that has bytes, and one for what has no walked size.
 * `freed` is the engine's figure for exactly the rows that are in. Pure.
 */
export function claimsOf(rows: readonly PlanRow[], off: Off, freed: Totals | null): Claim[] {
  const going = rows.filter((row) => groupOfRow(row) === 'goes')
  const claims = sized.flatMap(({ key, kinds, title, none }): Claim[] => {
    const own = going.filter((row) => kinds.includes(row.kind))
    if (own.length === 0 && key !== 'clones') return []
    const inside = own.filter((row) => !off.has(row.id))
    const text = own.length === inside.length ? '' : ` of ${own.length.toLocaleString('en-GB')}`
    const words = inside.length === 0 && own.length === 0 ? none : `${counted(inside.length, 'folder')}${text}`
    const bytes = freed?.[key] ?? null
    const estimate = inside.find((row) => row.estimate != null)?.estimate ?? null
    return [{ key, bytes, estimate, count: null, title, text: words, rows: own, tick: tickOf(own, off) }]
  })
  const small = going.filter((row) => unsized.includes(row.kind))
  return small.length === 0 ? claims : [...claims, smallClaim(small, off)]
}

function smallClaim(rows: readonly PlanRow[], off: Off): Claim {
  const ordered = unsized.flatMap((kind) => rows.filter((row) => row.kind === kind))
  const inside = ordered.filter((row) => !off.has(row.id))
  const [first = 'None', ...more] = thingCounts(inside)
  const text = more.length === 0 ? 'No walked size' : more.join(', ')
  return {
    key: 'small',
    bytes: null,
    estimate: null,
    count: first,
    title: smallTitle(inside),
    text,
    rows,
    tick: tickOf(rows, off)
  }
}

const smallTitle = ([first]: readonly PlanRow[]) =>
  first === undefined || first.kind === 'volumes'
    ? 'of workspaces that are gone'
    : first.kind === 'launch-lock'
      ? 'nobody holds'
      : 'of folders already gone'

/** What stands beside the claims. Pure. */
export function claimNote(claims: readonly Claim[]): string {
  const sized = claims.filter(({ count }) => count === null).length
  const parts =
    claims.length < 2
      ? []
      : [sized > 1 ? 'No byte is in two claims, and none are added up.' : 'Claims are not added up.']
  const volumes = claims.some(({ rows }) => rows.some((row) => row.kind === 'volumes'))
  if (volumes) parts.push('What a volume holds is known to Docker alone.')
  return parts.join(' ')
}
