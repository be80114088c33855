import { readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { readCheckout } from '../../tools/git/checkout'
import { countBeyondRemotes } from '../../tools/git/commits'
import { isAbsence, words } from '../../words'
import { guard } from '../guard/guard'
import { withoutPipes } from '../guard/index-file'
import { areOurs } from '../guard/open'
import { type Finding, type FoundItem, found, type Subject, unknown } from './finding'
import { walkFolders } from './walk'

const mostRepositories = 200

/**
 * Work in repositories that lie in this one: submodules, also those put away, and independent ones, also in ignored
 * folders. Each is asked by itself, as git asks none of them for commits (CS-05, MW-DIRTY-08, MW-DIRTY-09). Sites in
 * `.claude/worktrees` are answered by the guard.
 */
export async function nestedRepositories(subject: Subject): Promise<Finding> {
  const { folder, seen, asking, options } = subject
  const sites = new Set(seen.sites.map(({ inside }) => `${folder}/${inside}`))
  const places: Place[] = []
  const { cut } = await walkFolders(folder, options.signal, (inside, entries) => {
    if (inside !== folder && !sites.has(inside) && entries.some(({ name }) => name === '.git')) places.push(inside)
    return entries.filter((entry) => entry.isDirectory() && entry.name !== '.git')
  })
  if (cut !== null) return unknown(`Repositories inside it could not all be looked for: ${cut}.`)
  if (places.length > mostRepositories)
    return unknown(`More than ${mostRepositories} repositories lie inside it, too many to ask.`)
  const items: FoundItem[] = []
  const asked = new Set<Place>()
  for (const place of places.sort()) {
    const checkout = await readCheckout(place)
    if (checkout !== null) asked.add(checkout.gitDir)
    const { unsaved } = await guard(asking, place, options.signal)
    const name = place.slice(folder.length + 1)
    if ('wouldLose' in unsaved) items.push({ name, note: unsaved.wouldLose })
    if ('couldNotTell' in unsaved) items.push({ name, note: unsaved.couldNotTell })
  }
  const away = await putAway(subject, asked)
  if (typeof away === 'string') return unknown(`The submodules it put away could not be looked at: ${away}`)
  return told([...items, ...away])
}

function told(items: readonly FoundItem[]): Finding {
  const first = items.slice(0, 3).map(({ name, note }) => `${shown(name as Place)} (${note})`)
  const which = items.length === 1 ? 'A repository inside it is' : `${items.length} repositories inside it are`
  return found(`${which} not safe to lose: ${first.join(', ')}${items.length > 3 ? ', …' : ''}.`, items)
}

/** Repositories of submodules that stand nowhere in the folder now: a removed or never filled submodule keeps its own. */
async function putAway({ seen, asking, options }: Subject, asked: ReadonlySet<Place>): Promise<FoundItem[] | string> {
  const { checkout } = seen.opened
  if (checkout === null) return 'its files do not tell'
  const items: FoundItem[] = []
  try {
    for (const base of new Set([checkout.gitDir, checkout.commonDir]))
      for (const gitDir of await modulesIn(childOf(base, 'modules'), 0)) {
        if (asked.has(gitDir)) continue
        const name = gitDir.slice(base.length + 1)
        if (!(await areOurs([gitDir, childOf(gitDir, 'config')]))) {
          items.push({ name, note: 'it belongs to another user' })
          continue
        }
        const listed = await withoutPipes(gitDir)
        if (listed.kind === 'refused') {
          items.push({ name, note: listed.said })
          continue
        }
        const repository = { workTree: gitDir, gitDir, filters: seen.opened.repository.filters }
        const count = await countBeyondRemotes(asking.git, repository, options)
        if (count.kind === 'refused') items.push({ name, note: count.said })
        else if (count.count > 0) items.push({ name, note: `${count.count} unpushed commit(s)` })
      }
  } catch (error) {
    return words(error)
  }
  return items
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
