import { readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place } from '../../place'
import { countBeyondRemotes } from '../../tools/git/commits'
import { isAbsence, words } from '../../words'
import { readAdminFolders } from '../guard/admin'
import { withoutPipes } from '../guard/index-file'
import { areOurs } from '../guard/open'
import type { FoundItem, Subject } from './finding'

/**
 * Work in repositories of submodules that stand nowhere in the folder now: a removed or never filled submodule keeps its
 * own, and so do those of worktrees that are gone or stand elsewhere. `asked` are repositories that answered already, and
 * grows by those that do here. A text is why it could not be told.
 */
export async function putAway({ seen, asking, options }: Subject, asked: Set<Place>): Promise<FoundItem[] | string> {
  const { gitDir, commonDir, linked } = seen.opened.checkout
  const bases = new Set([gitDir, commonDir])
  if (!linked) {
    const admins = await readAdminFolders(commonDir)
    if (admins.kind === 'closed') return admins.said
    for (const { place } of admins.folders) bases.add(place)
  }
  const items: FoundItem[] = []
  try {
    for (const base of bases)
      for (const module of await modulesIn(childOf(base, 'modules'), 0)) {
        if (asked.has(module)) continue
        asked.add(module)
        const name = module.slice((module.startsWith(`${commonDir}/`) ? commonDir : base).length + 1)
        items.push(...(await askBare({ seen, asking, options }, module, name)))
      }
  } catch (error) {
    return words(error)
  }
  return items
}

/** What a repository without a folder holds that no remote of its own has; none when it has nothing to lose. */
export async function askBare(
  { seen, asking, options }: Pick<Subject, 'seen' | 'asking' | 'options'>,
  gitDir: Place,
  name: string
): Promise<FoundItem[]> {
  if (!(await areOurs([gitDir, childOf(gitDir, 'config')]))) return [{ name, note: 'it belongs to another user' }]
  const listed = await withoutPipes(gitDir)
  if (listed.kind === 'refused') return [{ name, note: listed.said }]
  const repository = { workTree: gitDir, gitDir, filters: seen.opened.repository.filters }
  const count = await countBeyondRemotes(asking.git, repository, options)
  if (count.kind === 'refused') return [{ name, note: count.said }]
  return count.count === 0 ? [] : [{ name, note: `${count.count} unpushed commit(s)` }]
}

const deepest = 12

async function modulesIn(folder: Place, depth: number): Promise<Place[]> {
  if (depth > deepest) throw new Error('they are nested too deeply')
  let names: string[]
  try {
    const entries = await readdir(bytesOf(folder), { encoding: 'latin1', withFileTypes: true })
    names = entries.filter((entry) => entry.isDirectory() || entry.name === 'HEAD').map(({ name }) => name)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
  if (names.includes('HEAD') && names.includes('objects'))
    return [folder, ...(await modulesIn(childOf(folder, 'modules'), depth + 1))]
  const inside: Place[] = []
  for (const name of names) if (name !== 'HEAD') inside.push(...(await modulesIn(childOf(folder, name), depth + 1)))
  return inside
}
