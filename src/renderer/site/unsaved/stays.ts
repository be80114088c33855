import type { Site } from '../../../shared/model'
import type { UnsavedDetail } from '../../../shared/unsaved'

/** Why plans leave a site whatever git answered, or because of it; `null` where nothing of this keeps it. Pure. */
export function staysBecause(
  site: Pick<Site, 'kind' | 'workspaces'>,
  { unsaved }: Pick<UnsavedDetail, 'unsaved'>
): { readonly title: string; readonly text: string } | null {
  if (site.kind === 'checkout')
    return { title: 'Measured, never offered', text: 'This is a checkout of your own. No plan removes it.' }
  if (site.workspaces.length > 0)
    return { title: 'Prune leaves it', text: `A workspace opens it: ${site.workspaces.join(', ')}.` }
  if (unsaved === null || 'nothingToLose' in unsaved) return null
  if ('couldNotTell' in unsaved)
    return { title: 'Plans leave it', text: 'What git could not answer for is kept until git can.' }
  return { title: 'Plans leave it', text: 'Once what is named here is saved, ask git again, then scan.' }
}
