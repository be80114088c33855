import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import type { WindowPlace } from './bounds'

/** What the page may do: nothing but draw, and ask by the preload (A1). */
export const webPreferences = (preload: string): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  spellcheck: false
})

/** The page's own ground, so that nothing flashes before it is drawn. */
export const ground = (dark: boolean): string => (dark ? '#0B1016' : '#F4F6F8')

export interface WindowLook {
  readonly place: WindowPlace
  readonly dark: boolean
  readonly preload: string
  readonly icon: string
}

/** The window as it is made: hidden until the page can be shown (F8). */
export const windowOptions = ({ place, dark, preload, icon }: WindowLook): BrowserWindowConstructorOptions => ({
  ...place.bounds,
  minWidth: 640,
  minHeight: 480,
  show: false,
  title: 'Clearhold',
  icon,
  backgroundColor: ground(dark),
  autoHideMenuBar: true,
  webPreferences: webPreferences(preload)
})
