import type { Answer, EventName } from '../../shared/contract'
import type { WatchedPlace } from '../../shared/model'

/** What the engine's process is told when it starts. */
export interface EngineStart {
  readonly version: string
  /** Path of the built walker. */
  readonly walker: string
  readonly demo: boolean
  /** Folders that may hold checkouts besides the usual ones. */
  readonly beside: readonly string[]
}

/** What only the desktop's own main process may ask, beside the calls of the contract. */
export interface OwnQuestions {
  /** A folder that the person chose in the system's own dialog. */
  'add-place': { readonly ask: string; readonly answer: readonly WatchedPlace[] }
  /** Where a site lies, to show it in the file manager; null when there is no such site. */
  'path-of': { readonly ask: string; readonly answer: string | null }
}
export type OwnQuestion = keyof OwnQuestions

/** Main → engine's process. */
export type ToEngine =
  | { readonly kind: 'start'; readonly start: EngineStart }
  | { readonly kind: 'call'; readonly id: number; readonly name: unknown; readonly input: unknown }
  | { readonly kind: 'own'; readonly id: number; readonly question: OwnQuestion; readonly ask: string }
  | { readonly kind: 'close' }

/** Engine's process → main. */
export type FromEngine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer<unknown> }
  | { readonly kind: 'event'; readonly name: EventName; readonly payload: unknown }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly kind: 'failed'; readonly said: string }

export type LogLevel = 'info' | 'warn' | 'error'
