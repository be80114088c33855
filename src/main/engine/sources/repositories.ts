import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { bytesOf, childOf, isWithin, type Place, shown } from '../place'
import { type Checkout, readCheckout } from '../tools/git/checkout'
import { registeredPlaces, saysBare } from '../tools/git/repository-files'
import { answering } from '../tools/system/answering'
import { isFar, type MountTable, readMounts } from '../tools/system/mounts'
import { isAbsence, words } from '../words'

/** A folder that is a checkout by itself. `place` is canonical. */
export interface FoundCheckout {
  readonly place: Place
  readonly checkout: Checkout
}

export interface ClosedFolder {
  readonly path: string
  /** The system's own words. */
  readonly said: string
  /** It is established that nothing is there: a chosen folder that is gone, or a disk that is not mounted. */
  readonly absent: boolean
}

export interface SearchOutcome {
  /** Folders that could not be listed: how many, and the first in byte order. */
  readonly closed: { readonly count: number; readonly first: ClosedFolder | null }
  /** True when there was more to look at than the limit, so that checkouts may be missing. */
  readonly cut: boolean
}

export const deepest = 12
export const mostFolders = 2_000_000
const atOnce = 16

/**
 * Large folders that tools fill and refill. They are passed over to be quick: a checkout inside one is then measured
 * with its surroundings and not listed by itself.
 */
const passedOver = new Set(
  '.git node_modules .pixi .venv venv target .cache __pycache__ .tox .gradle .m2 .cargo .rustup .npm .pnpm-store'.split(
    ' '
  )
)
const kernelFolders = new Set(['/proc', '/sys', '/dev'])
/** The only folders inside a checkout in which further checkouts are looked for: agents put their worktrees there. */
const worktreeFolders = ['.claude/worktrees', '.worktrees']

interface Folder {
  readonly place: Place
  readonly depth: number
}

/**
 * Finds the checkouts at and under `roots`, each once, at most twelve folders deep, and the worktrees under the roots
 * that their repositories know of, bare ones too; symbolic links are followed at the roots alone. A network or FUSE file
 * system is searched only as a root, and only when it answers. Names are kept byte for byte. Reads folders and git's
 * small files, writes nothing, starts no program.
 * Ends early, without an error, when `signal` is aborted or `most` folders were listed.
 */
export async function findCheckouts(
  roots: readonly Place[],
  signal: AbortSignal,
  found: (checkout: FoundCheckout) => Promise<void>,
  most: number = mostFolders
): Promise<SearchOutcome> {
  const search = new Search(signal, found, most)
  for (const root of roots) await search.addRoot(root)
  await search.run()
  return search.outcome()
}

class Search {
  private readonly open: Folder[] = []
  private readonly rootPlaces = new Set<Place>()
  private readonly seen = new Set<Place>()
  private readonly asked = new Set<Place>()
  private readonly mounts: MountTable = readMounts()
  private readonly closed: ClosedFolder[] = []
  private closedCount = 0
  private looked = 0
  private busy = 0

  constructor(
    private readonly signal: AbortSignal,
    private readonly found: (checkout: FoundCheckout) => Promise<void>,
    private readonly most: number
  ) {}

  async addRoot(root: Place): Promise<void> {
    try {
      await answering(root)
      const place = (await realpath(bytesOf(root), 'latin1')) as Place
      if (this.rootPlaces.has(place)) return
      if (!(await lstat(bytesOf(place))).isDirectory())
        throw Object.assign(new Error('Not a directory'), { code: 'ENOTDIR' })
      this.rootPlaces.add(place)
      this.open.push({ place, depth: 0 })
    } catch (error) {
      this.refused(root, error)
    }
  }

  /** Folders are taken from the end, so that what waits stays about as long as the tree is deep and wide. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        while (this.busy < atOnce && this.open.length > 0 && this.mayGoOn()) {
          const folder = this.open.pop()
          if (folder === undefined) break
          this.busy += 1
          this.looked += 1
          this.look(folder).then(() => {
            this.busy -= 1
            next()
          }, reject)
        }
        if (this.busy === 0) resolve()
      }
      next()
    })
  }

  outcome(): SearchOutcome {
    const [first] = this.closed.sort((a, b) => (a.path < b.path ? -1 : 1))
    return {
      closed: { count: this.closedCount, first: first ?? null },
      cut: this.open.length > 0 && !this.signal.aborted
    }
  }

  private mayGoOn(): boolean {
    return !this.signal.aborted && this.looked < this.most
  }

  private async look({ place, depth }: Folder): Promise<void> {
    const entries = await this.entriesIn(place)
    if (entries.some(({ name }) => name === '.git') && (await this.isCheckout(place, depth))) return
    if (isBare(entries)) return this.findWorktreesOf(place, depth)
    if (depth >= deepest) return
    for (const entry of entries) if (entry.isDirectory()) this.add(childOf(place, entry.name), entry.name, depth + 1)
  }

  /** False where no checkout stands: what lies in the folder is then looked at like any other. */
  private async isCheckout(place: Place, depth: number): Promise<boolean> {
    const checkout = await readCheckout(place)
    if (checkout === null) return false
    const treeless = !checkout.linked && (await saysBare(checkout.commonDir))
    if (!treeless && !this.seen.has(place)) {
      this.seen.add(place)
      await this.found({ place, checkout })
    }
    await this.findWorktreesOf(checkout.commonDir, depth)
    if (!treeless && depth < deepest) await this.addWorktreeFolders(place, depth)
    return !treeless
  }

  /** Worktrees that a repository knows of, wherever under the roots they stand: in a checkout, or in a tool's folder. */
  private async findWorktreesOf(repository: Place, depth: number): Promise<void> {
    if (this.asked.has(repository)) return
    this.asked.add(repository)
    for (const place of await registeredPlaces(repository)) {
      const real = await this.underRoots(place)
      if (real !== null && !this.seen.has(real) && this.mayGoOn()) await this.isCheckout(real, depth + 1)
    }
  }

  /** Where a recorded path leads, when that is a folder under a root and on no file system that may not answer. */
  private async underRoots(place: Place): Promise<Place | null> {
    const roots = [...this.rootPlaces]
    const isInside = (one: Place) => roots.some((root) => isWithin(one, root))
    const mount = this.mounts.at(place)
    const far = mount !== null && isFar(mount.type) && !roots.some((root) => this.mounts.at(root)?.id === mount.id)
    if (far || !isInside(place)) return null
    try {
      const real = (await realpath(bytesOf(place), 'latin1')) as Place
      return isInside(real) && (await lstat(bytesOf(real))).isDirectory() ? real : null
    } catch (error) {
      if (!isAbsence(error)) this.refused(place, error)
      return null
    }
  }

  private add(place: Place, name: string, depth: number): void {
    if (passedOver.has(name) || kernelFolders.has(place) || this.rootPlaces.has(place)) return
    const mount = this.mounts.isMountPoint(place) ? this.mounts.at(place) : null
    if (mount !== null && isFar(mount.type))
      this.refused(place, new Error(`a file system of type ${mount.type} is mounted there; choose it by itself`))
    else this.open.push({ place, depth })
  }

  private async addWorktreeFolders(checkout: Place, depth: number): Promise<void> {
    for (const path of worktreeFolders) {
      const folder = path.split('/').reduce<Place>(childOf, checkout)
      if (!(await this.isReal(folder, checkout))) continue
      for (const entry of await this.entriesIn(folder))
        if (entry.isDirectory()) this.add(childOf(folder, entry.name), '', depth + 1)
    }
  }

  /** True when no step from the checkout to the folder is a symbolic link. */
  private async isReal(folder: Place, checkout: Place): Promise<boolean> {
    try {
      return (await realpath(bytesOf(folder), 'latin1')) === folder && folder.startsWith(checkout)
    } catch (error) {
      if (!isAbsence(error)) this.refused(folder, error)
      return false
    }
  }

  private async entriesIn(folder: Place): Promise<Dirent[]> {
    try {
      return await readdir(bytesOf(folder), { encoding: 'latin1', withFileTypes: true })
    } catch (error) {
      if (!isAbsence(error)) this.refused(folder, error)
      return []
    }
  }

  private refused(folder: Place, error: unknown): void {
    this.closedCount += 1
    if (this.closed.length < 1000)
      this.closed.push({ path: shown(folder), said: words(error), absent: isAbsence(error) })
  }
}

/** A bare repository holds no checkout, only very many small folders. */
export function isBare(entries: readonly Dirent[]): boolean {
  const names = new Set(entries.map(({ name }) => name))
  return names.has('HEAD') && names.has('objects') && names.has('refs')
}
