import type { Lost, Reason, SiteKind, SiteState, SourceName, SourceReport, Unsaved } from '../../../shared/model'
import type { Place } from '../place'

/** A question that a source's sites must all have answered before anything may be offered. */
export interface Question {
  readonly id: string
  readonly asks: string
}

/**
 * One answer, with its question and the time it was given (milliseconds since the epoch). The guard's answer rides on its
 * evidence as it was given, with what it is made of where work would be lost.
 */
export type Evidence = {
  readonly question: string
  readonly at: number
  readonly unsaved?: Unsaved
  readonly lost?: Lost
} & ({ readonly kind: 'safe' } | { readonly kind: 'reason'; readonly reason: Reason })

/** A site as its source found it: facts only. `place` is canonical. */
export interface FoundSite {
  readonly source: SourceName
  readonly kind: SiteKind
  readonly place: Place
  readonly label: string
  readonly repo: string | null
  readonly branch: string | null
  readonly workspaces: readonly string[]
  readonly state: SiteState | null
  readonly stateWord: string | null
  readonly lastUsed: string | null
  readonly evidence: readonly Evidence[]
}

export interface Discovery {
  readonly signal: AbortSignal
  /** A site, as soon as it is known. A later one for the same place and source replaces it. */
  found(site: FoundSite): void
  /** How a tool or a folder answered; a failure is a sentence for people, never a missing site. */
  report(report: SourceReport): void
  notice(text: string): void
}

/**
 * Finds, asks and proposes. A source neither decides nor deletes, and looking writes nothing.
 */
export interface Source {
  readonly name: SourceName
  /** All of them must be answered `safe` for a site to be collectable. */
  readonly questions: readonly Question[]
  /** Streams its sites. Rejects only for a bug: what could not be read is reported. */
  discover(discovery: Discovery): Promise<void>
  /** Asks what discovery left open. Answers that cannot be had are reasons of kind `unknown`. */
  inspect?(site: FoundSite, signal: AbortSignal): Promise<readonly Evidence[]>
}
