import { z } from 'zod'
import { type Place, shown } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import { isObject } from '../../tools/devpod/workspace'

const limit = 64 * 1024 * 1024

/** Dates and times without a zone, as devlaunch's own reader takes them; a `Z` is refused. */
const naiveTime = z.string().refine((text) => {
  const parts =
    /^(\d{4}-?\d{2}-?\d{2})(?:[Tt ]\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?(?:[+-]\d{2}:?\d{2})?)?$/.exec(text)
  const day = parts?.[1]?.replace(/-/g, '')
  if (day === undefined) return false
  const [year, month, date] = [day.slice(0, 4), day.slice(4, 6), day.slice(6, 8)].map(Number)
  const made = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, date))
  return made.getUTCMonth() + 1 === month && made.getUTCDate() === date
})

export const SweepTrouble = z.enum([
  'refs_not_packed',
  'fetch_refused',
  'fetch_timed_out',
  'clone_missing',
  'not_recorded'
])

const Sweep = z.object({
  trouble: SweepTrouble,
  said: z
    .string()
    .nullish()
    .transform((said) => said ?? null)
})

/** A repository's entry as devlaunch writes it; keys it does not know are left out. */
export const Repository = z.object({
  owner: z.string(),
  repo: z.string(),
  remote_url: z.string(),
  local_path: z.string(),
  default_branch: z.string().default('main'),
  last_fetched: z.union([naiveTime, z.literal('')]).nullish(),
  worktrees: z.array(z.string()).default([]),
  last_sweep: Sweep.nullish()
})

/** A clone's entry, likewise. */
export const Clone = z.object({
  owner: z.string(),
  repo: z.string(),
  branch: z.string(),
  local_path: z.string(),
  workspace_id: z.string(),
  created_at: naiveTime,
  last_used: naiveTime,
  devpod_workspace_id: z.string().nullish()
})

/** devlaunch's record of a repository; `lastSweep` is null when the last acting sweep was clean. */
export interface RepositoryRecord {
  readonly owner: string
  readonly repo: string
  readonly lastSweep: { readonly trouble: z.infer<typeof SweepTrouble>; readonly said: string | null } | null
}

/** devlaunch's record of one clone. `localPath` may be stale, relative or empty; times are local, without a zone. */
export interface CloneRecord {
  readonly owner: string
  readonly repo: string
  readonly branch: string
  readonly localPath: string
  readonly workspaceId: string
  readonly devpodWorkspaceId: string | null
  readonly lastUsed: string
}

export interface Metadata {
  readonly version: number
  /** Keyed `owner/repo`. */
  readonly repositories: ReadonlyMap<string, RepositoryRecord>
  readonly clones: readonly CloneRecord[]
  /** Entries that were left out because they are damaged. */
  readonly skipped: number
}

export interface MetadataReading {
  readonly state: 'absent' | 'read' | 'damaged'
  readonly metadata: Metadata
  /** A sentence for people when the file, or a part of it, could not be used. */
  readonly notice: string | null
}

const nothing: Metadata = { version: 3, repositories: new Map(), clones: [], skipped: 0 }

/**
 * Reads devlaunch's records and nothing more: it never migrates, renames, sets aside or writes (DL-META-06). A missing
 * file is an empty store; a damaged or too large one is an empty store with a notice (DL-META-01, DL-META-02).
 */
export async function readMetadata(file: Place): Promise<MetadataReading> {
  const read = await readSmallFile(file, limit)
  if (read.kind === 'absent') return { state: 'absent', metadata: nothing, notice: null }
  const damaged = (why: string): MetadataReading => ({
    state: 'damaged',
    metadata: nothing,
    notice: `devlaunch's records in ${shown(file)} ${why}. It was left as it is, and its clones are shown without records.`
  })
  if (read.kind === 'too-large')
    return damaged(`take ${Math.round(read.size / 1e6)} MB, more than the 64 MiB that are read`)
  if (read.kind === 'unreadable') return damaged(`could not be read: ${read.said}`)
  const text = utf8(read.bytes)
  if (text === null) return damaged('are damaged: the file is not UTF-8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return damaged('are damaged: the file is not JSON')
  }
  if (!isObject(value)) return damaged('are damaged: the file holds no JSON object')
  const metadata = metadataFrom(value)
  return {
    state: 'read',
    metadata,
    notice:
      metadata.skipped === 0
        ? null
        : `devlaunch's records in ${shown(file)} hold ${entries(metadata.skipped)}. The rest is used.`
  }
}

const entries = (count: number) => (count === 1 ? '1 damaged entry, left out' : `${count} damaged entries, left out`)

/** Pure. A section that is no object is ignored whole; a bad entry is left out alone (DL-META-03). */
function metadataFrom(document: Readonly<Record<string, unknown>>): Metadata {
  let skipped = 0
  const good = <Value>(section: unknown, schema: z.ZodType<Value>): [string, Value][] => {
    const kept: [string, Value][] = []
    if (!isObject(section)) return kept
    for (const [key, entry] of Object.entries(section)) {
      const parsed = schema.safeParse(entry)
      if (parsed.success) kept.push([key, parsed.data])
      else skipped += 1
    }
    return kept
  }
  const repositories = good(document['repositories'], Repository)
  const clones = good(document['worktrees'], Clone)
  const version = document['version']
  return {
    version: typeof version === 'number' && Number.isInteger(version) ? version : 1,
    repositories: new Map(
      repositories.map(([key, entry]) => [
        key,
        { owner: entry.owner, repo: entry.repo, lastSweep: entry.last_sweep ?? null }
      ])
    ),
    clones: clones.map(([, entry]) => recordFrom(entry)),
    skipped
  }
}

const recordFrom = (entry: z.infer<typeof Clone>): CloneRecord => ({
  owner: entry.owner,
  repo: entry.repo,
  branch: entry.branch,
  localPath: entry.local_path,
  workspaceId: entry.workspace_id,
  devpodWorkspaceId: entry.devpod_workspace_id ?? null,
  lastUsed: entry.last_used
})

/** One entry of the section `worktrees` as a record; null for one that is damaged. Pure. */
export function cloneRecordFrom(entry: unknown): CloneRecord | null {
  const parsed = Clone.safeParse(entry)
  return parsed.success ? recordFrom(parsed.data) : null
}
