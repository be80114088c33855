import { lstat } from 'node:fs/promises'
import { bytesOf, type Place } from './place'
import { isAbsence, words } from './words'

/**
 * Which very folder stands at a place. Device and inode alone are no identity, since a file system gives an inode out
 * again at once; the time of birth tells the two apart (CS-21).
 */
export interface Identity {
  readonly dev: bigint
  readonly ino: bigint
  readonly birthtimeNs: bigint
  readonly uid: bigint
}

export type Looked =
  | { readonly kind: 'folder'; readonly identity: Identity }
  | { readonly kind: 'absent' }
  | { readonly kind: 'other'; readonly what: 'link' | 'file' }
  | { readonly kind: 'closed'; readonly said: string }

/** What stands at a place, a link not followed. Only ENOENT and ENOTDIR are absence (CS-23). Never rejects. */
export async function lookAt(place: Place): Promise<Looked> {
  try {
    const stats = await lstat(bytesOf(place), { bigint: true })
    const { dev, ino, birthtimeNs, uid } = stats
    if (stats.isDirectory()) return { kind: 'folder', identity: { dev, ino, birthtimeNs, uid } }
    return { kind: 'other', what: stats.isSymbolicLink() ? 'link' : 'file' }
  } catch (error) {
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'closed', said: words(error) }
  }
}

export const sameIdentity = (one: Identity, other: Identity): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.birthtimeNs === other.birthtimeNs && one.uid === other.uid

/** The inode of a regular file, as it was seen; a link is none. */
export interface Inode {
  readonly dev: bigint
  readonly ino: bigint
}

/** Null where no regular file stands, or none can be seen. Never rejects. */
export async function inodeOf(place: Place): Promise<Inode | null> {
  try {
    const stats = await lstat(bytesOf(place), { bigint: true })
    return stats.isFile() ? { dev: stats.dev, ino: stats.ino } : null
  } catch {
    return null
  }
}

export const sameInode = (one: Inode | null, other: Inode): boolean =>
  one !== null && one.dev === other.dev && one.ino === other.ino
