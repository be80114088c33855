import type { Output } from '../../shared/contract'
import type { Site } from '../../shared/model'

export type SitesPage = Output<'survey.sites'>

/** The sites as they are known so far, by id, and the revision up to which nothing is missing. */
export interface SiteBook {
  readonly byId: ReadonlyMap<string, Site>
  readonly revision: number
}

export const emptyBook: SiteBook = { byId: new Map(), revision: 0 }

/** The book with one more page. The revision stays until the last page of a round has come. */
export function addPage(book: SiteBook, page: SitesPage): SiteBook {
  const byId = new Map(book.byId)
  for (const id of page.gone) byId.delete(id)
  for (const site of page.sites) byId.set(site.id, site)
  return { byId, revision: book.revision }
}

/**
 * Ends a round of pages. Whatever changed while the pages came has a later revision than the first page, so the next
 * round asks from there and nothing falls between two rounds.
 */
export const endRound = (book: SiteBook, firstRevision: number): SiteBook => ({
  byId: book.byId,
  revision: firstRevision
})
