import type { Menu, MenuItemConstructorOptions } from 'electron'
import { type TrayCommand, type TrayFacts, type TrayLine, type TrayState, trayView } from './tray-view'

/** The system's tray icon, as much of it as is used. */
export interface TrayIcon {
  setImage(path: string): void
  setTitle(title: string): void
  setToolTip(text: string): void
  setContextMenu(menu: Menu): void
  on(event: 'click', listener: () => void): unknown
  destroy(): void
}

export interface TrayPorts {
  readonly platform: NodeJS.Platform
  /** Makes the icon from an image; null where the system shows none. */
  readonly make: (image: string) => TrayIcon | null
  readonly menu: (template: MenuItemConstructorOptions[]) => Menu
  /** Whether the ground the icon stands on is dark. */
  readonly dark: () => boolean
  /** Full path of a picture in resources/tray. */
  readonly picture: (name: string) => string
  readonly do: (command: TrayCommand) => void
}

export interface Tray {
  /** False where the system shows no icon: closing the window must quit then (F2). */
  readonly present: boolean
  show(facts: TrayFacts): void
  destroy(): void
}

/** The picture of a state: a template on macOS, an ICO on Windows, elsewhere the one that stands out from the ground. */
export function pictureOf(platform: NodeJS.Platform, state: TrayState, dark: boolean): string {
  const mark = { none: '', figure: '', scanning: 'scanning', failed: 'failed' }[state]
  const dashed = mark === '' ? '' : `-${mark}`
  if (platform === 'darwin') return `tray${mark.charAt(0).toUpperCase()}${mark.slice(1)}Template.png`
  if (platform === 'win32') return `tray${dashed}.ico`
  return `tray-${dark ? 'light' : 'dark'}${dashed}.png`
}

/** The tray icon with its menu, made once and told what to show. Its menu is set again after every change (F2). */
export function createTray(ports: TrayPorts): Tray {
  const picture = (state: TrayState) => ports.picture(pictureOf(ports.platform, state, ports.dark()))
  const icon = ports.make(picture('none'))
  if (icon === null) return { present: false, show: () => undefined, destroy: () => undefined }
  icon.on('click', () => ports.do('show'))
  let shown = ''
  const show = (facts: TrayFacts) => {
    const view = trayView(facts)
    const image = picture(view.state)
    const now = JSON.stringify([view, image])
    if (now === shown) return
    shown = now
    icon.setImage(image)
    if (ports.platform === 'darwin') icon.setTitle(view.title)
    icon.setToolTip(view.tooltip)
    icon.setContextMenu(ports.menu(view.lines.map((line) => itemOf(line, ports.do))))
  }
  show({ summary: null, engine: 'up', units: 'decimal' })
  return { present: true, show, destroy: () => icon.destroy() }
}

function itemOf(line: TrayLine, run: TrayPorts['do']): MenuItemConstructorOptions {
  switch (line.kind) {
    case 'rule':
      return { type: 'separator' }
    case 'text':
      return { label: line.label, enabled: false }
    case 'command':
      return { id: line.command, label: line.label, enabled: line.enabled, click: () => run(line.command) }
    default:
      return line satisfies never
  }
}
