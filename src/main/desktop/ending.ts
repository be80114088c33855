import type { App } from 'electron'

export interface EndingPorts {
  readonly app: Pick<App, 'on' | 'quit'>
  /** Whether something is being removed at this moment. */
  readonly acting: () => boolean
  /** Asks the person whether to stop after the item in hand and quit; false keeps everything running. */
  readonly confirm: () => Promise<boolean>
  /** What has to be finished before the program goes. */
  readonly close: () => Promise<void>
}

/** How the program ends. */
export interface Ending {
  /** True from the moment it is settled that the program goes. */
  asked(): boolean
  /** Quits without a question: the system goes down and waits for nobody. The item in hand is finished all the same. */
  now(): void
}

/**
 * Lets `close` finish before the program goes, whoever asked it to quit; the last window that closes asks too. While
 * something is being removed nobody quits by accident: the person is asked, once at a time (F7).
 */
export function endWith({ app, acting, confirm, close }: EndingPorts): Ending {
  let settled = false
  let asking = false
  let closed = false
  const ask = async () => {
    asking = true
    const quit = await confirm().catch(() => false)
    asking = false
    if (!quit) return
    settled = true
    app.quit()
  }
  app.on('before-quit', (event) => {
    if (settled || !acting()) {
      settled = true
      return
    }
    event.preventDefault()
    if (!asking) void ask()
  })
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    void close().finally(() => app.quit())
  })
  return {
    asked: () => settled,
    now: () => {
      settled = true
      app.quit()
    }
  }
}
