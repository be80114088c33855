import { type Place, steps } from '../place'

export interface Nesting {
  /** Site → the nearest other site around it. */
  readonly parents: ReadonlyMap<string, string>
  /** Site, or `null` for the top, → what lies directly in it. */
  readonly children: ReadonlyMap<string | null, readonly string[]>
}

/** Joins sites by their canonical places, step by step, never by string prefix. Linear in all steps. */
export function parentsOf(entries: readonly { readonly id: string; readonly place: Place }[]): Nesting {
  const byPath = new Map<string, string>()
  for (const entry of entries) byPath.set(steps(entry.place).join('/'), entry.id)
  const parents = new Map<string, string>()
  const children = new Map<string | null, string[]>()
  for (const entry of entries) {
    const up = steps(entry.place)
    let parent: string | null = null
    while (parent === null && up.length > 0) {
      up.pop()
      parent = byPath.get(up.join('/')) ?? null
    }
    if (parent !== null) parents.set(entry.id, parent)
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [entry.id])
    else siblings.push(entry.id)
  }
  return { parents, children }
}
