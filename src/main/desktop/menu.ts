import type { MenuItemConstructorOptions } from 'electron'
import type { EventPayload } from '../../shared/contract'

export type Goal = EventPayload<'page.go'>['to']
type Item = MenuItemConstructorOptions

/**
 * The application's menu: the system's own entries by role, ours by `go` (F9). It holds neither "Reload" nor a page's
 * tools, whose usual keys are the scan's. Pure.
 */
export function menuTemplate(platform: NodeJS.Platform, go: (to: Goal) => void): Item[] {
  const mac = platform === 'darwin'
  const item = (to: Goal, label: string, accelerator?: string): Item => ({
    id: to,
    label,
    click: () => go(to),
    ...(accelerator === undefined ? {} : { accelerator })
  })
  const line: Item = { type: 'separator' }
  const settings = item('settings', mac ? 'Settings…' : 'Settings', 'CmdOrCtrl+,')
  const application: Item = {
    label: 'Clearhold',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' }
    ]
  }
  const file: Item = {
    label: '&File',
    submenu: [
      item('scan', 'Scan now', 'CmdOrCtrl+R'),
      line,
      ...(mac ? [{ role: 'close' } as const] : [settings, line, { role: 'quit' } as const])
    ]
  }
  const view: Item = {
    label: '&View',
    submenu: [
      item('overview', 'Overview', 'CmdOrCtrl+1'),
      item('workspaces', 'Workspaces', 'CmdOrCtrl+2'),
      item('history', 'History', 'CmdOrCtrl+3'),
      item('palette', 'Search and commands', 'CmdOrCtrl+K'),
      line,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' }
    ]
  }
  const help: Item = { role: 'help', submenu: [item('keys', 'Keyboard shortcuts')] }
  return [...(mac ? [application] : []), file, { role: 'editMenu' }, view, { role: 'windowMenu' }, help]
}
