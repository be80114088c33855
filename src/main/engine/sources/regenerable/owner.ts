import type { Place } from '../../place'
import { below, type Files, fileIn, type Level, type Recipe, stands, type Tagged } from './tagged'

/** Whether a folder is a project of the maker's; `unknown` where its files cannot be read. */
export type IsProject = (files: Files) => 'yes' | 'no' | 'unknown'

export type Owner =
  | { readonly kind: 'owner'; readonly level: Level; readonly lock: string; readonly lockfile: Place }
  | { readonly kind: 'none'; readonly recipe: Recipe }

/**
 * Pure: the nearest folder at or above the tagged one, inside the site, that has the lockfile and is a project; else the
 * reason why there is none (DL-REGEN-05). A lockfile that cannot be read there is not passed over for one further up.
 */
export function ownerOf(tagged: Tagged, lockName: string, isProject: IsProject): Owner {
  const none = (code: string, text: string): Owner => ({ kind: 'none', recipe: stands('unknown', code, text) })
  const locked = tagged.levels.filter(({ files }) => fileIn(files, lockName).kind !== 'absent')
  if (locked.length === 0) return none('no-lockfile', `No ${lockName} beside or above it says how to rebuild it.`)
  const level = locked.find(({ files }) => isProject(files) !== 'no')
  if (level === undefined)
    return none('no-project', `There is a ${lockName} above it, but no project file beside that says whose it is.`)
  if (isProject(level.files) === 'unknown')
    return none('project-unreadable', `The project file beside ${lockName} could not be read.`)
  const lock = fileIn(level.files, lockName)
  if (lock.kind !== 'read')
    return none(
      'lockfile-unreadable',
      `${lockName} could not be read${lock.kind === 'absent' ? '' : `: ${lock.said}`}.`
    )
  return { kind: 'owner', level, lock: lock.text, lockfile: below(level.place, lockName) }
}

/** Pure: true where a merge left its marks in a file. */
export const isConflicted = (text: string): boolean => /^(?:<{7}|>{7}) /m.test(text)

export const otherPlace = (lockName: string, expected: string): Recipe =>
  stands('unknown', 'other-place', `The ${lockName} above it rebuilds ${expected}, which is another folder.`)
