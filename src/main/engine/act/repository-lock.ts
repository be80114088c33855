import { childOf, type Place, placeOf, shown } from '../place'
import type { Held, TakeLock } from './lock'

export interface RepositoryLockWish {
  /** Only an act creates the file. */
  readonly create: boolean
  readonly signal: AbortSignal
  /** Called once when somebody else holds it and it is waited for. */
  readonly waiting: () => void
}

export type RepositoryLock =
  | { readonly kind: 'held'; readonly release: () => Promise<void> }
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'cancelled' }

const anHour = 3_600_000
const nothingToRelease = { kind: 'held', release: async () => undefined } as const

/**
 * devlaunch's lock of one repository, waited for as long as it takes (DL-CONC-04). Looking takes an absent file for a
 * free lock; one that cannot be opened is `unknown` and ends the pass (DL-CONC-05).
 */
export async function lockRepository(
  take: TakeLock,
  repository: Place,
  wish: RepositoryLockWish
): Promise<RepositoryLock> {
  const place = childOf(repository, '.lock')
  const file = shown(place)
  if (placeOf(file) !== place) return { kind: 'unknown', why: `${file} has a name that is not UTF-8.` }
  let told = false
  for (;;) {
    if (wish.signal.aborted) return { kind: 'cancelled' }
    const lock = await take(file, { create: wish.create, waitMs: told ? anHour : 0, signal: wish.signal })
    switch (lock.kind) {
      case 'held':
        return { kind: 'held', release: () => lock.lock.release() }
      case 'absent':
        return nothingToRelease
      case 'unknown':
        return wish.signal.aborted ? { kind: 'cancelled' } : { kind: 'unknown', why: lock.why }
      case 'busy':
        if (!told) wish.waiting()
        told = true
    }
  }
}

/** Takes the lock, does the work, and lets go of it on every path (CS-65). */
export async function underLock<Answer>(lock: Pick<Held, 'release'>, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
