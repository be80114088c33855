import type { PlanRow, RowKind } from '../../shared/plan'
import type { IconName } from '../components/icons'
import { counted } from '../components/words'

/** What names a row of a plan, and of a report. */
export type Named = Pick<PlanRow, 'kind' | 'path' | 'name'>

export const kindIcons: Readonly<Record<RowKind, IconName>> = {
  clone: 'folder',
  worktree: 'branch',
  registration: 'branch',
  subtree: 'regenerate',
  volumes: 'disk',
  record: 'list',
  'launch-lock': 'lock',
  workspace: 'workspaces',
  cache: 'folder',
  managed: 'branch',
  scratch: 'file',
  artifact: 'regenerate',
  repoint: 'swap'
}

const things: Readonly<Record<RowKind, string>> = {
  clone: 'clone folder',
  worktree: 'worktree',
  registration: 'registration',
  subtree: 'environment',
  volumes: 'volume',
  record: 'record',
  'launch-lock': 'launch lock',
  workspace: 'workspace',
  cache: 'cache folder',
  managed: 'worktree',
  scratch: 'session folder',
  artifact: 'folder',
  repoint: 'record'
}

/** The last part of a path, with what it belongs to where that tells it apart. Pure. */
export function rowName({ kind, path, name }: Named): string {
  if (kind === 'volumes') return `volumes of ${name ?? 'a workspace'}`
  if (kind === 'launch-lock') return `launch lock ${name ?? ''}`.trim()
  if (kind === 'record') return `record ${name ?? path}`
  if (kind === 'worktree' || kind === 'registration') return insideName(path, ' › ')
  if (kind === 'subtree') return subtreeName(path)
  return path.slice(path.lastIndexOf('/') + 1) || path
}

const nest = '/.claude/worktrees/'
const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** `kestrel-main › agent-a49a`: the clone and each worktree on the way. A worktree elsewhere has its own name alone. */
function insideName(path: string, between: string): string {
  const [clone = path, ...worktrees] = path.split(nest)
  return [lastOf(clone), ...worktrees].join(between)
}

/** `agent-c771/.pixi/envs/default`: the site that holds it, where that is a worktree of a clone, and the way inside. */
const subtreeName = (path: string): string =>
  path.includes(nest) ? path.slice(path.lastIndexOf(nest) + nest.length) : path.split('/').slice(-3).join('/')

/** The folder of the clone that something lies in; null for what is a clone, or lies in none. Pure. */
export function cloneOf({ kind, path }: Pick<PlanRow, 'kind' | 'path'>): string | null {
  const at = path.indexOf(nest)
  return at < 0 || !insideKinds.has(kind) ? null : path.slice(0, at)
}

const insideKinds: ReadonlySet<RowKind> = new Set(['worktree', 'registration', 'subtree'])

type Counted = Pick<PlanRow, 'kind'> & { readonly volumes?: readonly string[] | undefined }

/** How many there are of each kind, in the order of the rows: `4 clone folders`, `3 volumes`. Pure. */
export function thingCounts(rows: readonly Counted[]): string[] {
  const counts = new Map<string, number>()
  for (const { kind, volumes } of rows)
    counts.set(things[kind], (counts.get(things[kind]) ?? 0) + (kind === 'volumes' ? (volumes?.length ?? 1) : 1))
  return [...counts].map(([thing, count]) => counted(count, thing))
}

/** `4 clone folders, 3 volumes`; `nothing` for none. Pure. */
export const thingWords = (rows: readonly Counted[]): string => thingCounts(rows).join(', ') || 'nothing'

const two = (value: number) => String(value).padStart(2, '0')

/** `12:04:31` in local time. Pure; empty for no time at all. */
export function clockWords(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** Parts in a sentence: `a`, `a and b`, `a, b and c`. Pure. */
export const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
