import type { Unsaved } from '../../../../shared/model'
import { type Place, shown } from '../../place'
import type { Change } from '../../tools/git/status'

/** Something found (`loses`) or a question that could not be answered (`unproved`), each with the contract's text. */
export type Objection =
  | { readonly kind: 'loses'; readonly text: string }
  | { readonly kind: 'unproved'; readonly text: string }

/** What a checkout would lose, in numbers and names. */
export interface Loss {
  readonly changes: readonly Change[]
  readonly commits: number
  /** Of these, reachable only from local tags, and the short names of the tags that explain them, in bytes. */
  readonly onlyTags: number
  readonly tags: readonly string[]
}

export const noLoss: Loss = { changes: [], commits: 0, onlyTags: 0, tags: [] }

const named = 3

/** Pure: the text of a loss, or null when nothing is lost (DL-GUARD-11, DL-GUARD-12). */
export function lossText({ changes, commits, onlyTags, tags }: Loss): string | null {
  const parts: string[] = []
  if (changes.length > 0)
    parts.push(`${changes.length} uncommitted change(s) (${listed(changes.map((change) => change.shown))})`)
  if (commits > 0) {
    const only = onlyTags > 0 ? `, ${onlyTags} reachable only from local tag(s) (${listed(tags)})` : ''
    parts.push(`${commits} unpushed commit(s)${only}`)
  }
  return parts.length === 0 ? null : parts.join(' and ')
}

/** The first three names, in bytes as git prints them, as text. */
function listed(names: readonly string[]): string {
  const first = names.slice(0, named).map((name) => shown(name as Place))
  return [...first, ...(names.length > named ? ['…'] : [])].join(', ')
}

/** Pure: one answer out of all objections; what is found outweighs what is not known (DL-GUARD-15). */
export function unsavedFrom(objections: readonly Objection[]): Unsaved {
  const texts = (kind: Objection['kind']) => objections.filter((one) => one.kind === kind).map(({ text }) => text)
  const loses = texts('loses')
  if (loses.length > 0) return { wouldLose: loses.join(' and ') }
  const unproved = texts('unproved')
  return unproved.length > 0 ? { couldNotTell: unproved.join(' and ') } : { nothingToLose: true }
}

const where = (folder: Place) => shown(folder)

/** The texts of DL-GUARD-13. */
export const couldNotLook = (folder: Place, said: string) => `could not look at ${where(folder)}: ${said}`
export const couldNotRead = (folder: Place, said: string) => `git could not read ${where(folder)}: ${said}`
export const couldNotList = (folder: Place, said: string) =>
  `git could not list unpushed commits in ${where(folder)}: ${said}`
export const whichDirectory = (id: string) => `could not work out which directory ${id}'s clone is in`

/** The text of a lock; `reason` in bytes. */
export function lockText(reason: string): string {
  const said = shown(reason as Place).trim()
  return said === '' ? 'git is holding it locked' : `git is holding it locked (${said})`
}
