import { amountOf, type Bytes, bytesFrom, unreadableIn } from '../../../shared/bytes'
import type { Ledger } from './ledger'

/** One site that was weighed again alone, with the sites inside it. */
export interface Refresh {
  readonly top: string
  /** The site and those inside it: what `fresh` knows. */
  readonly ids: ReadonlySet<string>
  /** The sites around it. */
  readonly around: ReadonlySet<string>
  readonly fresh: Ledger
}

/**
 * A ledger in which one site's part is newer than the rest. The site and what lies in it speak for themselves; a figure
 * of others changes by as much as the site's own has, so that no total needs a second walk. Links between the site and
 * others are known as they were before.
 */
export function refreshed(base: Ledger, { top, ids, around, fresh }: Refresh): Ledger {
  const newer = (id: string): Ledger => (ids.has(id) ? fresh : base)
  const changed = (all: readonly string[], figure: (ledger: Ledger, of: readonly string[]) => Bytes): Bytes => {
    const own = all.filter((id) => ids.has(id))
    if (own.length === all.length && own.length > 0) return figure(fresh, own)
    const known = all.filter((id) => base.knows(id))
    const moved = own.includes(top) || all.some((id) => around.has(id)) ? [top] : own
    if (moved.length === 0) return figure(base, known)
    const before = figure(
      base,
      moved.filter((id) => base.knows(id))
    )
    const after = figure(fresh, moved)
    const whole = figure(base, known)
    return bytesFrom(
      Math.max(0, amountOf(whole) - amountOf(before) + amountOf(after)),
      Math.max(0, unreadableIn(whole) - unreadableIn(before) + unreadableIn(after))
    )
  }
  const freedBy = (all: Iterable<string>) => changed([...all], (ledger, of) => ledger.freedBy(of))
  const togetherHeld = (all: Iterable<string>) => changed([...all], (ledger, of) => ledger.togetherHeld(of))
  return {
    knows: (id) => fresh.knows(id) || base.knows(id),
    exclusive: (id) => (around.has(id) ? freedBy([id]) : newer(id).exclusive(id)),
    freedBy,
    shared: (id) => newer(id).shared(id),
    held: (id) => (around.has(id) ? amountOf(togetherHeld([id])) : newer(id).held(id)),
    togetherHeld,
    doors: (id) => newer(id).doors(id),
    mounts: (id) => newer(id).mounts(id),
    estimate: (all) => {
      const own: string[] = []
      const others: string[] = []
      for (const id of all) (ids.has(id) ? own : others).push(id)
      return fresh.estimate(own) ?? base.estimate(others)
    },
    entries: (id) => newer(id).entries(id),
    level: (id, path, limit) => newer(id).level(id, path, limit),
    close: () => {
      fresh.close()
      base.close()
    }
  }
}
