import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { EventName, EventPayload } from '../../shared/contract'
import { createDispatch } from '../../shared/dispatch'
import type { Disk } from '../../shared/model'
import { createTakeLock } from './act/lock'
import { createActs } from './acts'
import { askUnsaved, unsavedDetail } from './evidence/detail'
import { aboutApp, createHandlers, type Parts } from './handlers'
import { freshId } from './ids'
import { createScanner, type Scanner } from './jobs'
import { type Place, placeOf } from './place'
import { createPlans } from './plans'
import type { Engine, Ports } from './ports'
import { createFolders } from './settings/folders'
import { openPlaces } from './settings/places'
import { openSettings } from './settings/settings'
import { suggestFolders } from './settings/suggestions'
import { type Locations, locate } from './sources/devlaunch/locations'
import { createDevlaunchSource } from './sources/devlaunch/source'
import { createBorrowing } from './sources/git-questions/borrowers'
import { createInspector } from './sources/git-questions/questions'
import { createGitWorktreesSource } from './sources/git-worktrees/source'
import type { Evidence, Source } from './sources/source'
import { stateFolder } from './state/folder'
import { lastFigure, openFigures } from './survey/figures'
import type { Entry } from './survey/merge'
import { renewed } from './survey/renew'
import { summarise } from './survey/summary'
import { createSurvey } from './survey/survey'
import { createRun } from './tools/run'
import { freeSpace } from './tools/system/free-space'
import { createTree } from './tree/tree'
import { words } from './words'

export type { Engine, Ports } from './ports'

/** Puts the parts together; the only file that knows all of them. Scans nothing until it is asked to. */
export async function createEngine(ports: Ports): Promise<Engine> {
  const listeners = new Set<(name: EventName, payload: unknown) => void>()
  const emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => {
    for (const listener of listeners) listener(name, payload)
  }
  const engine = freshId()
  const notices = new Set<string>()
  const notice = (text: string) => {
    notices.add(text)
    ports.log({ level: 'warn', text })
  }
  const bug = (what: string, error: unknown) =>
    ports.log({
      level: 'error',
      text: `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    })

  const run = createRun(ports.env)
  const given = ports.env['HOME'] ?? ''
  const home = isAbsolute(given) ? resolve(given) : null
  const state = orNotice(() => stateFolder(ports.env), notice)
  const locations = orNotice<Locations>(() => locate(ports.env), notice)
  const settings = await openSettings(state === null ? null : join(state, 'settings.json'), notice)
  const places = await openPlaces({
    file: state === null ? null : join(state, 'places.json'),
    clones: locations?.cloneRoot ?? null,
    suggested: await suggestFolders(home, ports.beside ?? []),
    home,
    notice
  })
  const folders = createFolders(home ?? '/')
  const figures = await openFigures(state === null ? null : join(state, 'figures.json'), notice)

  const known = createBorrowing()
  const sourcesFor = (roots: readonly Place[], devlaunch: boolean): Source[] => {
    const inspector = createInspector(run, known)
    return [
      ...(devlaunch && locations !== null ? [createDevlaunchSource({ env: ports.env, run, inspector })] : []),
      ...(roots.length > 0 ? [createGitWorktreesSource({ roots, run, inspector })] : [])
    ]
  }
  const everySource = sourcesFor([placeOf('/')], true)
  const survey = createSurvey(
    (name) => everySource.find((source) => source.name === name)?.questions ?? [],
    (id) => figures.of(id)
  )

  let disk: Disk | null = null
  const scannerFor = (sources: () => readonly Source[], tick: () => void, ended?: () => void) =>
    createScanner({
      survey,
      sources,
      worker: ports.walker,
      now: Date.now,
      notice,
      bug: (error) => bug('scan', error),
      tick,
      ...(ended === undefined ? {} : { ended })
    })
  const scanner = scannerFor(
    () => sourcesFor(places.roots(), places.devlaunch()),
    () => changed(),
    () => figures.keep(survey)
  )
  const summary = () =>
    summarise({
      engine,
      revision: survey.revision(),
      sites: [...survey.sites()],
      ledger: scanner.ledger(),
      job: scanner.job(),
      finishedAt: scanner.finishedAt(),
      firstRun: places.first(),
      disk,
      reports: scanner.reports(),
      notices: [...notices]
    })
  const progress = (of: Scanner) => {
    const job = of.job()
    if (job !== null) emit('job.progress', { revision: survey.revision(), job })
  }
  const changed = () => {
    progress(scanner)
    emit('survey.changed', { revision: survey.revision(), summary: summary() })
  }
  const measureDisk = async () => {
    disk = await freeSpace(run, home ?? '/')
  }
  await measureDisk()
  /** What a page was told now, the list tells too; a scan that runs, or ran meanwhile, has answers of its own. */
  const renew = (site: string, asked: Entry, anew: readonly Evidence[]) => {
    const answers = renewed(asked, anew)
    if (answers === null || scanner.job()?.state === 'running' || survey.entry(site)?.asked !== asked.asked) return
    survey.answer(site, answers)
    if (survey.publish()) emit('survey.changed', { revision: survey.revision(), summary: summary() })
  }

  const parts: Parts = {
    ports,
    home,
    run,
    survey,
    scanner,
    tree: createTree(survey, () => scanner.ledger()),
    settings,
    places,
    folders,
    summary,
    measureDisk,
    unsaved: async (site) => {
      const entry = survey.entry(site)
      if (entry === undefined) return null
      const ignoredIs = entry.found.has('git-worktrees') ? 'unknown' : 'hint'
      const { detail, evidence } = await askUnsaved(run, known, { site, place: entry.place, ignoredIs })
      renew(site, entry, evidence)
      return detail
    },
    scannerFor: (sources) => {
      const one: Scanner = scannerFor(
        () => sources,
        () => progress(one)
      )
      return one
    },
    sourcesFor,
    emit,
    notice,
    notices
  }
  const planning = {
    ports,
    run,
    take: createTakeLock(run),
    locations,
    inspector: () => createInspector(run, undefined, 'many'),
    revision: survey.revision,
    emit
  }
  const plans = createPlans({
    ...planning,
    unsaved: (row, place) => unsavedDetail(run, known, { site: row, place, ignoredIs: 'hint' }),
    lastWeight: (id) => lastFigure(survey, figures, id),
    lastFreed: (ids) => {
      const ledger = scanner.ledger()
      return ledger === null || !ids.every((id) => ledger.knows(id)) ? null : ledger.freedBy(ids)
    },
    bug: (error) => bug('plan', error)
  })
  const acts = createActs({
    ...planning,
    book: plans.book,
    host: ports.host,
    state,
    home,
    remover: join(dirname(ports.walker), 'remover.cjs'),
    notice,
    bug: (error) => bug('act', error)
  })
  const handlers = { ...createHandlers(parts), ...plans.handlers, ...acts.handlers }

  return {
    handlers,
    dispatch: (host) => createDispatch({ ...handlers, ...aboutApp(parts, host) }, host, bug),
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    addPlace: async (path) => {
      await places.add(placeOf(path))
      emit('places.changed', { revision: survey.revision() })
      return places.list(() => null)
    },
    pathOf: (site) => survey.site(site)?.path ?? null,
    busy: () => scanner.job()?.state === 'running' || acts.busy(),
    close: async () => {
      scanner.stop()
      await Promise.all([scanner.idle(), plans.close(), acts.close()])
      await figures.idle()
      scanner.ledger()?.close()
      listeners.clear()
    }
  }
}

/** A part that needs a home does without one, and says so. */
function orNotice<Value>(make: () => Value, notice: (text: string) => void): Value | null {
  try {
    return make()
  } catch (error) {
    notice(words(error))
    return null
  }
}
