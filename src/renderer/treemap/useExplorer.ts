import { useCallback, useState } from 'react'
import type { TreeLevel } from '../../shared/model'
import type { Colouring } from './items'
import { useLevel } from './useLevel'

export type MapForm = 'map' | 'table'

export interface Crumb {
  /** Null is the top. */
  readonly node: string | null
  readonly label: string
}

/** Where a map stands and how it is looked at. The map and its table are two forms of one thing. */
export interface Explorer {
  readonly level: TreeLevel | null
  readonly fault: string | null
  readonly crumbs: readonly Crumb[]
  readonly colouring: Colouring
  readonly form: MapForm
  /** The workspace that the map is in, when it is in one that was shown before. */
  readonly site: string | null
  /** The node that was left by going up, which gets the focus back. */
  readonly cameFrom: string | null
  /** False at the node it began with. */
  readonly canGoUp: boolean
  open(node: string | null): void
  up(): void
  /** Goes to a step of the breadcrumb. */
  climb(step: number): void
  colour(by: Colouring): void
  show(form: MapForm): void
}

/** A map that begins at `root`; null is everything. `rootLabel` names it in the breadcrumb. */
export function useExplorer(root: string | null, rootLabel: string, firstColouring: Colouring = 'verdict'): Explorer {
  const [node, setNode] = useState<string | null>(root)
  const [begun, setBegun] = useState(root)
  const [cameFrom, setCameFrom] = useState<string | null>(null)
  const [colouring, colour] = useState<Colouring>(firstColouring)
  const [form, show] = useState<MapForm>('map')
  if (begun !== root) {
    setBegun(root)
    setNode(root)
  }
  const { level, fault } = useLevel(node)
  const [sites] = useState(() => new Map<string, string>())
  for (const tile of level?.tiles ?? [])
    for (const one of [tile, ...tile.children]) if (one.site !== null) sites.set(one.node, one.site)
  // The engine's crumbs begin at a workspace; the map of everything has one step more.
  const inner: readonly Crumb[] = level?.crumbs ?? []
  const crumbs = root === null ? [{ node: null, label: rootLabel }, ...inner] : inner
  const canGoUp = node !== root
  const open = useCallback((next: string | null) => {
    setCameFrom(null)
    setNode(next)
  }, [])
  const climb = (step: number) => {
    setCameFrom(crumbs[step + 1]?.node ?? node)
    setNode(crumbs[step]?.node ?? root)
  }
  const up = () => {
    if (canGoUp) climb(Math.max(0, crumbs.length - 2))
  }
  const site = sites.get(inner[0]?.node ?? '') ?? null
  return { level, fault, crumbs, site, colouring, form, cameFrom, canGoUp, open, up, climb, colour, show }
}
