import { lstat, stat } from 'node:fs/promises'
import { bytesOf, childOf, type Place } from '../../place'
import { sourceFrom, type Workspace, type WorkspaceSource } from '../../tools/devpod/workspace'
import { resolvePlace } from './canonical'
import type { HomeReading } from './devpod-home'
import { inTurns } from './in-turns'
import { type Hold, holdOf, isOurs, placeOfSource, positionIn } from './ownership'

/** A workspace that somebody's records name, and what it means for the clones. */
export interface Live {
  readonly id: string
  readonly lastUsed: string
  /** True when the listing names it: only then can devpod be asked for its state. */
  readonly listed: boolean
  /** True when it opens something inside devlaunch's cache. */
  readonly ours: boolean
  readonly hold: Hold
  /** The real folder it opens, canonical, when it is outside the clone root. */
  readonly folder: Place | null
}

export interface LiveFacts {
  readonly listed: readonly Workspace[]
  readonly home: HomeReading
  /** Canonical. */
  readonly cloneRoot: Place
  /** As it is spelled, for the test that does without the disk. */
  readonly cache: Place
  /** Where relative sources count from. */
  readonly from: Place
}

const atOnce = 16

/**
 * Every live workspace with its hold: the listed ones, and those records of the devpod home that the listing lacks,
 * because a listing alone does not prove that nobody holds a clone (2.13). What cannot be read is unlocatable.
 */
export async function findLive(facts: LiveFacts): Promise<readonly Live[]> {
  const listed = await inTurns(facts.listed, atOnce, (workspace) => liveFrom(workspace, workspace.source, true, facts))
  const known = new Set(facts.listed.map(({ context, id }) => `${context}\0${id}`))
  const lacking: Live[] = []
  for (const record of facts.home.records) {
    if (known.has(`${record.context}\0${record.id}`)) continue
    const unlisted = { id: record.id, lastUsed: '' }
    if (record.kind === 'unreadable') {
      lacking.push(unlocatable(record.id, record.why))
      continue
    }
    const { workspace, mounted } = record
    if (workspace !== null) lacking.push(await liveFrom(workspace, workspace.source, false, facts))
    if (mounted !== null) {
      const second = await liveFrom(unlisted, sourceFrom({ localFolder: mounted }), false, facts)
      if (second.hold.kind !== 'outside') lacking.push(second)
    }
  }
  return [...listed, ...lacking, ...facts.home.closed.map((why) => unlocatable('', why))]
}

const unlocatable = (id: string, why: string): Live => ({
  id,
  lastUsed: '',
  listed: false,
  ours: false,
  hold: { kind: 'unlocatable', why },
  folder: null
})

async function liveFrom(
  workspace: { readonly id: string; readonly lastUsed: string },
  source: WorkspaceSource,
  listed: boolean,
  facts: LiveFacts
): Promise<Live> {
  const live = (hold: Hold, folder: Place | null = null): Live => ({
    id: workspace.id,
    lastUsed: workspace.lastUsed,
    listed,
    ours: isOurs(source, facts.cache),
    hold,
    folder
  })
  const place = placeOfSource(source)
  if (place.kind === 'none') return live({ kind: 'outside' })
  if (place.kind === 'unlocatable') return live(place)
  const resolved = await resolvePlace(place.path, facts.from)
  if (resolved.kind === 'closed')
    return live({ kind: 'unlocatable', why: `its folder cannot be found: ${resolved.said}` })
  const position = positionIn(resolved.place, facts.cloneRoot)
  if (position.kind === 'outside')
    return live({ kind: 'outside' }, (await isRealFolder(resolved.place)) ? resolved.place : null)
  return live(holdOf(position, position.kind === 'below' && (await hasDotGit(position.clone))))
}

async function isRealFolder(place: Place): Promise<boolean> {
  try {
    return (await lstat(bytesOf(place))).isDirectory()
  } catch {
    return false
  }
}

/** A `.git` that the system refuses to look at does not count: the workspace is then misplaced, which keeps more. */
async function hasDotGit(clone: Place): Promise<boolean> {
  return stat(bytesOf(childOf(clone, '.git'))).then(
    () => true,
    () => false
  )
}
