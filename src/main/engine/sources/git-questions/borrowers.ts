import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { bytesOf, childOf, type Place } from '../../place'
import { readSmallFile } from '../../small-file'
import { readCheckout } from '../../tools/git/checkout'
import { answering, silentIn } from '../../tools/system/answering'
import { readAdminFolders, standsWhereRecorded } from '../guard/admin'
import { type Finding, type FoundItem, found, type Subject, unknown } from './finding'

/** Which of the known checkouts borrow objects, and from where. Filled while checkouts are found. */
export interface Borrowing {
  /** Notes a checkout. Never rejects. */
  know(checkout: Place): Promise<void>
  /** The checkouts that borrow from the repository whose objects lie in this folder. */
  from(objects: Place): readonly Place[]
}

const limit = 1024 * 1024

export function createBorrowing(): Borrowing {
  const lenders = new Map<Place, Set<Place>>()
  return {
    know: async (checkout) => {
      for (const lender of await lendersOf(checkout)) {
        const others = lenders.get(lender) ?? new Set<Place>()
        lenders.set(lender, others.add(checkout))
      }
    },
    from: (objects) => [...(lenders.get(objects) ?? [])]
  }
}

/** The canonical folders of objects that a checkout's repository borrows from. */
async function lendersOf(checkout: Place): Promise<Place[]> {
  if ((await silentIn(checkout)) !== null) return []
  const read = await readCheckout(checkout)
  if (read === null) return []
  const objects = childOf(read.commonDir, 'objects')
  const file = await readSmallFile(childOf(childOf(objects, 'info'), 'alternates'), limit)
  if (file.kind !== 'read') return []
  return Promise.all(
    alternatesIn(file.bytes.toString('latin1')).map((line) => canonical(resolve(objects, line) as Place))
  )
}

/** Pure: the folders of an `alternates` file. */
export const alternatesIn = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

const canonical = (place: Place): Promise<Place> =>
  answering(place)
    .then(() => realpath(bytesOf(place), 'latin1'))
    .then(
      (path) => path as Place,
      () => place
    )

/** What a worktree is noted as that stands outside the checkout whose repository it belongs to. */
export const worktreeOutside = 'its worktree'

/**
 * Checkouts that would lose objects with this repository: borrowers among those that are known, and its own worktrees
 * that stand elsewhere (CS-05).
 */
export const borrowers =
  (known: Borrowing) =>
  async ({ seen, folder }: Subject): Promise<Finding> => {
    const { checkout } = seen.opened
    if (checkout.linked) return { kind: 'safe' }
    const objects = await canonical(childOf(checkout.commonDir, 'objects'))
    const items: FoundItem[] = []
    for (const place of known.from(objects))
      if (place !== folder && (await lendersOf(place)).includes(objects)) items.push({ name: place })
    const admins = await readAdminFolders(checkout.commonDir)
    if (admins.kind === 'closed') return unknown(`Its worktrees could not be looked at: ${admins.said}`)
    for (const admin of admins.folders) {
      const place = dirname(admin.absolute) as Place
      if (!place.startsWith(`${folder}/`) && (await standsWhereRecorded(admin)))
        items.push({ name: place, note: worktreeOutside })
    }
    const who = items.length === 1 ? 'Another checkout borrows' : `${items.length} other checkouts borrow`
    return found(`${who} objects from its repository and would be broken without it.`, items)
  }
