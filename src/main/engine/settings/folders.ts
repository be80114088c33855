import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '../../../shared/dispatch'
import type { FolderListing } from '../../../shared/model'
import { fitting } from '../fitting'
import { createTokens } from '../ids'
import { bytesOf, childOf, type Place, placeOf, shown } from '../place'
import { answering } from '../tools/system/answering'
import { words } from '../words'

const most = 500
/** Of the names on the wire, in bytes. */
const roomForNames = 200 * 1024

/** Lets a page walk through folders by tokens, so that no path comes from a page. */
export interface FolderBook {
  /** One folder's sub-folders, by name; the home for `null`. What cannot be read is said in the system's words. */
  open(token: string | null): Promise<FolderListing>
  /** The folder a token stands for. Throws a `Refusal` when it is too old. */
  placeOf(token: string): Place
}

/** `home` is where one starts. */
export function createFolders(home: string): FolderBook {
  const tokens = createTokens<Place>()
  const give = (place: Place) => tokens.give(place, place)
  const take = (token: string): Place => {
    const place = tokens.take(token)
    if (place === undefined) throw new Refusal('That folder was listed too long ago. Open the list again.')
    return place
  }
  return {
    placeOf: take,
    open: async (token) => {
      const place = token === null ? placeOf(home) : take(token)
      const parent = dirname(place) as Place
      const { names, said } = await subFolders(place)
      const folders = fitting(
        names.slice(0, most).map((name) => ({ folder: give(childOf(place, name)), name: shown(name as Place) })),
        roomForNames
      )
      return {
        folder: give(place),
        path: shown(place),
        parent: parent === place ? null : give(parent),
        folders,
        more: names.length - folders.length,
        said
      }
    }
  }
}

async function subFolders(place: Place): Promise<{ names: string[]; said: string | null }> {
  try {
    await answering(place)
    const entries = await readdir(bytesOf(place), { withFileTypes: true, encoding: 'latin1' as BufferEncoding })
    const names = entries.filter((entry) => entry.isDirectory()).map((entry) => String(entry.name))
    const hiddenLast = (name: string) => (name.startsWith('.') ? 1 : 0)
    names.sort((a, b) => hiddenLast(a) - hiddenLast(b) || a.localeCompare(b))
    return { names, said: null }
  } catch (error) {
    return { names: [], said: words(error) }
  }
}
