import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { bytesOf, type Place } from '../../place'
import { answering } from '../../tools/system/answering'
import { isAbsence, words } from '../../words'

export type Resolved =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'closed'; readonly said: string }

const mostLinks = 40

/**
 * Where a path leads: symbolic links of as much of it as exists are followed, what does not exist is appended. A
 * relative path counts from `from`. `closed` when the system refuses, or a network file system does not answer in time,
 * so that nothing is known. Never rejects.
 */
export async function resolvePlace(place: Place, from: Place): Promise<Resolved> {
  try {
    const whole = isAbsolute(place) ? place : join(from, place)
    await answering(whole as Place)
    return { kind: 'place', place: (await follow(whole, 0)) as Place }
  } catch (error) {
    return { kind: 'closed', said: words(error) }
  }
}

/** Paths here are strings of bytes; `node:path` only looks at separators and dots, which are ASCII. */
async function follow(path: string, links: number): Promise<string> {
  try {
    return await realpath(bytesOf(path as Place), 'latin1')
  } catch (error) {
    if (!isAbsence(error)) throw error
  }
  const parent = dirname(path)
  if (parent === path) return path
  const target = await linkTarget(path)
  const real = await follow(parent, links)
  if (target === null) return resolve(real, basename(path))
  if (links >= mostLinks) throw new Error('Too many levels of symbolic links')
  return follow(resolve(real, target), links + 1)
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    const stats = await lstat(bytesOf(path as Place))
    return stats.isSymbolicLink() ? await readlink(bytesOf(path as Place), 'latin1') : null
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}
