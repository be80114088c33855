import { readdir } from 'node:fs/promises'
import { type Inode, inodeOf } from '../../identity'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import { isObject } from '../../tools/devpod/workspace'
import { isAbsence, words } from '../../words'
import { inTurns } from './in-turns'

const limit = 1024 * 1024
const atOnce = 16

/** devlaunch's copy of the volume names that devpod substituted for one workspace. */
export interface KeptCopy {
  readonly file: Place
  /** The workspace: the file's stem. */
  readonly id: string
  /** The very file that was read. */
  readonly inode: Inode
  /** In the copy's order, at least one. */
  readonly volumes: readonly string[]
}

export interface CopiesRead {
  /** Sorted by file name. A copy that names no volume, or cannot be understood, is none (P031). */
  readonly copies: readonly KeptCopy[]
  /** A sentence when the folder could not be listed. */
  readonly notice: string | null
}

/** Every kept copy in the cache that names a volume (DL-PRUNE-12). Never rejects, writes nothing. */
export async function readCopies(cache: Place): Promise<CopiesRead> {
  const folder = childOf(cache, 'workspace-copies')
  let names: string[]
  try {
    names = (await readdir(bytesOf(folder), { encoding: 'latin1' })).filter((name) => name.endsWith('.json')).sort()
  } catch (error) {
    const closed = `${shown(folder)} could not be listed: ${words(error)}. Its volumes are not offered.`
    return { copies: [], notice: isAbsence(error) ? null : closed }
  }
  const read = await inTurns(names, atOnce, (name) => readCopy(folder, name))
  return { copies: read.filter((copy): copy is KeptCopy => copy !== null), notice: null }
}

async function readCopy(folder: Place, name: string): Promise<KeptCopy | null> {
  const id = utf8(Buffer.from(name.slice(0, -'.json'.length), 'latin1'))
  const file = childOf(folder, name)
  const inode = await inodeOf(file)
  if (id === null || id === '' || inode === null) return null
  const read = await readSmallFile(file, limit)
  const volumes = read.kind === 'read' ? volumesIn(read.bytes) : null
  return volumes === null || volumes.length === 0 ? null : { file, id, inode, volumes }
}

/** Pure: the names in a copy's text, or null when it is not to be understood. Unknown keys do not matter (2.4). */
export function volumesIn(bytes: Buffer): readonly string[] | null {
  const text = utf8(bytes)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    const volumes = isObject(value) ? value['volumes'] : null
    if (!Array.isArray(volumes) || !volumes.every((name): name is string => typeof name === 'string')) return null
    const rest = isObject(value) ? [value['image'], value['declared_image']] : []
    return rest.every((image) => image == null || typeof image === 'string') ? volumes : null
  } catch {
    return null
  }
}

/** What docker takes for a volume's name; anything else in a copy was not written by devpod. Pure. */
export const isVolumeName = (name: string): boolean => /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}$/.test(name)
