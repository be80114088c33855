import { stat } from 'node:fs/promises'
import { bytesOf, childOf, type Place, placeOf } from '../../place'
import type { Workspace } from '../../tools/devpod/workspace'
import { type Checkout, readCheckout, readHead } from '../../tools/git/checkout'
import { answering, silentIn } from '../../tools/system/answering'
import { type Locations, stepsBelow } from './locations'
import type { RepositoryRecord } from './metadata'
import { isOurs } from './ownership'
import { type RecordIndex, recordDirectory, recordOf } from './records'

export type LastSweep = NonNullable<RepositoryRecord['lastSweep']>

export interface Records {
  readonly index: RecordIndex
  readonly repositories: ReadonlyMap<string, RepositoryRecord>
}

/** What devlaunch's records and the disk say of one row; all null or false for a workspace that is not ours. */
export interface RowFacts {
  readonly ours: boolean
  readonly repo: string | null
  readonly branch: string | null
  readonly path: Place | null
  /** True when a record speaks of it and names no directory at all. */
  readonly nameless: boolean
  readonly checkedOut: string | null
  readonly lastSweep: LastSweep | null
}

export const notOurs: RowFacts = {
  ours: false,
  repo: null,
  branch: null,
  path: null,
  nameless: false,
  checkedOut: null,
  lastSweep: null
}

/**
 * `path` is the record's directory when there is one, else the source, or the clone around a source that lies below
 * one. A leftover record never makes a foreign workspace ours (DL-LS-06). Never rejects.
 */
export async function rowFacts(workspace: Workspace, records: Records, locations: Locations): Promise<RowFacts> {
  const { source } = workspace
  if (source.kind !== 'folder' || !isOurs(source, locations.cache)) return notOurs
  const record = recordOf(records.index, workspace.id)
  const recorded = record && (await recordDirectory(record, locations.cloneRoot))
  const path = recorded ?? (await cloneAround(placeOf(source.path), locations.cloneRoot))
  const repo = record === undefined ? null : `${record.owner}/${record.repo}`
  return {
    ours: true,
    repo,
    branch: record?.branch ?? null,
    path,
    nameless: record !== undefined && recorded === null,
    checkedOut: await checkedOutIn(path),
    lastSweep: (repo !== null && records.repositories.get(repo)?.lastSweep) || null
  }
}

/** The clone that a source below it opens, else the source itself. */
async function cloneAround(source: Place, cloneRoot: Place): Promise<Place> {
  const below = stepsBelow(source, cloneRoot)
  if (below === null || below.length < 4 || below.includes('..')) return source
  const clone = below.slice(0, 3).reduce(childOf, cloneRoot)
  return (await stands(childOf(clone, '.git'))) ? clone : source
}

async function stands(place: Place): Promise<boolean> {
  try {
    await answering(place)
    await stat(bytesOf(place))
    return true
  } catch {
    // What cannot be looked at does not count as standing: then less is said of the row, never more.
    return false
  }
}

/** git takes a folder for a repository only with these in it. */
async function isWhole({ commonDir }: Checkout): Promise<boolean> {
  return (await stands(childOf(commonDir, 'objects'))) && (await stands(childOf(commonDir, 'refs')))
}

/** As git says it: the branch, `HEAD` when detached, null when unborn or not to be told. */
async function checkedOutIn(path: Place): Promise<string | null> {
  if ((await silentIn(path)) !== null) return null
  const checkout = await readCheckout(path)
  if (checkout === null || !(await isWhole(checkout))) return null
  const head = await readHead(checkout)
  if (head.kind === 'detached') return 'HEAD'
  return head.kind === 'branch' ? head.name : null
}
