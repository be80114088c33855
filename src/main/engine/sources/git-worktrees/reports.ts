import type { SourceReport } from '../../../../shared/model'
import type { ClosedFolder } from '../repositories'

/** Folders that the search for checkouts could not list. */
export const reportFolders = (count: number, first: ClosedFolder): SourceReport => ({
  id: 'folders',
  ok: false,
  name: count === 1 ? '1 folder could not be read' : `${count} folders could not be read`,
  said: `${first.path}: ${first.said}`,
  means: 'Checkouts in there are not shown, and the workspaces around them show a floor (≥).',
  fix: first.absent
    ? 'Check the path, or stop watching the folder in Settings, then try again.'
    : 'A container often writes files as another user. Make the folder readable, then try again.',
  command: null,
  askedAt: new Date().toISOString()
})
