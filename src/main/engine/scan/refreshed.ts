import { amountOf, type Bytes, bytesFrom, unreadableIn } from '../../../shared/bytes'
import type { Ledger, Level } from './ledger'

/** One site that was weighed again alone, with the sites inside it; or one folder of a site. */
export interface Refresh {
  readonly top: string
  /** For a folder: the site it lies in, and the names that lead to it. `top` is then an id of the folder itself. */
  readonly within?: { readonly site: string; readonly path: readonly string[] }
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
export function refreshed(base: Ledger, refresh: Refresh): Ledger {
  const { top, ids, around, fresh, within } = refresh
  const newer = (id: string): Ledger => (ids.has(id) ? fresh : base)
  const changed = (all: readonly string[], figure: (ledger: Ledger, of: readonly string[]) => Bytes): Bytes => {
    const own = all.filter((id) => ids.has(id))
    if (within !== undefined && all.some((id) => around.has(id)))
      return moved(
        figure(
          base,
          all.filter((id) => base.knows(id))
        ),
        ofFolder()
      )
    if (own.length === all.length && own.length > 0) return figure(fresh, own)
    const known = all.filter((id) => base.knows(id))
    const other = own.includes(top) || all.some((id) => around.has(id)) ? [top] : own
    if (other.length === 0) return figure(base, known)
    const before = figure(
      base,
      other.filter((id) => base.knows(id))
    )
    return moved(figure(base, known), { before, after: figure(fresh, other) })
  }
  /** What the folder was worth, and what it is. */
  const ofFolder = (): Change => ({
    before: base.level(within?.site ?? top, within?.path ?? [], 0).bytes,
    after: fresh.exclusive(top)
  })
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
    level: (id, path, limit) =>
      within?.site === id ? levelAround(base, refresh, within.path, path, limit) : newer(id).level(id, path, limit),
    close: () => {
      fresh.close()
      base.close()
    }
  }
}

interface Change {
  readonly before: Bytes
  readonly after: Bytes
}

/** A figure after a part of it has changed; never below 0. */
const moved = (whole: Bytes, { before, after }: Change): Bytes =>
  bytesFrom(
    Math.max(0, amountOf(whole) - amountOf(before) + amountOf(after)),
    Math.max(0, unreadableIn(whole) - unreadableIn(before) + unreadableIn(after))
  )

/** A level of the site that a newer folder lies in: the folder's own, one on the way to it, or one beside it. */
function levelAround(
  base: Ledger,
  { top, fresh, within }: Refresh,
  newer: readonly string[],
  path: readonly string[],
  limit: number
): Level {
  const shared = path.findIndex((name, at) => name !== newer[at])
  if (shared === -1 && path.length >= newer.length) return fresh.level(top, path.slice(newer.length), limit)
  const site = within?.site ?? top
  if (shared !== -1) return base.level(site, path, limit)
  const level = base.level(site, path, limit)
  const change = { before: base.level(site, newer, 0).bytes, after: fresh.exclusive(top) }
  const next = newer[path.length]
  const children = level.children.map((child) =>
    child.name === next ? { ...child, bytes: moved(child.bytes, change), opens: true } : child
  )
  const sorted = children.sort((one, other) => amountOf(other.bytes) - amountOf(one.bytes))
  return { ...level, bytes: moved(level.bytes, change), children: sorted }
}
