import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { readMounts } from '../../tools/system/mounts'
import { isAbsence, words } from '../../words'

export const mostFolders = 250_000
const mostMs = 60_000
const atOnce = 16

/** How a walk ended: `cut` says in words what was not looked at. */
export interface WalkEnd {
  readonly cut: string | null
}

/**
 * Goes through real folders under `root`, never through symbolic links nor onto another file system, many at once and
 * bounded in number and in time (CS-29). `visit` answers which of a folder's folders to enter.
 */
export function walkFolders(
  root: Place,
  signal: AbortSignal | undefined,
  visit: (folder: Place, entries: readonly Dirent[]) => readonly Dirent[]
): Promise<WalkEnd> {
  const open: Place[] = [root]
  const until = Date.now() + mostMs
  const mounted = new Set(
    readMounts()
      .within(root)
      .map(({ place }) => place)
  )
  let looked = 0
  let busy = 0
  let cut: string | null = null
  return new Promise((resolve, reject) => {
    const enter = (folder: Place) => {
      if (mounted.has(folder)) cut ??= `${shown(folder)}: another file system is mounted there`
      else open.push(folder)
    }
    const look = async (folder: Place) => {
      try {
        const entries = await readdir(bytesOf(folder), { encoding: 'latin1', withFileTypes: true })
        for (const entry of visit(folder, entries)) enter(childOf(folder, entry.name))
      } catch (error) {
        if (!isAbsence(error)) cut ??= `${shown(folder)}: ${words(error)}`
      }
    }
    const next = () => {
      while (busy < atOnce && open.length > 0) {
        if (signal?.aborted) cut ??= 'it was stopped'
        else if (looked >= mostFolders) cut ??= `it has more than ${mostFolders.toLocaleString('en')} folders`
        else if (Date.now() > until) cut ??= 'looking took too long'
        if (signal?.aborted || looked >= mostFolders || Date.now() > until) {
          open.length = 0
          break
        }
        const folder = open.pop()
        if (folder === undefined) break
        busy += 1
        looked += 1
        look(folder).then(() => {
          busy -= 1
          next()
        }, reject)
      }
      if (busy === 0) resolve({ cut })
    }
    next()
  })
}
