import { join } from 'node:path'
import { app, Menu, nativeTheme, Tray as SystemTray } from 'electron'
import { createTray, type Tray, type TrayPorts } from './tray'
import { hasTrayHost } from './tray-host'

/** The real tray. On Linux without anything that would show it there is none (F2). */
export async function makeTray(run: TrayPorts['do']): Promise<Tray> {
  const linux = process.platform === 'linux'
  const shown = !linux || (await hasTrayHost(process.env['DBUS_SESSION_BUS_ADDRESS'], process.getuid?.() ?? 0))
  // The theme chosen for the page changes what nativeTheme says; the panel keeps the system's.
  const dark = nativeTheme.shouldUseDarkColors
  return createTray({
    platform: process.platform,
    make: (image) => (shown ? new SystemTray(image) : null),
    menu: (template) => Menu.buildFromTemplate(template),
    dark: () => dark,
    picture: (name) => join(app.getAppPath(), 'resources', 'tray', name),
    do: run
  })
}
