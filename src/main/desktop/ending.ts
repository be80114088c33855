import type { App } from 'electron'

/** How the program ends. */
export interface Ending {
  /** True from the moment somebody asked to quit. */
  asked(): boolean
}

/** Lets `close` finish before the program goes, whoever asked it to quit; the last window that closes asks too. */
export function endWith(app: App, close: () => Promise<void>): Ending {
  let asked = false
  let closed = false
  app.on('before-quit', () => {
    asked = true
  })
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    void close().finally(() => app.quit())
  })
  return { asked: () => asked }
}
