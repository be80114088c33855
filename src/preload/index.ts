import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Bridge } from '../shared/client'
import type { EventName } from '../shared/contract'

/** Typed by the contract, so that a name missing here does not compile; the table itself would bring zod along. */
const known: Record<EventName, true> = {
  'survey.changed': true,
  'job.progress': true,
  'settings.changed': true,
  'places.changed': true,
  'page.go': true,
  'plan.progress': true,
  'act.progress': true,
  'history.changed': true
}

const bridge: Bridge = {
  host: 'desktop',
  call: (name, input) => ipcRenderer.invoke('clearhold.call', name, input),
  on: (name, listener) => {
    if (!Object.hasOwn(known, name)) throw new Error('There is no such event.')
    const channel = `clearhold.event.${name}`
    const hand = (_event: IpcRendererEvent, payload: unknown) => listener(payload)
    ipcRenderer.on(channel, hand)
    return () => {
      ipcRenderer.removeListener(channel, hand)
    }
  }
}

contextBridge.exposeInMainWorld('clearhold', bridge)
