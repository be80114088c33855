import { type HierarchyRectangularNode, hierarchy, treemap, treemapResquarify } from 'd3-hierarchy'
import { addBytes, amountOf, bytesFrom } from '../../shared/bytes'
import type { VerdictGroup } from '../../shared/model'
import { groupsByCare } from '../../shared/verdict'
import { careOf, type MapItem, smallerItem } from './items'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An item with its place on the map, in pixels. A `group` is split: it has a header, and its children are laid too. */
export interface Laid extends Box {
  readonly item: MapItem
  readonly level: 1 | 2
  readonly parent: string | null
  readonly group: boolean
  readonly position: number
  readonly setSize: number
  readonly drawnAs: VerdictGroup
}

export interface MapLayout {
  /** Parents before their children, each level largest first. */
  readonly tiles: readonly Laid[]
  /** Things too small to be drawn at all; the table has them. */
  readonly undrawn: number
}

export const limits = {
  level: 60,
  all: 300,
  area: 144,
  side: 8,
  groupWidth: 90,
  groupHeight: 60,
  header: 20
} as const

const gaps = { 1: 3, 2: 1.5 } as const
const inset = 3

interface Weighed {
  readonly item: MapItem
  readonly weight: number
}
type Node = HierarchyRectangularNode<Root | Weighed>
interface Root {
  readonly children: readonly Weighed[]
}

const isSmaller = (item: MapItem): boolean => item.form === 'smaller'

/** Largest first; many together are last. */
const bySize = (a: Weighed, b: Weighed): number =>
  Number(isSmaller(a.item)) - Number(isSmaller(b.item)) || b.weight - a.weight || (a.item.key < b.item.key ? -1 : 1)

/** What is not measured yet gets the middle size of what is, so that its outline has a place. */
function weigh(items: readonly MapItem[]): Weighed[] {
  const known = items.flatMap((item) => (item.bytes === null ? [] : [amountOf(item.bytes)])).sort((a, b) => a - b)
  const middle = known[Math.floor(known.length / 2)] ?? 1
  return items.map((item) => ({ item, weight: item.bytes === null ? Math.max(1, middle) : amountOf(item.bytes) }))
}

/** Joins some of the items into "N smaller", one for each verdict. */
export function joinSmall(parent: string, items: readonly MapItem[], small: ReadonlySet<string>): MapItem[] {
  const stay = items.filter((item) => !small.has(item.key) && !isSmaller(item))
  const join = items.filter((item) => small.has(item.key) || isSmaller(item))
  const joined = groupsByCare.flatMap((group) => {
    const members = join.filter((item) => item.group === group)
    const [first] = members
    if (first === undefined) return []
    const count = members.reduce((sum, item) => sum + item.count, 0)
    const bytes = addBytes(members.map((item) => item.bytes ?? bytesFrom(0, 0)))
    const estimate = members.find((item) => item.estimate !== null)?.estimate ?? null
    return [smallerItem(parent, { group, count, bytes }, first.kind, estimate)]
  })
  return [...stay, ...joined]
}

const tooSmall = (box: Box): boolean =>
  box.width * box.height < limits.area || Math.min(box.width, box.height) < limits.side

/** Both are laid out and the squarer one is taken: neither is better for every mix of sizes. */
const tilings = [treemapResquarify.ratio(1), treemapResquarify] as const
type Tiling = (typeof tilings)[number]

/** How far tiles are from squares, by area: 1 is best. */
function stretch(root: Node): number {
  let sum = 0
  let area = 0
  for (const node of root.children ?? []) {
    const width = Math.max(1, node.x1 - node.x0)
    const height = Math.max(1, node.y1 - node.y0)
    sum += width * height * Math.max(width / height, height / width)
    area += width * height
  }
  return area === 0 ? 1 : sum / area
}

/** How much worse than a new layout an old one may become before neighbours are moved. */
const patience = 1.25

/**
 * Lays out maps one after the other and keeps neighbours where they are as long as the order of sizes stays
 * (`treemapResquarify` re-uses its rows) and tiles do not grow long. One for each map on the screen.
 */
export function createLayout(): (items: readonly MapItem[], width: number, height: number) => MapLayout {
  const kept = new Map<string, { order: string; root: Node; tiling: Tiling }>()

  const draw = (root: Node, tiling: Tiling, box: Box, gap: number): Node => {
    root.sum((data) => ('weight' in data ? data.weight : 0))
    const map = treemap<Root | Weighed>().tile(tiling).size([box.width, box.height])
    return map.paddingInner(gap).round(true)(root)
  }

  const rootOf = (parent: string, weighed: readonly Weighed[], box: Box, gap: number): Node => {
    const order = weighed.map(({ item }) => item.key).join('\n')
    const fresh = tilings.map((tiling) => {
      const root = hierarchy<Root | Weighed>({ children: weighed }, (data) =>
        'children' in data ? data.children : null
      )
      return { order, tiling, root: draw(root as Node, tiling, box, gap) }
    })
    const next = fresh.reduce((best, one) => (stretch(one.root) < stretch(best.root) ? one : best))
    const before = kept.get(parent)
    if (before?.order === order) {
      before.root.children?.forEach((node, at) => {
        node.data = weighed[at] ?? node.data
      })
      const again = draw(before.root, before.tiling, box, gap)
      if (stretch(again) <= stretch(next.root) * patience) return again
    }
    kept.set(parent, next)
    return next.root
  }

  const squarify = (
    parent: string,
    items: readonly MapItem[],
    box: Box,
    gap: number
  ): { item: MapItem; box: Box }[] => {
    const root = rootOf(parent, weigh(items).sort(bySize), box, gap)
    return (root.children ?? []).flatMap((node) => {
      if (!('item' in node.data)) return []
      const place = { x: box.x + node.x0, y: box.y + node.y0, width: node.x1 - node.x0, height: node.y1 - node.y0 }
      return [{ item: node.data.item, box: place }]
    })
  }

  /** Lays a level, joining what would be too small until all that is left can be drawn. */
  const place = (parent: string, items: readonly MapItem[], box: Box, gap: number) => {
    let now = capped(parent, items)
    let undrawn = 0
    for (let round = 0; round < 8; round += 1) {
      const laid = squarify(parent, now, box, gap)
      const small = laid.filter((one) => tooSmall(one.box))
      const joinable = small.filter((one) => !isSmaller(one.item))
      if (small.length === 0) return { laid, undrawn }
      if (joinable.length === 0) {
        // Even together they are too small; the others take their room.
        undrawn += small.reduce((sum, one) => sum + one.item.count, 0)
        now = laid.filter((one) => !tooSmall(one.box)).map((one) => one.item)
        continue
      }
      now = joinSmall(parent, now, new Set(joinable.map((one) => one.item.key)))
    }
    const laid = squarify(parent, now, box, gap)
    const drawn = laid.filter((one) => !tooSmall(one.box))
    return { laid: drawn, undrawn: undrawn + laid.length - drawn.length }
  }

  return (items, width, height) => {
    if (width <= 0 || height <= 0) return { tiles: [], undrawn: 0 }
    const top = place('', items, { x: 0, y: 0, width, height }, gaps[1])
    let room = limits.all - top.laid.length
    let undrawn = top.undrawn
    const tiles: Laid[] = []
    top.laid.forEach(({ item, box }, at) => {
      const common = { parent: null, level: 1 as const, position: at + 1, setSize: top.laid.length }
      const split =
        item.children.length > 0 &&
        box.width >= limits.groupWidth &&
        box.height >= limits.groupHeight &&
        room >= Math.min(item.children.length, limits.level)
      if (!split) {
        tiles.push({ ...box, ...common, item, group: false, drawnAs: careOf(item) })
        return
      }
      const inside = place(item.key, item.children, insideBox(box), gaps[2])
      room -= inside.laid.length
      undrawn += inside.undrawn
      tiles.push({ ...box, ...common, item, group: true, drawnAs: item.group })
      inside.laid.forEach((child, index) => {
        const place = { parent: item.key, level: 2 as const, position: index + 1, setSize: inside.laid.length }
        tiles.push({ ...child.box, ...place, item: child.item, group: false, drawnAs: child.item.group })
      })
    })
    return { tiles, undrawn }
  }
}

const insideBox = (box: Box): Box => ({
  x: box.x + inset,
  y: box.y + limits.header + 1,
  width: box.width - 2 * inset,
  height: box.height - limits.header - 1 - inset
})

/** At most 60 on a level: the largest, and the rest together. */
function capped(parent: string, items: readonly MapItem[]): MapItem[] {
  if (items.length <= limits.level) return [...items]
  const sorted = weigh(items).sort(bySize)
  const small = sorted.slice(limits.level - groupsByCare.length).map(({ item }) => item.key)
  return joinSmall(parent, items, new Set(small))
}
