import { lstat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { bytesOf, childOf, type Place, placeOf } from '../../place'
import { answering } from '../../tools/system/answering'
import { isAbsence } from '../../words'
import type { CloneRecord, Metadata } from './metadata'
import { workspaceId } from './workspace-id'

/**
 * The directory of a record: the recorded path when it is absolute and not established absent, else the one derived
 * from owner, repository and branch; null when those names are refused (DL-META-08). The only function for it.
 */
export async function recordDirectory(record: CloneRecord, cloneRoot: Place): Promise<Place | null> {
  if (isAbsolute(record.localPath) && !record.localPath.includes('\0')) {
    const recorded = placeOf(record.localPath)
    if (!(await establishedAbsent(recorded))) return recorded
  }
  const leaf = workspaceId(record.owner, record.repo, record.branch)
  if (leaf === null) return null
  // A name may hold slashes and dots; one that leads out of its place in the clone root names nothing.
  if ([record.owner, record.repo].some((name) => /[/\n]/.test(name) || /^\.+$/.test(name))) return null
  return childOf(childOf(childOf(cloneRoot, placeOf(record.owner)), placeOf(record.repo)), leaf)
}

async function establishedAbsent(place: Place): Promise<boolean> {
  try {
    await answering(place)
    await lstat(bytesOf(place))
    return false
  } catch (error) {
    return isAbsence(error)
  }
}

/** Records by the workspace they name. */
export interface RecordIndex {
  readonly byWorkspace: ReadonlyMap<string, CloneRecord>
  readonly byDevpod: ReadonlyMap<string, CloneRecord>
}

/** Pure. Of several records for one workspace the last one counts. */
export const indexRecords = ({ clones }: Metadata): RecordIndex => ({
  byWorkspace: new Map(clones.map((record) => [record.workspaceId, record])),
  byDevpod: new Map(clones.map((record) => [record.devpodWorkspaceId ?? '', record]))
})

/** The record that names a workspace: by devlaunch's id, else by the id devpod gave it (DL-LS-06). */
export const recordOf = (records: RecordIndex, id: string): CloneRecord | undefined =>
  id === '' ? undefined : (records.byWorkspace.get(id) ?? records.byDevpod.get(id))
