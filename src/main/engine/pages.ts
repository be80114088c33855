/** A page of a long answer stays well under what a message may hold, in bytes of JSON. */
const pageBytes = 80_000

export interface Page<Item> {
  readonly items: Item[]
  /** Where the next page begins; null after the last. */
  readonly next: string | null
}

/** The items from the cursor on that fit on one page, one at least. A cursor that is none begins anew. Pure. */
export function pageOf<Item>(items: readonly Item[], after: string | null): Page<Item> {
  const start = Math.max(0, Math.trunc(Number(after ?? 0)) || 0)
  let size = 0
  let end = start
  for (; end < items.length; end += 1) {
    size += Buffer.byteLength(JSON.stringify(items[end])) + 1
    if (size > pageBytes && end > start) break
  }
  return { items: items.slice(start, end), next: end < items.length ? String(end) : null }
}
