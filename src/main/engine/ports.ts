import type { EventName, EventPayload, Handlers, HostName } from '../../shared/contract'
import type { Dispatch } from '../../shared/dispatch'
import type { WatchedPlace } from '../../shared/model'

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

/** What a host hands to the engine. */
export interface Ports {
  /** Where homes, caches and programs are found. */
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  readonly host: HostName
  /** The built worker of the walker. */
  readonly walker: string
  readonly demo: boolean
  /** Folders that may hold checkouts besides the usual ones, such as the one around the running checkout. */
  readonly beside?: readonly string[]
  readonly log: (line: LogLine) => void
}

/** An event with its name, as a wire carries it. */
export type Told = {
  readonly [Name in EventName]: { readonly name: Name; readonly payload: EventPayload<Name> }
}[EventName]

/** The engine as its hosts see it. */
export interface Engine {
  readonly handlers: Partial<Handlers>
  dispatch(host: HostName): Dispatch
  on(listener: (name: EventName, payload: unknown) => void): () => void
  /** For the desktop's own folder dialog, never from a page. Rejects with a `Refusal`. */
  addPlace(path: string): Promise<WatchedPlace[]>
  pathOf(site: string): string | null
  busy(): boolean
  /** Stops what runs and waits for it. */
  close(): Promise<void>
}
