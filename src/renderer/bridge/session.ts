/** Why this page has no session, so that nothing can be asked. */
export type NoSessionReason = 'no-token' | 'used' | 'ended' | 'gone'

/** The page cannot be connected; `reason` says what to tell the person. */
export class NoSession extends Error {
  override readonly name = 'NoSession'
  constructor(readonly reason: NoSessionReason) {
    super(`no session: ${reason}`)
  }
}

/** What the page that has no session says; commands stand between backticks. */
export const noSessionWords: Readonly<Record<NoSessionReason, { readonly title: string; readonly text: string }>> = {
  'no-token': {
    title: 'Open Clearhold by the address in the terminal',
    text: 'This address lacks the part behind `#`. Copy the whole address that `clearhold serve` printed, or press Enter there for a new one.'
  },
  used: {
    title: 'This address was used already',
    text: 'Each address opens one page, once, within ten minutes. Press Enter in the terminal where `clearhold serve` runs for a new one.'
  },
  ended: {
    title: 'This page is no longer connected',
    text: 'Clearhold was started again since. Press Enter in the terminal where `clearhold serve` runs for a new address.'
  },
  gone: {
    title: 'Clearhold is not running any more',
    text: 'Start it again with `clearhold serve` and open the address it prints.'
  }
}

const kept = 'clearhold.session'

/** The one-time token behind an address, if there is one. */
export const tokenIn = (hash: string): string | undefined => /^#([\w-]{43})$/.exec(hash)?.[1]

export interface Place {
  readonly location: { readonly hash: string; readonly pathname: string }
  readonly history: { replaceState(data: unknown, unused: string, url: string): void }
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/**
 * The secret of this tab's session: swapped for the token in the address, else the one kept from before a reload. The
 * token leaves the address and the history before anything is sent (C2). Rejects with `NoSession`.
 */
export async function openSession({ location, history, storage }: Place): Promise<string> {
  const token = tokenIn(location.hash)
  if (token !== undefined) {
    history.replaceState(null, '', location.pathname)
    const secret = await swap(token)
    storage.setItem(kept, secret)
    return secret
  }
  const secret = storage.getItem(kept)
  if (secret === null) throw new NoSession('no-token')
  return secret
}

/** Forgets the secret, so that a reload says what is the matter. */
export const forgetSession = (storage: Place['storage']): void => storage.removeItem(kept)

async function swap(token: string): Promise<string> {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token })
  }).catch(() => {
    throw new NoSession('gone')
  })
  if (!response.ok) throw new NoSession('used')
  return ((await response.json()) as { value: { secret: string } }).value.secret
}
