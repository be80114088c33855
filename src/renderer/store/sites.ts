import type { Output } from '../../shared/contract'
import type { Site } from '../../shared/model'

export type SitesPage = Output<'survey.sites'>

/** The sites as they are known so far, by id, and the revision up to which nothing is missing. */
export interface SiteBook {
  readonly byId: ReadonlyMap<string, Site>
  readonly revision: number
}

/** A book in the making: pages are written into it, and what is shown is a copy. */
export interface OpenBook {
  put(page: SitesPage): void
  /** Ends a round of pages that began at a revision. */
  close(revision: number): void
  clear(): void
  revision(): number
  copy(): SiteBook
}

/**
 * Whatever changed while a round of pages came has a later revision than its first page, so the next round asks from
 * there and nothing falls between two rounds.
 */
export function createBook(): OpenBook {
  const byId = new Map<string, Site>()
  let revision = 0
  return {
    put: (page) => {
      for (const id of page.gone) byId.delete(id)
      for (const site of page.sites) byId.set(site.id, site)
    },
    close: (first) => {
      revision = first
    },
    clear: () => {
      byId.clear()
      revision = 0
    },
    revision: () => revision,
    copy: () => ({ byId: new Map(byId), revision })
  }
}
