import { lstat } from 'node:fs/promises'
import type { Reason } from '../../../../shared/model'
import { bytesOf, type Place, placeOf } from '../../place'
import { listWorkspaces } from '../../tools/devpod/list'
import { askStatus } from '../../tools/devpod/status'
import { mayBeCheckout } from '../../tools/git/checkout'
import { gitVersion } from '../../tools/git/version'
import type { Run } from '../../tools/run'
import { isAbsence } from '../../words'
import { cloneQuestions, createInspector, type Inspector } from '../git-questions/questions'
import { reportGit } from '../git-questions/report'
import type { Discovery, Evidence, Question, Source } from '../source'
import { resolvePlace } from './canonical'
import { listClones } from './clones'
import { readDevpodHome } from './devpod-home'
import { findLive } from './holders'
import { inTurns } from './in-turns'
import { type Locations, locate, NowhereToLook } from './locations'
import { readMetadata } from './metadata'
import { reportCache, reportDevpod, reportNowhere } from './reports'
import { type Asked, cloneSite, folderSites, withStates } from './sites'
import { recordsByPlace } from './situation'
import { indexLive, standingOf } from './standing'

export interface DevlaunchPorts {
  readonly env: NodeJS.ProcessEnv
  readonly run: Run
  /** Shared with the other sources of a scan. */
  readonly inspector?: Inspector
}

const questions: readonly Question[] = [{ id: 'held', asks: 'who opens it.' }, ...cloneQuestions]
const atOnce = 8

/**
 * devlaunch's clones, and the folders of workspaces it did not make. All sites are streamed before devpod is asked for
 * a single state; each is streamed again when its state is known. Looking writes nothing.
 */
export function createDevlaunchSource(ports: DevlaunchPorts): Source {
  const inspector = ports.inspector ?? createInspector(ports.run)
  return {
    name: 'devlaunch',
    questions,
    discover: async (discovery) => {
      try {
        await discover(ports, inspector, locate(ports.env), discovery)
      } catch (error) {
        if (!(error instanceof NowhereToLook)) throw error
        discovery.report(reportNowhere(error.message))
      }
    },
    inspect: async ({ kind, place }, signal) => {
      if (kind === 'folder' && !(await mayBeCheckout(place))) return noRepository(cloneQuestions)
      return inspector.inspect(place, cloneQuestions, signal)
    }
  }
}

/** A folder outside of git has no answers to give, for one and the same reason. */
function noRepository(asked: readonly Question[]): Evidence[] {
  const text = 'It is no git checkout, so nothing can tell what exists only here.'
  const reason: Reason = { kind: 'unknown', code: 'no-repository', text }
  return asked.map(({ id }) => ({ kind: 'reason', question: id, at: Date.now(), reason }))
}

async function discover(
  { run }: DevlaunchPorts,
  inspector: Inspector,
  locations: Locations,
  discovery: Discovery
): Promise<void> {
  const { signal } = discovery
  const from = placeOf(process.cwd())
  const cloneRoot = await canonical(locations.cloneRoot, from)
  const cache = await canonical(locations.cache, from)
  const [git, listed, home, reading, listing, exists] = await Promise.all([
    gitVersion(run, signal),
    listWorkspaces(run, signal),
    readDevpodHome(locations.devpodHome),
    readMetadata(locations.metadata),
    listClones(cloneRoot, signal),
    mayExist(cache)
  ])
  if (signal.aborted) return
  discovery.report(reportDevpod(listed, exists))
  discovery.report(reportCache(cache, exists, reading, listing))
  discovery.report(reportGit(git))
  if (reading.notice !== null) discovery.notice(reading.notice)
  const workspaces = listed.kind === 'listed' ? listed.workspaces : []
  const live = await findLive({ listed: workspaces, home, cloneRoot, cache: locations.cache, from })
  const records = await recordsByPlace(reading.metadata, locations.cloneRoot, from)
  const index = indexLive(live)
  const at = Date.now()
  const clones = await inTurns(listing.clones, atOnce, async (clone) => {
    const own = records.get(clone.place) ?? []
    const asked = await cloneSite(clone, own[own.length - 1], standingOf(clone, own, index, listed.kind), at)
    if (!signal.aborted) discovery.found(asked.site)
    return asked
  })
  const folders = folderSites(live, at)
  for (const { site } of folders) if (!signal.aborted) discovery.found(site)
  await inTurns([...clones, ...folders], atOnce, ({ site }) => inspector.know(site.place))
  await askStates(run, [...clones, ...folders], discovery)
}

async function canonical(place: Place, from: Place): Promise<Place> {
  const resolved = await resolvePlace(place, from)
  return resolved.kind === 'place' ? resolved.place : place
}

async function mayExist(place: Place): Promise<boolean> {
  return lstat(bytesOf(place)).then(
    () => true,
    (error) => !isAbsence(error)
  )
}

/** One question per workspace, however many sites it opens; every site is streamed again as soon as its words are in. */
async function askStates(run: Run, sites: readonly Asked[], discovery: Discovery): Promise<void> {
  const { signal } = discovery
  const asked = new Map<string, Promise<string | null>>()
  const ask = (id: string) => {
    const answer = asked.get(id) ?? askStatus(run, id, signal)
    asked.set(id, answer)
    return answer
  }
  const open = sites.filter(({ holders }) => holders.length > 0)
  await inTurns(open, atOnce, async ({ site, holders }) => {
    if (signal.aborted) return
    const words: (string | null)[] = []
    for (const id of holders) words.push(await ask(id))
    if (!signal.aborted) discovery.found(withStates(site, words))
  })
}
