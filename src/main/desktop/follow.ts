import type { NativeTheme } from 'electron'
import { isActing } from '../../shared/acting'
import type { EventName, EventPayload } from '../../shared/contract'
import type { Settings, Summary } from '../../shared/model'
import type { EngineLink } from './engine-link'
import type { TrayFacts } from './tray-view'

export interface FollowPorts {
  readonly link: () => Pick<EngineLink, 'call'>
  readonly theme: Pick<NativeTheme, 'themeSource'>
  readonly send: (name: EventName, payload: unknown) => void
  readonly show: (facts: TrayFacts) => void
  /** Told whenever it was heard whether something is being removed. */
  readonly awake: (acting: boolean) => void
}

/** What follows the engine in the desktop: the pages, the tray and the theme. */
export interface Follower {
  event(name: EventName, payload: unknown): void
  state(state: 'up' | 'down'): void
  /** Whether something is being removed, as far as was told. */
  acting(): boolean
}

/**
 * Hands the engine's events on to the pages and keeps the tray and the theme with them. When the engine is back it asks
 * how things stand and tells everybody, since what was said in between is lost.
 */
export function createFollower({ link, theme, send, show, awake }: FollowPorts): Follower {
  let facts: TrayFacts = { summary: null, engine: 'up', units: 'decimal' }
  let acting = false
  const act = (now: boolean) => {
    acting = now
    awake(now)
  }
  const learn = (more: Partial<TrayFacts>) => {
    facts = { ...facts, ...more }
    show(facts)
  }
  const take = (settings: Settings) => {
    theme.themeSource = settings.theme
    learn({ units: settings.units })
  }
  const event = (name: EventName, payload: unknown) => {
    if (name === 'survey.changed') learn({ summary: (payload as EventPayload<'survey.changed'>).summary })
    if (name === 'settings.changed') take((payload as EventPayload<'settings.changed'>).settings)
    if (name === 'act.progress') act(isActing((payload as EventPayload<'act.progress'>).progress))
    send(name, payload)
  }
  const catchUp = async () => {
    const settings = await link().call('settings.get', {})
    if (settings.ok) take(settings.value as Settings)
    const summary = await link().call('survey.summary', {})
    if (!summary.ok) return
    const value = summary.value as Summary
    event('survey.changed', { revision: value.revision, summary: value })
  }
  return {
    event,
    acting: () => acting,
    state: (engine) => {
      act(false)
      learn(engine === 'down' ? { engine, summary: null } : { engine })
      if (engine === 'up') void catchUp()
    }
  }
}
