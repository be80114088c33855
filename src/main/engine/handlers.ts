import { amountOf, bytesFrom, unreadableIn } from '../../shared/bytes'
import type { Emit, Handlers, HostName } from '../../shared/contract'
import { Refusal } from '../../shared/dispatch'
import type { Summary } from '../../shared/model'
import type { UnsavedDetail } from '../../shared/unsaved'
import { diagnostics } from './diagnostics'
import { examine } from './doctor'
import { listingCall } from './headless/listing'
import { sizeOf } from './headless/size'
import { surveyCall } from './headless/survey'
import { treeOf } from './headless/tree'
import { createWalk } from './headless/walk'
import type { Scanner } from './jobs'
import { isWithin, type Place } from './place'
import type { Ports } from './ports'
import { walkerInUse } from './scan/weigh'
import type { FolderBook } from './settings/folders'
import type { PlaceBook } from './settings/places'
import type { SettingsBook } from './settings/settings'
import type { Source } from './sources/source'
import { detailOf } from './survey/detail'
import type { Survey } from './survey/survey'
import type { Run } from './tools/run'
import type { Tree } from './tree/tree'
import { words } from './words'

export interface Parts {
  readonly ports: Ports
  readonly home: string | null
  readonly run: Run
  readonly survey: Survey
  readonly scanner: Scanner
  readonly tree: Tree
  readonly settings: SettingsBook
  readonly places: PlaceBook
  readonly folders: FolderBook
  readonly notices: ReadonlySet<string>
  readonly summary: () => Summary
  readonly measureDisk: () => Promise<void>
  /** A site's unsaved work in full; null for an unknown site. */
  readonly unsaved: (site: string) => Promise<UnsavedDetail | null>
  readonly scannerFor: (sources: readonly Source[]) => Scanner
  readonly sourcesFor: (roots: readonly Place[], devlaunch: boolean) => Source[]
  readonly emit: Emit
  readonly notice: (text: string) => void
}

type Engines = Partial<Handlers>

/** Every call but the three that only the desktop can answer, over the engine's parts. */
export const createHandlers = (parts: Parts): Engines => ({
  ...aboutApp(parts, parts.ports.host),
  ...aboutSites(parts),
  ...aboutPlaces(parts),
  ...forTerminal(parts)
})

/** What depends on who asks, too: the same engine serves its own host and the browser. */
export const aboutApp = ({ ports, home, settings, survey, summary, emit }: Parts, host: HostName) =>
  ({
    'app.info': () => ({
      host,
      version: ports.version,
      platform: process.platform,
      home: home === '/' ? '' : (home ?? ''),
      demo: ports.demo
    }),
    'app.diagnostics': () => ({ text: diagnostics(ports.version, host, walkerInUse(ports.walker), summary(), home) }),
    'settings.get': () => settings.get(),
    'settings.change': async (patch) => {
      try {
        return await said(settings.change(patch))
      } finally {
        // It holds for this run, also when it could not be kept.
        emit('settings.changed', { revision: survey.revision(), settings: settings.get() })
      }
    }
  }) satisfies Engines

const aboutSites = ({ ports, run, survey, scanner, tree, places, summary, measureDisk, unsaved, notice }: Parts) =>
  ({
    'app.doctor': async () => {
      const signal = new AbortController().signal
      return { checks: await examine({ env: ports.env, run, walker: ports.walker, signal }) }
    },
    'survey.summary': async () => {
      await measureDisk()
      return summary()
    },
    'survey.sites': ({ since, after }) => survey.page(since, after),
    'survey.scan': async ({ background }) => {
      // A choice that cannot be kept is asked for again at the next start; it keeps nobody from scanning.
      await places.settle().catch((error: unknown) => notice(words(error)))
      return { job: scanner.start(background === true) }
    },
    'survey.stop': () => ({ stopped: scanner.stop() }),
    'survey.freed': ({ sites }) => {
      const ledger = scanner.ledger()
      const known = sites.filter((id) => ledger?.knows(id))
      return {
        revision: survey.revision(),
        bytes: ledger === null ? null : ledger.freedBy(known),
        estimate: ledger === null ? null : ledger.estimate(known),
        unmeasured: sites.length - known.length
      }
    },
    'tree.weigh': ({ node }) => {
      const folder = tree.folderOf(node)
      if (folder === undefined || survey.entry(folder.site) === undefined)
        throw new Refusal('That part of the map is no longer there. Go back to the top.')
      const path = folder.path.filter((name) => name !== '')
      return { started: path.length === 0 ? scanner.weigh(folder.site) : scanner.weighFolder(folder.site, path) }
    },
    'tree.level': ({ node }) => tree.level(node),
    'site.node': ({ site }) => ({ node: tree.nodeOf(site) }),
    'site.weigh': ({ site }) => {
      if (survey.entry(site) === undefined)
        throw new Refusal('That workspace is gone. Scan again to see what is there.')
      return { started: scanner.weigh(site) }
    },
    'site.unsaved': async ({ site }) => {
      const detail = await unsaved(site)
      if (detail === null) throw new Refusal('That workspace is gone. Scan again to see what is there.')
      return detail
    },
    'site.detail': ({ site }) => {
      const detail = detailOf(survey, scanner.ledger(), site, scanner.isWeighing(site))
      if (detail === undefined) throw new Refusal('That workspace is gone. Scan again to see what is there.')
      return detail
    }
  }) satisfies Engines

const aboutPlaces = ({ survey, scanner, places, folders, emit }: Parts) => {
  /** What the sites in a place free together; `null` before they were measured. */
  const freedIn = (place: Place) => {
    const ledger = scanner.ledger()
    const inside = [...survey.sites()]
      .map((site) => survey.entry(site.id))
      .filter((entry) => entry && isWithin(entry.place, place))
    const ids = inside.flatMap((entry) => (entry !== undefined && ledger?.knows(entry.id) ? [entry.id] : []))
    if (ledger === null || ids.length === 0) return null
    const bytes = ledger.freedBy(ids)
    return bytesFrom(amountOf(bytes), unreadableIn(bytes))
  }
  const listed = async (changing: Promise<void>) => {
    await said(changing).finally(() => emit('places.changed', { revision: survey.revision() }))
    return places.list(freedIn)
  }
  return {
    'places.list': () => places.list(freedIn),
    'places.turn': async ({ place, on }) => {
      return listed(places.turn(place, on))
    },
    'places.forget': async ({ place }) => {
      return listed(places.forget(place))
    },
    'places.add': async ({ folder }) => {
      return listed(places.add(folders.placeOf(folder)))
    },
    'folders.open': ({ folder }) => folders.open(folder)
  } satisfies Engines
}

const forTerminal = ({ ports, run, survey, places, notices, notice, emit, scannerFor, sourcesFor }: Parts) => {
  const walk = createWalk(ports.walker, (job) => emit('job.progress', { revision: survey.revision(), job }))
  return {
    'cli.listing': (wanted) => listingCall({ env: ports.env, run, walk, notice }, wanted),
    'cli.survey': ({ roots }) =>
      surveyCall({
        survey,
        scanner: scannerFor(
          roots === null
            ? sourcesFor(places.roots(), places.devlaunch())
            : sourcesFor(
                roots.map((root) => root as Place),
                true
              )
        ),
        notices
      }),
    'cli.size': (asked) => sizeOf(walk, asked),
    'cli.tree': (asked) => treeOf(walk, asked)
  } satisfies Engines
}

/** What our own state could not do is a sentence for the person, not an error of ours. */
async function said<Value>(doing: Promise<Value>): Promise<Value> {
  try {
    return await doing
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error)) throw error
    throw new Refusal(error.message)
  }
}
