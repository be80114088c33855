import { Clone, type CloneRecord, cloneRecordFrom, Repository } from '../../sources/devlaunch/metadata'
import { isObject } from '../../tools/devpod/workspace'

/** devlaunch's `metadata.json` as JSON, whatever stands in it. */
export type Document = Readonly<Record<string, unknown>>

/** The newest version whose file may be written (DL-META-06). */
export const newestVersion = 3

/** Null for what is no JSON object. Pure. */
export function documentIn(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Pure: the document without these records, and without their branches where no other record has them (DL-META-07). */
export function without(document: Document, keys: readonly string[]): Document {
  const all = isObject(document['worktrees']) ? Object.entries(document['worktrees']) : []
  const dropped = all.filter(([key]) => keys.includes(key)).map(([, entry]) => cloneRecordFrom(entry))
  const left = all.filter(([key]) => !keys.includes(key))
  const still = left.map(([, entry]) => cloneRecordFrom(entry))
  const lost = dropped.filter((one) => one !== null && !still.some((other) => other !== null && sameBranch(one, other)))
  const repositories = isObject(document['repositories']) ? Object.entries(document['repositories']) : []
  const kept = repositories.map(([key, entry]) => [key, withoutBranches(key, entry, lost)])
  return {
    ...document,
    ...(isObject(document['repositories']) ? { repositories: Object.fromEntries(kept) } : {}),
    ...(isObject(document['worktrees']) ? { worktrees: Object.fromEntries(left) } : {})
  }
}

function withoutBranches(key: string, entry: unknown, lost: readonly (CloneRecord | null)[]): unknown {
  const branches = isObject(entry) ? entry['worktrees'] : null
  if (!isObject(entry) || !Array.isArray(branches)) return entry
  const own = new Set(lost.flatMap((one) => (one !== null && `${one.owner}/${one.repo}` === key ? [one.branch] : [])))
  return { ...entry, worktrees: branches.filter((branch) => !own.has(branch)) }
}

const sameBranch = (one: CloneRecord, other: CloneRecord): boolean =>
  one.owner === other.owner && one.repo === other.repo && one.branch === other.branch

/**
 * As devlaunch writes it (2.3, M005): its order of keys with its defaults, two spaces, ASCII only, no newline at the end.
 * What devlaunch would leave out, damaged entries and keys it does not know, stays, after what it does know. Pure.
 */
export function spelledAsDevlaunch(document: Document): string {
  const { version, repositories, worktrees, ...more } = document
  const ordered = {
    version: typeof version === 'number' && Number.isInteger(version) ? version : 1,
    repositories: section(repositories, repositoryEntry),
    worktrees: section(worktrees, cloneEntry),
    ...more
  }
  return JSON.stringify(ordered, null, 2).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

function section(value: unknown, spelled: (entry: Document) => Document): unknown {
  if (value === undefined) return {}
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, isObject(entry) ? spelled(entry) : entry])
  )
}

function repositoryEntry(entry: Document): Document {
  const parsed = Repository.safeParse(entry)
  if (!parsed.success) return entry
  const { owner, repo, remote_url, local_path, default_branch, worktrees, last_sweep } = parsed.data
  const known = { owner, repo, remote_url, local_path, default_branch }
  const seen = { last_fetched: parsed.data.last_fetched || null, worktrees }
  return { ...known, ...seen, ...(last_sweep == null ? {} : { last_sweep }), ...unknownOf(entry, Repository.shape) }
}

function cloneEntry(entry: Document): Document {
  const parsed = Clone.safeParse(entry)
  if (!parsed.success) return entry
  const { owner, repo, branch, local_path, workspace_id, created_at, last_used } = parsed.data
  const known = { owner, repo, branch, local_path, workspace_id, created_at, last_used }
  return { ...known, devpod_workspace_id: parsed.data.devpod_workspace_id ?? null, ...unknownOf(entry, Clone.shape) }
}

const unknownOf = (entry: Document, known: Readonly<Record<string, unknown>>): Document =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => !Object.hasOwn(known, key)))

/** Whether devlaunch itself would lose something by writing this document, and copies it aside first (DL-META-04). Pure. */
export function isOdd(document: Document): boolean {
  const { version, repositories, worktrees, ...more } = document
  const header = version === undefined || (typeof version === 'number' && Number.isInteger(version))
  if (!header || Object.keys(more).length > 0) return true
  return isOddSection(repositories, Repository) || isOddSection(worktrees, Clone)
}

function isOddSection(value: unknown, schema: typeof Repository | typeof Clone): boolean {
  if (value === undefined) return false
  if (!isObject(value)) return true
  return Object.values(value).some((entry) => !schema.strict().safeParse(entry).success)
}
