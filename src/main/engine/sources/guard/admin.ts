import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { bytesOf, childOf, type Place } from '../../place'
import { readSmallFile } from '../../small-file'
import { readCheckout } from '../../tools/git/checkout'
import type { Registration } from '../../tools/git/worktrees'
import { isAbsence, words } from '../../words'

/** A worktree's administrative folder in its repository. */
export interface AdminFolder {
  readonly name: string
  readonly place: Place
  /** What its `gitdir` holds: where it thinks the worktree's `.git` is. Bytes, as written and made absolute. */
  readonly recorded: string
  readonly absolute: string
  /** What its `locked` holds; null without such a file. */
  readonly locked: string | null
}

export type AdminFolders =
  | { readonly kind: 'read'; readonly folders: readonly AdminFolder[] }
  | { readonly kind: 'closed'; readonly said: string }

const limit = 64 * 1024

/** Every administrative folder of a repository. One whose `gitdir` cannot be read names nothing. */
export async function readAdminFolders(commonDir: Place): Promise<AdminFolders> {
  const home = childOf(commonDir, 'worktrees')
  let entries: Dirent[]
  try {
    entries = await readdir(bytesOf(home), { encoding: 'latin1', withFileTypes: true })
  } catch (error) {
    return isAbsence(error) ? { kind: 'read', folders: [] } : { kind: 'closed', said: words(error) }
  }
  const folders: AdminFolder[] = []
  for (const entry of entries) {
    if (!entry.isDirectory() && !entry.isSymbolicLink()) continue
    const place = childOf(home, entry.name)
    const recorded = (await textIn(childOf(place, 'gitdir')))?.replace(/[\r\n]+$/, '') ?? ''
    folders.push({
      name: entry.name,
      place,
      recorded,
      absolute: recorded === '' ? '' : resolve(place, recorded),
      locked: await lockIn(place)
    })
  }
  return { kind: 'read', folders }
}

/** True when a worktree stands where it was recorded, and leads back here: whatever else stands there is another thing. */
export async function standsWhereRecorded({ absolute, place }: AdminFolder): Promise<boolean> {
  if (absolute === '') return false
  const checkout = await readCheckout(dirname(absolute) as Place)
  return checkout !== null && (await canonical(checkout.gitDir)) === (await canonical(place))
}

const canonical = (place: Place): Promise<Place> =>
  realpath(bytesOf(place), 'latin1').then(
    (path) => path as Place,
    () => place
  )

async function textIn(file: Place): Promise<string | null> {
  const read = await readSmallFile(file, limit)
  return read.kind === 'read' ? read.bytes.toString('latin1') : null
}

/** What the lock of a worktree says; null without one. A lock that cannot be read is a lock. */
export async function lockIn(admin: Place): Promise<string | null> {
  const read = await readSmallFile(childOf(admin, 'locked'), limit)
  if (read.kind === 'absent') return null
  return read.kind === 'read' ? read.bytes.toString('latin1').trim() : ''
}

/** Pure: the administrative folder of a registration, by the path it recorded; null when none or several do. */
export function adminOf(registration: Registration, folders: readonly AdminFolder[]): AdminFolder | null {
  const wanted = `${registration.path}/.git`
  const exact = folders.filter(({ recorded, absolute }) => recorded === wanted || absolute === wanted)
  return exact.length === 1 ? (exact[0] ?? null) : null
}
