import { useSyncExternalStore } from 'react'
import { CallFault, type Client } from '../../shared/client'
import type { Fault } from '../../shared/contract'
import type { AppInfo, Job, Settings, Site, Summary } from '../../shared/model'
import type { ActProgress, PlanHead, Planning } from '../../shared/plan'
import { useApp } from '../app/context'
import { createSiteSync } from './sync'

/** All a view reads. Parts that change at different paces are apart, so that progress redraws no list. */
export interface PageState {
  readonly info: AppInfo | null
  readonly settings: Settings
  readonly summary: Summary | null
  /** The scan that runs, or the last one. */
  readonly job: Job | null
  readonly sites: readonly Site[]
  /** The same sites, to look one up. */
  readonly sitesById: ReadonlyMap<string, Site>
  /** False until a whole round of pages has come. */
  readonly sitesComplete: boolean
  /** Changes when the list of places may have. */
  readonly placesRevision: number
  /** The making of a plan that runs, or ran last. */
  readonly planning: Planning | null
  /** The plan that was made last, as it was then; null once it was acted on. */
  readonly planned: PlanHead | null
  /** The act that runs, or ran last. */
  readonly act: ActProgress | null
  /** False where the engine makes no plans, so that none is offered. */
  readonly plansHere: boolean
  /** Changes when the list of past runs may have. */
  readonly historyRevision: number
  /** Why the engine cannot be asked at the moment. */
  readonly lost: Fault | null
}

export interface PageStore {
  get(): PageState
  subscribe(listener: () => void): () => void
  /** Asks for the snapshot and follows the events. */
  start(): Promise<void>
  /** Asks for everything again. */
  refresh(): Promise<void>
  changeSettings(change: Partial<Settings>): Promise<void>
}

const first: PageState = {
  info: null,
  settings: { theme: 'system', units: 'decimal', motion: 'system', patterns: 'always' },
  summary: null,
  job: null,
  sites: [],
  sitesById: new Map(),
  sitesComplete: false,
  placesRevision: 0,
  planning: null,
  planned: null,
  act: null,
  plansHere: false,
  historyRevision: 0,
  lost: null
}

/** How soon a stopped engine is asked again. Milliseconds. */
const retryMs = 3000

const faultOf = (error: unknown): Fault =>
  error instanceof CallFault ? error.fault : { code: 'internal', message: String(error) }

/** The one store of the page, over a client. */
export function createStore(client: Client): PageStore {
  let state = first
  const listeners = new Set<() => void>()
  const set = (change: Partial<PageState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  let retry: ReturnType<typeof setTimeout> | null = null
  const lose = (error: unknown) => {
    const lost = faultOf(error)
    set({ lost })
    // An engine that stopped is started again by its host; the page finds it by itself.
    if (lost.code !== 'engine-gone' || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      void refresh()
    }, retryMs)
  }

  const sync = createSiteSync({
    ask: (since, after) => client.call('survey.sites', { since, after }),
    publish: (book, complete) =>
      set({
        sites: [...book.byId.values()],
        sitesById: book.byId,
        sitesComplete: state.sitesComplete || complete,
        lost: null
      }),
    failed: lose,
    now: () => performance.now(),
    later: (run, ms) => void setTimeout(run, ms)
  })

  const takeSummary = (summary: Summary) => {
    if (state.summary !== null && state.summary.engine !== summary.engine) {
      sync.restart()
      set({ sites: [], sitesById: new Map(), sitesComplete: false })
    }
    set({ summary, job: summary.job ?? state.job, lost: null })
    if (summary.revision > 0) sync.reached(summary.revision)
  }

  const refresh = async () => {
    try {
      const [info, settings, summary] = await Promise.all([
        client.call('app.info', {}),
        client.call('settings.get', {}),
        client.call('survey.summary', {})
      ])
      set({ info, settings })
      takeSummary(summary)
      await askPlans()
    } catch (error) {
      lose(error)
    }
  }

  const takePlanning = (planning: Planning | null) => {
    const id = planning?.state === 'ready' ? planning.id : null
    set({ planning, planned: state.planned?.id === id ? state.planned : null })
    if (id === null || state.planned?.weighing === planning?.weighing) return
    // A plan that is not known any more has no figure to show.
    client.call('plan.head', { plan: id }).then(
      (head) => state.planning?.id === id && !head.spent && set({ planned: head }),
      () => undefined
    )
  }

  const askPlans = () =>
    Promise.all([client.call('act.now', {}), client.call('plan.making', {})]).then(
      ([act, planning]) => {
        set({ act, plansHere: true })
        takePlanning(planning)
      },
      (error: unknown) => {
        if (faultOf(error).code !== 'not-here') throw error
        set({ plansHere: false })
      }
    )

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: async () => {
      client.on('survey.changed', ({ summary }) => takeSummary(summary))
      client.on('job.progress', ({ job }) => set({ job, lost: null }))
      client.on('settings.changed', ({ settings }) => set({ settings }))
      client.on('plan.progress', ({ planning }) => takePlanning(planning))
      client.on('act.progress', ({ progress }) =>
        set({ act: progress, planned: state.planned?.id === progress.id ? null : state.planned })
      )
      client.on('history.changed', () => set({ historyRevision: state.historyRevision + 1 }))
      client.on('places.changed', () => set({ placesRevision: state.placesRevision + 1 }))
      await refresh()
    },
    refresh,
    changeSettings: async (change) => set({ settings: await client.call('settings.change', change) })
  }
}

/** One part of the state; the view is drawn again when that part is another value. */
export function usePage<Part>(pick: (state: PageState) => Part): Part {
  const { store } = useApp()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

/** True before the first scan there ever was on this machine. */
export const useFirstRun = (): boolean =>
  usePage((state) => state.summary?.firstRun === true && state.summary.scan === 'never')

export const useUnits = () => usePage((state) => state.settings.units)
