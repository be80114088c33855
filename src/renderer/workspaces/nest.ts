import type { Site } from '../../shared/model'

export interface SiteRow {
  readonly site: Site
  readonly inside: readonly SiteRow[]
}

/**
 * Rows as the table nests them: a site stands under its parent while both are shown, else at the top. A chain of
 * parents that leads back to itself is broken at its first site, so that nothing is ever left out.
 */
export function nestSites(sites: readonly Site[]): readonly SiteRow[] {
  const rows = new Map<string, { site: Site; inside: SiteRow[] }>()
  for (const site of sites) rows.set(site.id, { site, inside: [] })
  const top: SiteRow[] = []
  for (const row of rows.values()) {
    const parent = row.site.parent === null ? undefined : rows.get(row.site.parent)
    if (parent === undefined || leadsBack(row.site, rows)) top.push(row)
    else parent.inside.push(row)
  }
  return top
}

function leadsBack(site: Site, rows: ReadonlyMap<string, { site: Site }>): boolean {
  const seen = new Set<string>()
  let at: Site | undefined = site
  while (at?.parent != null) {
    if (seen.has(at.id)) return true
    seen.add(at.id)
    at = rows.get(at.parent)?.site
  }
  return false
}
