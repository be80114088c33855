import type { SourceReport } from '../../../../shared/model'
import { type Place, shown } from '../../place'
import type { Listed } from '../../tools/devpod/list'
import type { CloneListing } from './clones'
import type { MetadataReading } from './metadata'

const report = (id: SourceReport['id'], fields: Partial<SourceReport>): SourceReport => ({
  id,
  name: id,
  ok: false,
  said: '',
  means: '',
  fix: '',
  command: null,
  askedAt: new Date().toISOString(),
  ...fields
})

const waits =
  'Clearhold cannot tell which workspaces exist, so none counts as orphaned. Prune, Purge and Reconcile wait.'

/** How devpod's listing was answered. On a machine that has no clones of devlaunch, a missing devpod is no failure. */
export function reportDevpod(listed: Listed, wanted: boolean): SourceReport {
  switch (listed.kind) {
    case 'listed':
      return report('devpod', { ok: true, said: counted(listed.workspaces.length, 'workspace') })
    case 'missing':
      if (!wanted) return report('devpod', { ok: true, said: 'Not installed, and nothing here needs it.' })
      return report('devpod', {
        name: 'devpod is missing',
        said: 'devpod: command not found',
        means: waits,
        fix: 'Install devpod or put it on PATH, then try again.'
      })
    case 'unreadable':
      return report('devpod', {
        name: 'devpod could not list its workspaces',
        said: listed.said,
        means: waits,
        fix: 'Run this in a terminal to see what is wrong, then try again.',
        command: 'devpod list --output json'
      })
  }
}

/** What was found in devlaunch's cache. `exists` is false only when the folder is established absent. */
export function reportCache(
  cache: Place,
  exists: boolean,
  reading: MetadataReading,
  { clones, closed }: CloneListing
): SourceReport {
  const [first] = closed
  if (first !== undefined)
    return report('devlaunch', {
      name: `${counted(closed.length, 'folder')} of devlaunch could not be read`,
      said: `${first.path}: ${first.said}`,
      means: 'Clones in there are not shown.',
      fix: 'Make the folder readable, then try again.'
    })
  if (reading.state === 'damaged')
    return report('devlaunch', {
      name: "devlaunch's records are damaged",
      said: reading.notice ?? '',
      means: 'Its clones are found and measured, but the records of their workspaces are not known.',
      fix: 'Bring metadata.json back from metadata.json.bak or a backup, then try again.'
    })
  if (!exists)
    return report('devlaunch', {
      ok: true,
      said: `${shown(cache)} does not exist`,
      means: 'devlaunch has made nothing here, or XDG_CACHE_HOME was another folder then.'
    })
  return report('devlaunch', { ok: true, said: counted(clones.length, 'clone') })
}

/** No home: devlaunch's files cannot be looked for. */
export const reportNowhere = (said: string): SourceReport =>
  report('devlaunch', {
    name: 'devlaunch cannot be looked for',
    said,
    means: 'Clones and workspaces of devlaunch are not shown. Other folders are measured as usual.',
    fix: 'Set HOME and start Clearhold again.'
  })

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
