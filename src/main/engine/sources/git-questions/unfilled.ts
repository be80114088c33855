import { lstat, readdir } from 'node:fs/promises'
import { bytesOf } from '../../place'
import { isAbsence, words } from '../../words'
import type { OpenRepository } from '../guard/open'
import { submodulesOf } from '../guard/submodules'
import type { FoundItem, Subject } from './finding'

/**
 * Folders of submodules that are no repository and hold something all the same: git looks at nothing in there, so that
 * files in them are in no status (CS-05). A broken repository in one is told elsewhere.
 */
export async function filesInUnfilled({ asking, folder, options }: Subject, opened: OpenRepository) {
  const { workTree } = opened.repository
  const found = await submodulesOf(asking.git, opened, options.signal)
  const items: FoundItem[] = []
  const name = (place: string) => place.slice(folder.length + 1)
  if (found.kind === 'refused') return [{ name: name(workTree ?? folder), note: found.said }]
  for (const place of found.unfilled) {
    try {
      if (!(await lstat(bytesOf(place))).isDirectory()) continue
      const entries = await readdir(bytesOf(place), 'latin1')
      if (entries.length > 0 && !entries.includes('.git'))
        items.push({ name: name(place), note: 'files in the folder of a submodule that is not there' })
    } catch (error) {
      if (!isAbsence(error)) items.push({ name: name(place), note: words(error) })
    }
  }
  return items
}
