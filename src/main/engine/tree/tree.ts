import { amountOf, type Bytes } from '../../../shared/bytes'
import { Refusal } from '../../../shared/dispatch'
import type { LeafTile, Site, TileKind, TreeLevel } from '../../../shared/model'
import { groupOf } from '../../../shared/verdict'
import { cutAt } from '../fitting'
import { createTokens } from '../ids'
import { steps } from '../place'
import type { Ledger, Level } from '../scan/ledger'
import { estimateIn } from '../survey/summary'
import type { Survey } from '../survey/survey'
import { kindOfFolder, kindOfSite } from './kinds'
import { cut, mostTiles, sumKinds, withChildren, without } from './rollup'

/** A folder of a site, by its steps below the site; the site itself has none. */
interface Node {
  readonly site: string
  readonly path: readonly string[]
}

/** The map, level by level; it is never sent whole. Figures are exclusive bytes. */
export interface Tree {
  /** The node of a site, to open it directly. */
  nodeOf(site: string): string
  /** The folder a node stands for, by the site it lies in and the names that lead to it; undefined for one of long ago. */
  folderOf(node: string): { readonly site: string; readonly path: readonly string[] } | undefined
  /** All top sites for `null`, else one folder. Throws a `Refusal` for a node of long ago. */
  level(node: string | null): TreeLevel
}

const rootNode = 'all'
/** The way back to a folder very deep down leaves out its middle. */
const mostCrumbs = 32
/** Longer than any path that can be opened in one piece, in characters. */
const mostPath = 4_096
const text = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8')

export function createTree(survey: Survey, ledger: () => Ledger | null): Tree {
  const tokens = createTokens<Node>()
  // A site has no steps and the files directly in it have one without a name, so the steps are counted.
  const give = (node: Node) => tokens.give([node.site, node.path.length, ...node.path].join('\0'), node)
  const nodeOf = (site: string) => give({ site, path: [] })

  const tileOfSite = (site: Site): LeafTile => ({
    node: nodeOf(site.id),
    site: site.id,
    label: site.label,
    path: site.path,
    bytes: site.disk,
    estimate: site.estimate,
    kind: kindOfSite(site.kind),
    group: groupOf(site),
    opens: (site.disk !== null && amountOf(site.disk) > 0 && ledger() !== null) || survey.childrenOf(site.id).length > 0
  })

  const sitesIn = (id: string | null) => survey.childrenOf(id).flatMap((child) => survey.site(child) ?? [])

  /** What lies in a workspace at the first level: its sites, and the rest of it as one tile. */
  const insideSite = (tile: LeafTile): LeafTile[] => {
    const sites = tile.site === null ? [] : sitesIn(tile.site)
    if (sites.length === 0) return []
    const figures = ledger()
    const freed = figures === null ? null : freedOf(figures, sites)
    const rest: LeafTile[] =
      tile.bytes === null || freed === null
        ? []
        : [{ ...tile, site: null, label: 'Rest of the clone', bytes: without(tile.bytes, freed), opens: true }]
    return [...rest, ...sites.map(tileOfSite)]
  }

  const top = (): TreeLevel => {
    const sites = sitesIn(null)
    const { tiles, smaller } = cut(sites.map(tileOfSite), mostTiles)
    const measured = sites.filter((site) => site.disk !== null)
    const figures = ledger()
    const bytes = figures === null ? null : freedOf(figures, measured)
    const apart = measured.reduce((sum, site) => sum + (site.disk === null ? 0 : amountOf(site.disk)), 0)
    return {
      revision: survey.revision(),
      node: rootNode,
      crumbs: [],
      bytes,
      estimate: estimateIn(measured),
      tiles: withChildren(tiles, insideSite),
      smaller,
      kinds: sumKinds(
        sites.flatMap((site) => (site.disk === null ? [] : [{ kind: kindOfSite(site.kind), bytes: site.disk }]))
      ),
      sharedBytes: bytes === null ? 0 : Math.max(0, amountOf(bytes) - apart),
      unmeasured: sites.length - measured.length
    }
  }

  /** The steps of the sites nested in a site, to lift them out of the folders around them. */
  const nestedIn = (site: Site): { site: Site; path: string[] }[] => {
    const own = survey.entry(site.id)
    if (own === undefined) return []
    const skip = steps(own.place).length
    return sitesIn(site.id).flatMap((inner) => {
      const entry = survey.entry(inner.id)
      return entry === undefined ? [] : [{ site: inner, path: steps(entry.place).slice(skip) }]
    })
  }

  const folderTile = (
    site: Site,
    path: readonly string[],
    child: Level['children'][number],
    kind: TileKind
  ): LeafTile => ({
    node: give({ site: site.id, path: [...path, child.name] }),
    site: null,
    label: text(child.name),
    path: pathIn(site, [...path, child.name]),
    bytes: child.bytes,
    estimate: site.estimate,
    kind: kindOfFolder(child.name) ?? kind,
    group: groupOf(site),
    opens: child.opens
  })

  /** One folder: its sub-folders without the sites in them, those sites, and the files directly here. */
  const inside = (site: Site, path: readonly string[], figures: Ledger): LeafTile[] => {
    const level = levelOf(figures, site.id, path)
    const kind = kindOfPath(site, path)
    const nested = nestedIn(site).filter((inner) => path.every((step, index) => inner.path[index] === step))
    const folders = level.children.flatMap((child) => {
      const within = nested.filter((inner) => inner.path[path.length] === child.name).map((inner) => inner.site)
      if (within.length === 0) return [folderTile(site, path, child, kind)]
      const left = without(child.bytes, freedOf(figures, within))
      return amountOf(left) === 0 ? [] : [{ ...folderTile(site, path, child, kind), bytes: left }]
    })
    const files: LeafTile = {
      node: give({ site: site.id, path: [...path, ''] }),
      site: null,
      label: 'Files here',
      path: pathIn(site, path),
      bytes: { exclusiveBytes: level.files },
      estimate: site.estimate,
      kind,
      group: groupOf(site),
      opens: false
    }
    const beyond =
      level.smaller === null
        ? []
        : [{ ...files, label: `${level.smaller.count} smaller folders`, bytes: level.smaller.bytes }]
    return [
      ...folders,
      ...nested.map((inner) => tileOfSite(inner.site)),
      ...(level.files > 0 ? [files] : []),
      ...beyond
    ]
  }

  const opened = (token: string): TreeLevel => {
    const node = tokens.take(token)
    const site = node === undefined ? undefined : survey.site(node.site)
    if (node === undefined || site === undefined)
      throw new Refusal('That part of the map is no longer there. Go back to the top.')
    const figures = ledger()
    const crumbs = [null, ...node.path]
      .map((step, index) => ({ step, index }))
      .filter(({ index }) => index === 0 || index > node.path.length - mostCrumbs)
      .map(({ step, index }) => ({
        node: give({ site: site.id, path: node.path.slice(0, index) }),
        label: step === null ? site.label : text(step)
      }))
    const all = figures === null || site.disk === null ? [] : inside(site, node.path, figures)
    const { tiles, smaller } = cut(all, mostTiles)
    const childrenOf = (tile: LeafTile): LeafTile[] => {
      const child = tokens.take(tile.node)
      const owner = child === undefined ? undefined : survey.site(child.site)
      return figures === null || child === undefined || owner === undefined ? [] : inside(owner, child.path, figures)
    }
    return {
      revision: survey.revision(),
      node: token,
      crumbs,
      bytes: figures === null ? site.disk : levelOf(figures, site.id, node.path).bytes,
      estimate: site.estimate,
      tiles: withChildren(tiles, childrenOf),
      smaller,
      kinds: sumKinds(all.flatMap((tile) => (tile.bytes === null ? [] : [{ kind: tile.kind, bytes: tile.bytes }]))),
      sharedBytes: node.path.length === 0 ? (site.shared ?? 0) : 0,
      unmeasured: nestedIn(site).filter((inner) => inner.site.disk === null).length
    }
  }

  return {
    nodeOf,
    folderOf: (node) => tokens.take(node),
    level: (node) => (node === null || node === rootNode ? top() : opened(node))
  }
}

/** Sites found after the last weighing have no figure yet and count nothing. */
const freedOf = (figures: Ledger, sites: readonly Site[]): Bytes =>
  figures.freedBy(sites.map((site) => site.id).filter((id) => figures.knows(id)))

const pathIn = (site: Site, path: readonly string[]): string =>
  cutAt([site.path, ...path.map(text)].join('/'), mostPath)

function kindOfPath(site: Site, path: readonly string[]): TileKind {
  for (const step of path) {
    const kind = kindOfFolder(step)
    if (kind !== null) return kind
  }
  return kindOfSite(site.kind)
}

function levelOf(figures: Ledger, site: string, path: readonly string[]): Level {
  try {
    return figures.level(site, path, 200)
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal('That folder was not there at the last scan. Scan again to see it.')
    throw error
  }
}
