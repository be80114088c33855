import type { Bytes } from '../../shared/bytes'
import type { LeafTile, Smaller, Tile, TileKind, TreeLevel, VerdictGroup } from '../../shared/model'

/** Levels of a made-up map, for the tests beside this file. Sizes in bytes. */
export interface Made {
  readonly label: string
  readonly size: number | null
  readonly group?: VerdictGroup
  readonly kind?: TileKind
  readonly inside?: readonly Made[]
  readonly smaller?: readonly Smaller[]
}

const bytesOf = (size: number | null): Bytes | null => (size === null ? null : { exclusiveBytes: size })

const leaf = (made: Made): LeafTile => ({
  node: `node-${made.label}`,
  site: `site-${made.label}`,
  label: made.label,
  path: `/home/x/${made.label}`,
  bytes: bytesOf(made.size),
  estimate: null,
  kind: made.kind ?? 'clone',
  group: made.group ?? 'in-use',
  opens: true
})

export function madeLevel(tiles: readonly Made[], smaller: readonly Smaller[] = []): TreeLevel {
  return {
    revision: 1,
    node: 'all',
    crumbs: [],
    bytes: null,
    estimate: null,
    tiles: tiles.map(
      (made): Tile => ({ ...leaf(made), children: (made.inside ?? []).map(leaf), smaller: [...(made.smaller ?? [])] })
    ),
    smaller: [...smaller],
    kinds: [],
    sharedBytes: 0,
    unmeasured: 0
  }
}
