import { addBytes, type Bytes, type Estimate } from '../../../shared/bytes'
import type { Ledger } from './ledger'

/** Several ledgers as one; no id is in two of them. They lie on different mounts, so no inode is met in two of them. */
export function joined(parts: readonly Ledger[]): Ledger {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const of = (id: string): Ledger => {
    const part = parts.find((each) => each.knows(id))
    if (part === undefined) throw new RangeError(`not weighed: ${id}`)
    return part
  }
  const apart = (ids: Iterable<string>): [Ledger, string[]][] => {
    const groups = new Map<Ledger, string[]>()
    for (const id of ids) {
      const part = of(id)
      groups.set(part, [...(groups.get(part) ?? []), id])
    }
    return [...groups]
  }
  const sum = (ids: Iterable<string>, figure: (part: Ledger, ids: string[]) => Bytes): Bytes =>
    addBytes(apart(ids).map(([part, own]) => figure(part, own)))
  return {
    knows: (id) => parts.some((part) => part.knows(id)),
    exclusive: (id) => of(id).exclusive(id),
    freedBy: (ids) => sum(ids, (part, own) => part.freedBy(own)),
    shared: (id) => of(id).shared(id),
    held: (id) => of(id).held(id),
    togetherHeld: (ids) => sum(ids, (part, own) => part.togetherHeld(own)),
    doors: (id) => of(id).doors(id),
    mounts: (id) => of(id).mounts(id),
    estimate: (ids) => apart(ids).reduce<Estimate | null>((found, [part, own]) => found ?? part.estimate(own), null),
    entries: (id) => of(id).entries(id),
    level: (id, path, limit) => of(id).level(id, path, limit),
    close: () => {
      for (const part of parts) part.close()
    }
  }
}
