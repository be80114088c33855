import { BrowserWindow, screen } from 'electron'
import { placeWindow, type SavedWindow } from './bounds'
import { ground, windowOptions } from './options'
import { pageAddress } from './origin'

export interface WindowPorts {
  readonly saved: SavedWindow | null
  readonly dark: boolean
  readonly preload: string
  readonly icon: string
  readonly save: (window: SavedWindow) => void
  /** Whether closing only hides the window, because the tray brings it back. */
  readonly hides: () => boolean
  /** Called with the window before anything is loaded into it. */
  readonly prepare: (window: BrowserWindow) => void
}

/** After the last move or resize the place is kept this much later, in milliseconds. */
const settled = 400

/** The window, and what others do with it. */
export interface Shell {
  readonly window: BrowserWindow
  /** Brings it before the person, wherever it was. */
  show(): void
  /** Sets its ground after the theme changed. */
  repaint(dark: boolean): void
}

/** Makes the window and loads the page; it shows itself once there is something to see (F8). */
export function openWindow(ports: WindowPorts): Shell {
  const place = placeWindow(
    ports.saved,
    screen.getAllDisplays().map((display) => display.workArea)
  )
  const window = new BrowserWindow(windowOptions({ ...ports, place }))
  ports.prepare(window)
  window.once('ready-to-show', () => {
    if (place.maximised) window.maximize()
    window.show()
  })
  keepPlace(window, ports.save)
  window.on('close', (event) => {
    if (!ports.hides()) return
    event.preventDefault()
    window.hide()
  })
  // A page that does not load shows the window all the same; the crash rule and the log say why.
  window.loadURL(pageAddress).catch(() => window.show())
  return {
    window,
    show: () => {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    repaint: (dark) => window.setBackgroundColor(ground(dark))
  }
}

function keepPlace(window: BrowserWindow, save: WindowPorts['save']): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    if (!window.isDestroyed()) save({ ...window.getNormalBounds(), maximised: window.isMaximized() })
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, settled)
  }
  window.on('resize', later)
  window.on('move', later)
  window.on('close', keep)
}
