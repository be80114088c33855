import { lstat, realpath, stat } from 'node:fs/promises'
import { bytesOf, type Place, placeOf, shown } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import type { Locations } from '../../sources/devlaunch/locations'
import { type CloneRecord, cloneRecordFrom } from '../../sources/devlaunch/metadata'
import { recordDirectory } from '../../sources/devlaunch/records'
import { replace } from '../../state/document'
import { isObject } from '../../tools/devpod/workspace'
import { isAbsence, words } from '../../words'
import type { StepEnd } from '../hands'
import type { TakeLock } from '../lock'
import { type Document, documentIn, isOdd, newestVersion, spelledAsDevlaunch, without } from './records-text'

type Ends = ReadonlyMap<CloneRecord, StepEnd>

const limit = 64 * 1024 * 1024
const patienceMs = 60_000

/**
 * Drops these records whose directory is established absent by now, all in one save (DL-META-05 to 08): under devlaunch's
 * own lock, from the file as it is then, by temp file and rename, with the mode and owner of the old one. A branch leaves
 * its repository's list in the same save. Whatever else stands in the file stays. Never rejects.
 */
export async function dropRecords(
  ports: { readonly take: TakeLock; readonly locations: Locations },
  records: readonly CloneRecord[]
): Promise<Ends> {
  const all = (end: StepEnd): Ends => new Map(records.map((record) => [record, end]))
  const file = await realFile(ports.locations.metadata)
  if (file === null) return all({ kind: 'absent' })
  if (typeof file !== 'string') return all({ kind: 'failed', why: file.why })
  const lock = await ports.take(`${file}.lock`, { create: true, waitMs: patienceMs })
  if (lock.kind === 'busy') return all({ kind: 'failed', why: 'devlaunch holds its records for longer than a minute.' })
  if (lock.kind !== 'held') return all({ kind: 'failed', why: lock.kind === 'unknown' ? lock.why : 'No lock was had.' })
  try {
    return await dropIn(file, ports.locations.cloneRoot, records, all)
  } catch (error) {
    return all({ kind: 'failed', why: `${words(error)}` })
  } finally {
    await lock.lock.release()
  }
}

/** Where the records really are, for a link is kept and its target replaced (M003); null when there are none. */
async function realFile(metadata: Place): Promise<string | null | { readonly why: string }> {
  try {
    const real = await realpath(bytesOf(metadata), 'latin1')
    const file = shown(real as Place)
    return placeOf(file) === real ? file : { why: `${file} has a name that is not UTF-8.` }
  } catch (error) {
    return isAbsence(error) ? null : { why: `${shown(metadata)} could not be found: ${words(error)}.` }
  }
}

async function dropIn(
  file: string,
  cloneRoot: Place,
  records: readonly CloneRecord[],
  all: (end: StepEnd) => Ends
): Promise<Ends> {
  const before = await stampOf(file)
  const read = await readSmallFile(placeOf(file), limit)
  if (read.kind === 'absent') return all({ kind: 'absent' })
  const text = read.kind === 'read' ? utf8(read.bytes) : null
  const document = text === null ? null : documentIn(text)
  if (text === null || document === null) return all({ kind: 'failed', why: "devlaunch's records cannot be read." })
  const version = document['version']
  if (typeof version === 'number' && version > newestVersion)
    return all({ kind: 'kept', why: 'A newer devlaunch wrote its records, so they were left.', refusals: [] })
  const ends = new Map<CloneRecord, StepEnd>()
  const keys: string[] = []
  for (const record of records) {
    const found = await findEntry(document, record, cloneRoot)
    ends.set(record, found.end)
    keys.push(...found.keys)
  }
  if (keys.length === 0) return ends
  const { mode, uid, gid } = await stat(file)
  const like = { mode, uid, gid }
  if (isOdd(document)) await replace(`${file}.bak`, text, like)
  // Somebody may write without the lock.
  if ((await stampOf(file)) !== before)
    return all({ kind: 'failed', why: "devlaunch's records were changed by somebody who does not hold their lock." })
  await replace(file, spelledAsDevlaunch(without(document, keys)), like)
  return ends
}

/** Tells one state of a file from another; null where there is none. */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

/** The keys of the very record that was planned, when its directory is gone; a changed one is another record. */
async function findEntry(document: Document, record: CloneRecord, cloneRoot: Place) {
  const section = document['worktrees']
  const same = Object.entries(isObject(section) ? section : {}).filter(([, entry]) => isSame(entry, record))
  if (same.length === 0) return { keys: [], end: { kind: 'absent' } satisfies StepEnd }
  const directory = await recordDirectory(record, cloneRoot)
  if (directory === null || !(await isGone(directory))) {
    const why = 'Its folder is there, or cannot be looked for.'
    return { keys: [], end: { kind: 'kept', why, refusals: [] } satisfies StepEnd }
  }
  return { keys: same.map(([key]) => key), end: { kind: 'done' } satisfies StepEnd }
}

function isSame(entry: unknown, record: CloneRecord): boolean {
  const now = cloneRecordFrom(entry)
  return (
    now !== null &&
    now.owner === record.owner &&
    now.repo === record.repo &&
    now.branch === record.branch &&
    now.localPath === record.localPath &&
    now.workspaceId === record.workspaceId &&
    now.devpodWorkspaceId === record.devpodWorkspaceId
  )
}

const isGone = (directory: Place): Promise<boolean> => lstat(bytesOf(directory)).then(() => false, isAbsence)
