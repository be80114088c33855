import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place } from '../../place'

export interface EntryWeight {
  /** Allocated bytes, each inode once. */
  readonly bytes: number
  /** False when not everything could be looked at. */
  readonly whole: boolean
}

const mostEntries = 200_000

/**
 * What an ignored file or folder holds, without the worktrees in it, which answer for themselves; null when nothing is
 * left. Links are not followed, and another file system, in one of `mounted`, is not entered.
 */
export async function weighEntry(
  place: Place,
  root: Place,
  sites: ReadonlySet<string>,
  mounted: ReadonlySet<Place>,
  signal: AbortSignal | undefined
): Promise<EntryWeight | null> {
  const seen = new Set<string>()
  const open: Place[] = [place]
  let bytes = 0
  let files = 0
  let whole = true
  let looked = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (sites.has(next.slice(root.length + 1))) continue
    looked += 1
    if (mounted.has(next)) {
      whole = false
      files += 1
      continue
    }
    if (looked > mostEntries || signal?.aborted) {
      whole = false
      files += 1
      break
    }
    try {
      const stats = await lstat(bytesOf(next))
      if (stats.isDirectory()) for (const name of await readdir(bytesOf(next), 'latin1')) open.push(childOf(next, name))
      else files += 1
      bytes += unseen(stats, seen) ? stats.blocks * 512 : 0
    } catch {
      // What cannot be looked at is there all the same: the figure is a floor.
      whole = false
      files += 1
    }
  }
  return files === 0 ? null : { bytes, whole }
}

function unseen(stats: Stats, seen: Set<string>): boolean {
  if (stats.nlink < 2 || stats.isDirectory()) return true
  const key = `${stats.dev}:${stats.ino}`
  if (seen.has(key)) return false
  seen.add(key)
  return true
}
