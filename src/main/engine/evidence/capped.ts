import type { UnsavedItem, UnsavedKind, UnsavedList } from '../../../shared/unsaved'

export const mostItems = 200
const mostPerList = 60_000
const mostInAll = 220_000

const blank: UnsavedItem = {
  name: '',
  code: null,
  id: null,
  at: null,
  where: null,
  note: null,
  bytes: null,
  clear: null
}

/** One item; what is not given does not apply. */
export const item = (known: Partial<UnsavedItem> & Pick<UnsavedItem, 'name'>): UnsavedItem => ({ ...blank, ...known })

export interface Listed {
  readonly kind: UnsavedKind
  readonly weight: UnsavedList['weight']
  readonly text: string
  readonly items: readonly UnsavedItem[]
  /** The whole count, where it is more than the items. */
  readonly total?: number
  readonly clear?: string | null
}

/** Pure: lists as they go over the wire: at most 200 items each, and not more than a page takes; counts stay whole. */
export function capped(lists: readonly Listed[]): UnsavedList[] {
  let left = mostInAll
  return lists.map(({ kind, weight, text, items, total, clear }) => {
    const kept: UnsavedItem[] = []
    let size = 0
    for (const one of items.slice(0, mostItems)) {
      const bytes = Buffer.byteLength(JSON.stringify(one)) + 1
      if (size + bytes > Math.min(mostPerList, left)) break
      size += bytes
      kept.push(one)
    }
    left -= size
    return { kind, weight, text, total: total ?? items.length, items: kept, clear: clear ?? null }
  })
}
