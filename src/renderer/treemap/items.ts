import { amountOf, type Bytes, bytesFrom, type Estimate, unreadableIn } from '../../shared/bytes'
import type { LeafTile, Smaller, Tile, TileKind, TreeLevel, VerdictGroup } from '../../shared/model'
import { groupsByCare } from '../../shared/verdict'

export type Colouring = 'verdict' | 'kind'

/** One thing on the map: a tile, the joined rest of one, or many small ones together. */
export interface MapItem {
  readonly key: string
  readonly form: 'tile' | 'rest' | 'smaller'
  /** What opening it shows; null for many together, which open as a table. */
  readonly node: string | null
  readonly site: string | null
  readonly label: string
  readonly path: string | null
  /** Null while it is not measured. */
  readonly bytes: Bytes | null
  /** Why the figure is the most it can be, where it is. */
  readonly estimate: Estimate | null
  readonly kind: TileKind
  readonly group: VerdictGroup
  readonly opens: boolean
  /** How many things it stands for. */
  readonly count: number
  readonly children: readonly MapItem[]
}

const restWords: Readonly<Record<TileKind, string>> = {
  clone: 'Rest of the clone',
  worktrees: 'Rest of the worktree',
  environments: 'Rest of the environment',
  volumes: 'Rest of the volume',
  git: 'Rest of the git objects',
  scratch: 'Rest of the scratch'
}

const amount = (item: { readonly bytes: Bytes | null }): number => (item.bytes === null ? 0 : amountOf(item.bytes))

/** A rest shares its node with what it is the rest of, so a node alone names no tile. */
const keyOf = (parent: string, leaf: LeafTile): string => `${parent}/${leaf.node}/${leaf.label}`

const leafItem = (parent: string, leaf: LeafTile): MapItem => ({
  ...leaf,
  key: keyOf(parent, leaf),
  form: 'tile',
  count: 1,
  children: []
})

/** Many small ones of one verdict, as one item of `parent`. Its colour by kind is its parent's. */
export function smallerItem(parent: string, smaller: Smaller, kind: TileKind, estimate: Estimate | null): MapItem {
  return {
    key: `${parent}/smaller/${smaller.group}`,
    form: 'smaller',
    node: null,
    site: null,
    label: `${smaller.count.toLocaleString('en-GB')} smaller`,
    path: null,
    bytes: smaller.bytes,
    estimate,
    kind,
    group: smaller.group,
    opens: true,
    count: smaller.count,
    children: []
  }
}

function restOf(tile: Tile, taken: readonly MapItem[]): MapItem | null {
  const left = Math.max(0, amount(tile) - taken.reduce((sum, item) => sum + amount(item), 0))
  if (left === 0 || tile.bytes === null) return null
  return {
    key: `${tile.node}/rest`,
    form: 'rest',
    node: tile.node,
    site: tile.site,
    label: restWords[tile.kind],
    path: tile.path,
    bytes: bytesFrom(left, unreadableIn(tile.bytes)),
    estimate: tile.estimate,
    kind: tile.kind,
    group: tile.group,
    opens: tile.opens,
    count: 1,
    children: []
  }
}

/** What is drawn inside a tile. By verdict, whatever shares the tile's own verdict is joined into its rest. */
function insideOf(tile: Tile, colouring: Colouring): MapItem[] {
  const all = [
    ...tile.children.filter((child) => child.bytes !== null).map((child) => leafItem(tile.node, child)),
    ...tile.smaller.map((smaller) => smallerItem(tile.node, smaller, tile.kind, tile.estimate))
  ]
  const apart = colouring === 'kind' ? all : all.filter((item) => item.group !== tile.group)
  if (apart.length === 0) return []
  const rest = restOf(tile, apart)
  return rest === null ? apart : [...apart, rest]
}

/** Everything one level of the map shows, in no order. `pending` keeps the tiles that are not measured yet. */
export function itemsOf(level: TreeLevel, colouring: Colouring, pending: boolean): MapItem[] {
  const tiles = level.tiles
    .filter((tile) => pending || tile.bytes !== null)
    .map(
      (tile): MapItem => ({
        ...tile,
        key: keyOf('', tile),
        form: 'tile',
        count: 1,
        children: insideOf(tile, colouring)
      })
    )
  return [...tiles, ...level.smaller.map((smaller) => smallerItem(level.node, smaller, 'clone', level.estimate))]
}

/** The verdict a thing is drawn in when it is not split: the least permissive one inside. */
export function careOf(item: MapItem): VerdictGroup {
  const inside = new Set([item.group, ...item.children.map((child) => child.group)])
  return groupsByCare.find((group) => inside.has(group)) ?? item.group
}
