import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { isAbsence, words } from '../../words'

/** A real directory that is one of devlaunch's clones by its place, whatever it holds. */
export interface CloneCandidate {
  readonly place: Place
  readonly repository: Place
  /** `owner/repo`, from the two folders above it. */
  readonly repo: string
  readonly leaf: string
}

export interface CloneListing {
  readonly clones: readonly CloneCandidate[]
  /** Folders that could not be listed; they count as empty, and are said. */
  readonly closed: readonly { readonly path: string; readonly said: string }[]
}

/**
 * Every real directory exactly three steps under the canonical clone root but the mirrors, in byte order (DL-PRUNE-01).
 * Files and symbolic links are none, at any of the three steps. Never rejects.
 */
export async function listClones(cloneRoot: Place, signal: AbortSignal): Promise<CloneListing> {
  const closed: { path: string; said: string }[] = []
  const clones: CloneCandidate[] = []
  const foldersIn = async (folder: Place): Promise<string[]> => {
    if (signal.aborted) return []
    try {
      return realFolders(await readdir(bytesOf(folder), { encoding: 'latin1', withFileTypes: true }))
    } catch (error) {
      if (!isAbsence(error)) closed.push({ path: shown(folder), said: words(error) })
      return []
    }
  }
  for (const owner of await foldersIn(cloneRoot)) {
    const ownerFolder = childOf(cloneRoot, owner)
    for (const name of await foldersIn(ownerFolder)) {
      const repository = childOf(ownerFolder, name)
      const repo = `${shown(owner as Place)}/${shown(name as Place)}`
      for (const leaf of await foldersIn(repository))
        if (leaf !== '.bare')
          clones.push({ place: childOf(repository, leaf), repository, repo, leaf: shown(leaf as Place) })
    }
  }
  return { clones, closed }
}

const realFolders = (entries: readonly Dirent[]): string[] =>
  entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
