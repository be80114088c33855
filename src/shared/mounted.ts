import type { MountedInside } from './model'

const mostNamed = 20

/** One mount as a sentence. */
export const mountNote = ({ path, type }: MountedInside): string =>
  `${path} is a mount of its own${type === '' ? '' : ` (${type})`}: it was not entered, and its bytes are in no figure.`

/** A line for each mount, in the order given; past twenty they are counted. `text` makes a path fit to print. */
export function mountNotes(
  mounts: readonly MountedInside[],
  text: (path: string) => string = (path) => path
): string[] {
  const named = mounts.slice(0, mostNamed).map(({ path, type }) => mountNote({ path: text(path), type }))
  const rest = mounts.length - named.length
  return rest === 0 ? named : [...named, `${rest} more places are mounts of their own, and were not entered.`]
}
