import type { PlanRow } from '../../../shared/plan'
import { cloneOf } from '../words'
import { groupOfRow, type Line, type LinesView, rowsFound } from './lines'

const whole = 'folders'
const small = 'small'

/**
 * The review clone by clone: under each the clone itself and what lies in it, by path, so that what is nested follows what
 * holds it; then the folders with nothing of their own to tell, and what is no folder. Pure.
 */
export function linesByClone(rows: readonly PlanRow[], view: LinesView): Line[] {
  const clones = new Map<string, PlanRow[]>()
  for (const row of rows) {
    const clone = cloneOf(row)
    if (clone !== null) clones.set(clone, [...(clones.get(clone) ?? []), row])
  }
  const groups = new Map<string, PlanRow[]>([...clones].sort(([a], [b]) => (a < b ? -1 : 1)))
  for (const row of rows) {
    if (cloneOf(row) !== null) continue
    const key = row.kind !== 'clone' ? small : clones.has(row.path) ? row.path : whole
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].flatMap(([key, own]): Line[] => {
    const found = rowsFound(own, view.typed)
    if (found.length === 0) return []
    const open = !view.turned.has(key)
    const name = key === whole ? 'Clone folders' : key === small ? 'Volumes, locks, records' : leafOf(key)
    const ordered = key === whole || key === small ? found : [...found].sort(byPath)
    const group = ordered.some((row) => groupOfRow(row) === 'goes') ? 'goes' : 'kept'
    const head: Line = { kind: 'clone', key, group, name, rows: ordered, open }
    return open ? [head, ...ordered.map((row) => lineOf(row, ordered))] : [head]
  })
}

const byPath = (a: PlanRow, b: PlanRow) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
const leafOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function lineOf(row: PlanRow, among: readonly PlanRow[]): Line {
  const around = among.filter(({ kind, path }) => kind !== 'clone' && row.path.startsWith(`${path}/`))
  return { kind: 'row', key: row.id, group: groupOfRow(row), row, inFold: false, depth: around.length }
}
