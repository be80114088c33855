import { lstat } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { isAbsence } from '../../words'
import { readAdminFolders, standsWhereRecorded } from '../guard/admin'
import { lookAtIndex } from '../guard/index-file'
import { type Finding, type FoundItem, found, type Subject, unknown } from './finding'

/**
 * What was staged in a worktree whose folder is gone lives in the repository alone. Asked for a whole repository only,
 * and without the folder: the index is compared with the worktree's own HEAD.
 */
export async function absentWorktrees({ asking, seen, options }: Subject): Promise<Finding> {
  const { checkout, repository } = seen.opened
  if (checkout.gitDir !== checkout.commonDir) return { kind: 'safe' }
  const admins = await readAdminFolders(checkout.commonDir)
  if (admins.kind === 'closed') return unknown(`Its worktrees could not be looked at: ${admins.said}`)
  const answered = new Set(seen.sites.map((site) => site.repository?.gitDir))
  const items: FoundItem[] = []
  for (const admin of admins.folders) {
    // Of one that was asked for its changes, all is known, wherever it was recorded.
    if (answered.has(admin.place) || (await standsWhereRecorded(admin))) continue
    if (await isAbsent(childOf(admin.place, 'index'))) continue
    const index = await lookAtIndex(admin.place)
    if (index.kind === 'refused') {
      items.push({ name: admin.name, note: index.said })
      continue
    }
    const pinned = { workTree: admin.place, gitDir: admin.place, filters: repository.filters }
    const args = [
      'diff-index',
      '--cached',
      '--name-only',
      '--no-renames',
      '--ignore-submodules=none',
      '-z',
      'HEAD',
      '--'
    ]
    const said = await asking.git.ask(pinned, args, options)
    const name = admin.name
    if (said.kind === 'refused') items.push({ name, note: said.said })
    for (const path of said.kind === 'said' ? said.text.split('\0') : [])
      if (path !== '') items.push({ name: path, note: `staged in the worktree ${shown(name as Place)}` })
  }
  return found(
    `${items.length} staged change(s) belong to worktrees whose folder is gone, and exist only in its repository.`,
    items
  )
}

const isAbsent = (place: Place): Promise<boolean> =>
  lstat(bytesOf(place)).then(
    () => false,
    (error) => isAbsence(error)
  )
