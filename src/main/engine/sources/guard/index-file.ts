import { readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place } from '../../place'
import { readSmallFile } from '../../small-file'
import { words } from '../../words'

/** What a look at an index, without git, can rule out. */
export type IndexLook =
  | { readonly kind: 'looked'; readonly mayHoldSubmodules: boolean }
  | { readonly kind: 'refused'; readonly said: string }

const limit = 512 * 1024 * 1024
/** The mode of a submodule's entry, as every version of the index holds it. */
const gitlinkMode = Buffer.from([0, 0, 0xe0, 0])
/** The name of the extension that makes an index lean on a shared one. */
const link = Buffer.from('link')

/**
 * Searches an index for what decides how git may be asked. Where the four bytes of a submodule's mode do not occur there
 * is none. A split index is refused: git gives its shared part a new time whenever it reads it, and reading writes
 * nothing (CS-46, CS-53).
 */
export async function lookAtIndex(gitDir: Place): Promise<IndexLook> {
  const refused = (said: string): IndexLook => ({ kind: 'refused', said })
  let names: string[]
  try {
    names = await readdir(bytesOf(gitDir), 'latin1')
  } catch (error) {
    return refused(words(error))
  }
  const read = await readSmallFile(childOf(gitDir, 'index'), limit)
  switch (read.kind) {
    case 'absent':
      return { kind: 'looked', mayHoldSubmodules: false }
    case 'unreadable':
      return refused(read.said)
    case 'too-large':
      return refused('its index is too large to read')
    case 'read': {
      const shared = names.some((name) => name.startsWith('sharedindex.'))
      if (shared && read.bytes.includes(link)) return refused('its index is split, and git cannot read it untouched')
      return { kind: 'looked', mayHoldSubmodules: read.bytes.includes(gitlinkMode) }
    }
  }
}
