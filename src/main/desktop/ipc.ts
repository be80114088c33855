import { ipcMain, type WebContents } from 'electron'
import type { Answer, EventName } from '../../shared/contract'
import type { Dispatch } from '../../shared/dispatch'
import { isOurPage } from './sender'

const stranger: Answer<never> = {
  ok: false,
  fault: { code: 'not-here', message: 'Only the page of Clearhold may ask.' }
}

/** The pages that are listened to and told what happens. */
export interface Pages {
  /** Takes a window's page in; it is dropped when it is destroyed. */
  add(contents: WebContents): void
  send(name: EventName, payload: unknown): void
}

/** The one place where the page's messages come in and go out (B1). Whoever is no page of ours gets a fault (B2). */
export function openIpc(dispatch: Dispatch): Pages {
  const pages = new Map<number, WebContents>()
  ipcMain.handle('clearhold.call', (event, name: unknown, input: unknown) =>
    isOurPage(event, new Set(pages.keys())) ? dispatch(name, input) : stranger
  )
  return {
    add: (contents) => {
      const { id } = contents
      pages.set(id, contents)
      contents.once('destroyed', () => pages.delete(id))
    },
    send: (name, payload) => {
      for (const contents of pages.values())
        if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(`clearhold.event.${name}`, payload)
    }
  }
}
