import { readdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { bytesOf, childOf, type Place, placeOf } from '../../place'
import { readSmallFile } from '../../small-file'

const configLimit = 1024 * 1024
const pointerLimit = 64 * 1024
const mostWorktrees = 10_000

/**
 * Where the worktrees of a repository stand, as it recorded them: strings that may name nothing, or another machine's
 * place. At most 10,000; never rejects.
 */
export async function registeredPlaces(repository: Place): Promise<Place[]> {
  const home = childOf(repository, 'worktrees')
  // A repository that cannot be listed has been met all the same; it is asked in full when it is judged.
  const names = await readdir(bytesOf(home), 'latin1').catch(() => [])
  const places: Place[] = []
  for (const name of names.sort().slice(0, mostWorktrees)) {
    const admin = childOf(home, name as Place)
    const read = await readSmallFile(childOf(admin, 'gitdir'), pointerLimit)
    const recorded = read.kind === 'read' ? read.bytes.toString('latin1').replace(/[\r\n]+$/, '') : ''
    // Newer versions of git record it relative to their own folder when they are told to.
    if (recorded !== '' && !recorded.includes('\0')) places.push(dirname(resolve(admin, recorded)) as Place)
  }
  return places
}

/** True where a repository's own settings say that it has no work tree of its own. */
export async function saysBare(repository: Place): Promise<boolean> {
  for (const name of ['config.worktree', 'config']) {
    const read = await readSmallFile(childOf(repository, placeOf(name)), configLimit)
    const said = read.kind === 'read' ? bareIn(read.bytes.toString('latin1')) : null
    if (said !== null) return said
  }
  return false
}

/** Pure: the last word of a config on `core.bare`; null where it has none. */
export function bareIn(config: string): boolean | null {
  let inCore = false
  let bare: boolean | null = null
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*([^\]]*?)\s*\](.*)$/.exec(line)
    if (section !== null) inCore = /^core$/i.test(section[1] ?? '')
    const value = /^\s*bare\s*(?:=\s*"?([a-z0-9]*)"?\s*)?(?:[#;].*)?$/i.exec(section?.[2] ?? line)
    if (inCore && value !== null) bare = value[1] === undefined || /^(?:true|yes|on|1)$/i.test(value[1])
  }
  return bare
}
