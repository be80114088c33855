import type { Bridge } from '../../shared/client'
import { createBrowserBridge } from './browser'
import { forgetSession, NoSession, openSession, tokenIn } from './session'
import { showNoSession } from './show-no-session'

declare global {
  interface Window {
    /** Set by the desktop's preload alone. */
    readonly clearhold?: Bridge
  }
}

/**
 * The way to the engine on either host: the preload's bridge in the desktop, a session with the loopback host in a
 * browser. A page that is not let in, or no longer is, is replaced by one that says why; the promise then stays open.
 */
export async function connect(): Promise<Bridge> {
  if (window.clearhold !== undefined) return window.clearhold
  const storage = window.sessionStorage
  // A new address put into this tab differs behind # alone, which by itself loads nothing.
  window.addEventListener('hashchange', () => {
    if (tokenIn(window.location.hash) !== undefined) window.location.reload()
  })
  try {
    const secret = await openSession({ location: window.location, history: window.history, storage })
    return createBrowserBridge(secret, () => {
      forgetSession(storage)
      showNoSession(new NoSession('ended'))
    })
  } catch (error) {
    if (!(error instanceof NoSession)) throw error
    showNoSession(error)
    return new Promise(() => undefined)
  }
}
