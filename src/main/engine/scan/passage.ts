import { type Place, steps } from '../place'
import type { MountTable } from '../tools/system/mounts'

/** The names that lead from a folder to the mounts inside it; nothing else of the tree is in it. */
export interface Passage {
  /** Something is mounted here: it is not entered, nor looked at. */
  readonly mounted: boolean
  readonly below: ReadonlyMap<string, Passage>
}

/** The steps from a folder to each of the outermost mounts inside it. */
export const stepsToMounts = (place: Place, mounts: MountTable): string[][] =>
  mounts.within(place).map((mount) => steps(mount.place).slice(steps(place).length))

/** The ways from a folder to the mounts inside it; `null` where there are none. */
export function passageInto(place: Place, mounts: MountTable): Passage | null {
  const ways = stepsToMounts(place, mounts)
  return ways.length === 0 ? null : along(ways)
}

/** No way is empty or the beginning of another one: they lead to outermost mounts. */
function along(ways: readonly (readonly string[])[]): Passage {
  const next = new Map<string, (readonly string[])[]>()
  for (const [first = '', ...rest] of ways) next.set(first, [...(next.get(first) ?? []), rest])
  const below = new Map<string, Passage>()
  for (const [name, rest] of next)
    below.set(name, rest.some((way) => way.length === 0) ? { mounted: true, below: new Map() } : along(rest))
  return { mounted: false, below }
}
