import { lstat, readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { isAbsence, words } from '../../words'
import { readAdminFolders } from '../guard/admin'
import { type Finding, type FoundItem, found, type Subject, unknown } from './finding'

const signs: Readonly<Record<string, string>> = {
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase or a series of patches',
  'rebase-merge/autostash': 'changes that a rebase put aside',
  'rebase-apply/autostash': 'changes that a rebase put aside',
  MERGE_HEAD: 'a merge',
  MERGE_AUTOSTASH: 'changes that a merge put aside',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  BISECT_LOG: 'a bisect',
  sequencer: 'a series of commits',
  'index.lock': 'a lock on the index',
  'HEAD.lock': 'a lock on HEAD'
}
const privateRefs = ['refs/bisect', 'refs/worktree', 'refs/rewritten']

/**
 * What somebody is in the middle of, in the checkout and, for a whole repository, in every worktree of it: its state lies
 * in the repository and goes with it (CS-49, MW-DIRTY-07). Only looks at files.
 */
export async function operation({ seen }: Subject): Promise<Finding> {
  const { checkout } = seen.opened
  const { gitDir, commonDir } = checkout
  const places: { readonly place: Place; readonly of: string }[] = [{ place: gitDir, of: '' }]
  if (gitDir === commonDir) {
    const admins = await readAdminFolders(commonDir)
    if (admins.kind === 'closed') return unknown(`Its worktrees could not be looked at: ${admins.said}`)
    for (const { name, place } of admins.folders) places.push({ place, of: ` in the worktree ${shown(name as Place)}` })
  }
  const items: FoundItem[] = []
  for (const { place, of } of places) {
    const signsHere = await signsIn(place)
    if (typeof signsHere === 'string') return unknown(`It could not be told whether git is busy in it: ${signsHere}`)
    for (const [name, what] of signsHere) items.push({ name, note: `${what}${of}` })
  }
  const notes = [...new Set(items.map(({ note }) => note))]
  return found(`Something is in progress: ${notes.slice(0, 3).join(', ')}${notes.length > 3 ? ', …' : ''}.`, items)
}

async function signsIn(gitDir: Place): Promise<[string, string][] | string> {
  const here: [string, string][] = []
  try {
    for (const [name, what] of Object.entries(signs)) if (await stands(childOf(gitDir, name))) here.push([name, what])
    for (const name of privateRefs) if (await holdsAny(childOf(gitDir, name))) here.push([name, `refs in ${name}`])
  } catch (error) {
    return words(error)
  }
  return here
}

async function stands(place: Place): Promise<boolean> {
  try {
    await lstat(bytesOf(place))
    return true
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}

async function holdsAny(folder: Place): Promise<boolean> {
  try {
    return (await readdir(bytesOf(folder))).length > 0
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}
