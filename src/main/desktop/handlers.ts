import type { Dialog, Shell } from 'electron'
import { type Answer, calls, type Handlers } from '../../shared/contract'
import { createDispatch, type Dispatch, Refusal } from '../../shared/dispatch'
import type { WatchedPlace } from '../../shared/model'
import type { EngineLink } from './engine-link'
import { addressOf, mayOpen } from './may-open'

type Own = Pick<Handlers, 'app.open' | 'site.reveal' | 'places.choose'>

export interface DesktopPorts {
  readonly link: EngineLink
  readonly shell: Pick<Shell, 'openExternal' | 'showItemInFolder'>
  /** Opens the system's own dialog for folders over the window. */
  readonly chooseFolder: () => ReturnType<Dialog['showOpenDialog']>
}

const take = <Value>(answer: Answer<Value>): Value => {
  if (answer.ok) return answer.value
  throw new Refusal(answer.fault.message)
}

/** The calls that need the desktop itself; the engine knows neither dialogs nor the file manager (E4). */
export const desktopHandlers = ({ link, shell, chooseFolder }: DesktopPorts): Own => ({
  'app.open': async ({ address }) => {
    const url = addressOf(address)
    if (url === null || !mayOpen(url)) return { opened: false }
    await shell.openExternal(url)
    return { opened: true }
  },
  'site.reveal': async ({ site }) => {
    const path = take(await link.own('path-of', site))
    if (path === null) return { shown: false }
    shell.showItemInFolder(path)
    return { shown: true }
  },
  'places.choose': async () => {
    const { canceled, filePaths } = await chooseFolder()
    const [path] = filePaths
    const answer =
      canceled || path === undefined ? await link.call('places.list', {}) : await link.own('add-place', path)
    return [...take(answer as Answer<readonly WatchedPlace[]>)]
  }
})

/** Answers the desktop's own calls here and hands every other to the engine, which refuses what it does not know. */
export function createDesktopDispatch(ports: DesktopPorts, log: (text: string) => void): Dispatch {
  const own = desktopHandlers(ports)
  const here = createDispatch(own, 'desktop', (name, error) =>
    log(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  )
  return (name, input) => {
    if (typeof name !== 'string' || !Object.hasOwn(calls, name)) return here(name, input)
    return Object.hasOwn(own, name) ? here(name, input) : ports.link.call(name, input)
  }
}
