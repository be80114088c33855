import { createBook, type SiteBook, type SitesPage } from './sites'

export interface SyncPorts {
  ask(since: number, after: string | null): Promise<SitesPage>
  /** A new list to show; `complete` once every page of a round has come. */
  publish(book: SiteBook, complete: boolean): void
  failed(error: unknown): void
  now(): number
  later(run: () => void, ms: number): void
}

/** The least time between two lists shown, and between two rounds. Milliseconds. */
export const pace = 250

export interface SiteSync {
  /** The engine speaks of this revision. Asks what is new since the last whole round; however many were missed. */
  reached(revision: number): void
  /** Reads everything again. */
  restart(): void
}

/**
 * Keeps the list of sites up to date: one request in flight, a round at most four times a second, a list shown at most
 * four times a second, the first page at once (B5, B6).
 */
export function createSiteSync(ports: SyncPorts): SiteSync {
  const book = createBook()
  let wanted = 0
  let running = false
  let waiting = false
  let lastRound = Number.NEGATIVE_INFINITY
  let lastShown = Number.NEGATIVE_INFINITY

  const show = (complete: boolean) => {
    if (!complete && ports.now() - lastShown < pace) return
    lastShown = ports.now()
    ports.publish(book.copy(), complete)
  }

  const round = async () => {
    running = true
    lastRound = ports.now()
    let first: number | null = null
    let next: string | null = null
    try {
      do {
        const page: SitesPage = await ports.ask(book.revision(), next)
        // A revision behind ours: the engine started anew, and its sites have other ids.
        if (page.revision < book.revision()) {
          book.clear()
          first = null
          next = null
          continue
        }
        first ??= page.revision
        next = page.next
        book.put(page)
        if (next !== null) show(false)
      } while (next !== null || first === null)
      book.close(first)
      show(true)
    } catch (error) {
      ports.failed(error)
      wanted = book.revision()
    }
    running = false
    if (wanted > book.revision()) schedule()
  }

  const schedule = () => {
    if (running || waiting) return
    const wait = lastRound + pace - ports.now()
    if (wait <= 0) {
      void round()
      return
    }
    waiting = true
    ports.later(() => {
      waiting = false
      if (!running) void round()
    }, wait)
  }

  return {
    reached: (revision) => {
      if (revision < book.revision()) book.clear()
      if (revision === book.revision() && revision > 0) return
      wanted = Math.max(revision, 1)
      schedule()
    },
    restart: () => {
      book.clear()
      wanted = 1
      schedule()
    }
  }
}
