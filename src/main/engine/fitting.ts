/**
 * As many of the first items as take no more than this on the wire, in bytes of JSON. A name may be three times as long
 * there as it is on the disk, so their number says little.
 */
export function fitting<Item>(items: readonly Item[], bytes: number): Item[] {
  let left = bytes
  const past = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1
    return left < 0
  })
  return past === -1 ? [...items] : items.slice(0, past)
}

/** The beginning of a text that may be of any length, since tools and files write it; whole up to this many characters. */
export const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`
