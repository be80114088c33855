import { lstat } from 'node:fs/promises'
import { bytesOf, childOf, type Place } from '../../place'
import type { Repository } from '../../tools/git/run'
import { isAbsence } from '../../words'
import { type Finding, type FoundItem, found, type Subject, unknown } from './finding'
import { indexHidesNothing } from './index-flags'

/**
 * Edits that git was told not to look for: files marked assume-unchanged, and files marked skip-worktree that are there
 * all the same, as after a sparse checkout; also in the agents' worktrees inside (CS-43, CS-05, MW-DIRTY-06).
 */
export async function hiddenFlags({ asking, seen, folder, options }: Subject): Promise<Finding> {
  const { checkout, repository } = seen.opened
  const items: FoundItem[] = []
  const look = async (asked: Repository, index: Place, within: Place, prefix: string): Promise<Finding | null> => {
    if (await indexHidesNothing(index)) return null
    const said = await asking.git.ask(asked, ['ls-files', '-v', '-z'], options)
    if (said.kind === 'refused') return unknown(`It could not be told whether git hides edits in it: ${said.said}`)
    for (const { name, flag } of flagged(said.text))
      if (flag === 'assume-unchanged' || (await mayStand(bytesOf(childOf(within, name)))))
        items.push({ name: `${prefix}${name}`, note: flag, ...(prefix === '' ? {} : { of: within }) })
    return null
  }
  const refused = await look(repository, checkout.gitDir, folder, '')
  if (refused !== null) return refused
  for (const { inside, repository: site } of seen.sites) {
    if (site === null) continue
    const closed = await look(site, site.gitDir, childOf(folder, inside), `${inside}/`)
    if (closed !== null) return closed
  }
  const files = items.length === 1 ? '1 file is' : `${items.length} files are`
  return found(`${files} marked so that git does not look for edits in ${items.length === 1 ? 'it' : 'them'}.`, items)
}

interface Flagged {
  readonly name: string
  readonly flag: 'assume-unchanged' | 'skip-worktree'
}

/** Pure: the marked entries of `ls-files -v -z`; a lower-case letter is assume-unchanged, `S` is skip-worktree. */
export function flagged(list: string): Flagged[] {
  return list.split('\0').flatMap((line): Flagged[] => {
    const tag = line[0] ?? ''
    const name = line.slice(2)
    if (/[a-z]/.test(tag)) return [{ name, flag: 'assume-unchanged' }]
    return tag === 'S' ? [{ name, flag: 'skip-worktree' }] : []
  })
}

const mayStand = (file: Buffer): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error) => !isAbsence(error)
  )
