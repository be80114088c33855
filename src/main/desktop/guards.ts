import type { App, Session, WebContents } from 'electron'
import { isOurs } from './origin'
import { mayLoad, mayUse } from './permissions'

/** No page leaves our origin, opens a window or holds another page; set where no window can miss it (A7). */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => guard(contents))
}

function guard(contents: WebContents): void {
  contents.on('will-navigate', (event, address) => {
    if (!isOurs(address)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOurs(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event, address) => {
    if (!isOurs(address)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Refuses every permission but one, every device, and every request that is not for our own page (A9, A10). */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(mayUse(permission, requestingUrl))
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}))
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => answer({ cancel: !mayLoad(url, resourceType) }))
}
