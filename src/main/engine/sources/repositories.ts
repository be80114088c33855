import type { Dirent, PathLike } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { bytesOf, childOf, isWithin, type Place } from '../place'
import { isAbsence, words } from '../words'

/** A folder with a `.git` entry of its own. `place` is canonical. */
export interface FoundCheckout {
  readonly place: Place
}

export interface SearchReport {
  readonly folders: number
  /** Folders that could not be listed, and what the system said of the first. */
  readonly closed: { readonly count: number; readonly first: { readonly place: Place; readonly said: string } | null }
  /** Roots that are not there. */
  readonly absent: readonly Place[]
  /** True when the bound on folders or depth cut the search. */
  readonly cut: boolean
}

/** Rebuildable or private to tools; a checkout inside one is part of what is around it and gets no row of its own. */
const passedOver: ReadonlySet<string> = new Set([
  'node_modules',
  '.pixi',
  '.venv',
  'venv',
  'target',
  '.git',
  '.bare',
  '.cache',
  '.npm',
  '.cargo',
  '.rustup',
  '.pyenv',
  'proc',
  'sys'
])
/** Where agent tools keep worktrees inside a checkout. */
const worktreeFolders: readonly (readonly string[])[] = [['.claude', 'worktrees'], ['.worktrees']]
const deepest = 32
const mostFolders = 2_000_000
const sideBySide = 16

interface Waiting {
  readonly place: Place
  readonly depth: number
}

/**
 * Walks the roots for checkouts, each place once however it is reached. Links are not followed; inside a checkout only
 * the folders of agent worktrees are entered. Bounded in depth and number; ends early when the signal says so.
 */
export async function findCheckouts(
  roots: readonly Place[],
  signal: AbortSignal,
  found: (checkout: FoundCheckout) => void
): Promise<SearchReport> {
  const search = new Search(signal, found)
  const absent: Place[] = []
  for (const root of await distinct(roots, absent)) search.add({ place: root, depth: 0 })
  await search.run()
  return { ...search.report(), absent }
}

/** Canonical roots, without those that lie in another one. */
async function distinct(roots: readonly Place[], absent: Place[]): Promise<Place[]> {
  const real: Place[] = []
  for (const root of roots) {
    try {
      real.push((await realpath(bytesOf(root), 'latin1' as BufferEncoding)) as Place)
    } catch (error) {
      // A root that is there but closed is met again by the search, which says so.
      if (isAbsence(error)) absent.push(root)
      else real.push(root)
    }
  }
  const once = [...new Set(real)]
  return once.filter((root) => !once.some((other) => other !== root && isWithin(root, other)))
}

class Search {
  private readonly waiting: Waiting[] = []
  private folders = 0
  private cut = false
  private closed = 0
  private first: { place: Place; said: string } | null = null

  constructor(
    private readonly signal: AbortSignal,
    private readonly found: (checkout: FoundCheckout) => void
  ) {}

  add(folder: Waiting): void {
    if (folder.depth > deepest || this.folders + this.waiting.length >= mostFolders) this.cut = true
    else this.waiting.push(folder)
  }

  async run(): Promise<void> {
    while (this.waiting.length > 0 && !this.signal.aborted)
      await Promise.all(this.waiting.splice(-sideBySide).map((folder) => this.look(folder)))
  }

  report(): Omit<SearchReport, 'absent'> {
    return { folders: this.folders, closed: { count: this.closed, first: this.first }, cut: this.cut }
  }

  private async look({ place, depth }: Waiting): Promise<void> {
    this.folders += 1
    const names = await this.list(place)
    if (names === null) return
    if (!names.checkout) {
      for (const name of names.folders)
        if (!passedOver.has(name)) this.add({ place: childOf(place, name), depth: depth + 1 })
      return
    }
    this.found({ place })
    for (const path of worktreeFolders)
      if (names.folders.includes(path[0] ?? '')) this.add({ place: path.reduce(childOf, place), depth: depth + 1 })
  }

  /** Sub-folders by name, and whether `.git` is among the entries; null when it cannot be listed. */
  private async list(place: Place): Promise<{ folders: string[]; checkout: boolean } | null> {
    try {
      const entries = await listing(bytesOf(place))
      return {
        folders: entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
        checkout: entries.some((entry) => entry.name === '.git' && !entry.isSymbolicLink())
      }
    } catch (error) {
      if (isAbsence(error)) return null
      this.closed += 1
      this.first ??= { place, said: words(error) }
      return null
    }
  }
}

/** Names as bytes, one character each. */
const listing = (path: PathLike): Promise<Dirent[]> => readdir(path, { withFileTypes: true, encoding: 'latin1' })
