import { readdir } from 'node:fs/promises'
import { type Inode, inodeOf } from '../../identity'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { utf8 } from '../../small-file'
import { isAbsence, words } from '../../words'

/** A launch lock's file; nothing is in it but the lock on it. */
export interface LaunchLock {
  readonly file: Place
  /** The workspace: the file's stem. */
  readonly id: string
  /** The very file that was seen. */
  readonly inode: Inode
}

export interface LaunchLocksRead {
  readonly locks: readonly LaunchLock[]
  readonly notice: string | null
}

/** Every `*.lock` that is a regular file of the cache's `launch-locks` (DL-PRUNE-13), by name. Never rejects. */
export async function listLaunchLocks(cache: Place): Promise<LaunchLocksRead> {
  const folder = childOf(cache, 'launch-locks')
  try {
    const entries = await readdir(bytesOf(folder), { encoding: 'latin1', withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.lock')).map(({ name }) => name)
    const locks: LaunchLock[] = []
    for (const name of names.sort()) {
      const file = childOf(folder, name)
      const id = utf8(Buffer.from(name.slice(0, -'.lock'.length), 'latin1'))
      const inode = await inodeOf(file)
      if (id !== null && id !== '' && inode !== null) locks.push({ file, id, inode })
    }
    return { locks, notice: null }
  } catch (error) {
    const closed = `${shown(folder)} could not be listed: ${words(error)}. Its launch locks are not offered.`
    return { locks: [], notice: isAbsence(error) ? null : closed }
  }
}
