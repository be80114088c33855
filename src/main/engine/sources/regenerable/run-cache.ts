import { shown } from '../../place'
import { below, type Reader, type Recipe, stands, type Tagged } from './tagged'

/** Pure: a cache that the next run of its maker fills again, as long as it stands under the maker's own name for it. */
export function refilled(tagged: Tagged, name: string, command: string): Recipe {
  const parent = tagged.levels[1]
  if (parent === undefined || below(parent.place, name) !== tagged.place)
    return stands(
      'unknown',
      'other-place',
      `It is not called ${name}, so another run may not fill ${shown(tagged.place)}.`
    )
  return { kind: 'restores', restore: { command, folder: parent.place, lockfile: null } }
}

/** A reader that needs nothing but what the maker wrote into the tag. */
export const byTag = (name: string, wrote: RegExp, folder: string, command: string): Reader => ({
  name,
  inside: [],
  lists: [],
  beside: [],
  knows: (tag) => wrote.test(tag),
  recipe: (tagged) => refilled(tagged, folder, command)
})
