import { z } from 'zod'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const whole = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(1).max(100_000)

/** What is kept of the window between two starts. */
export const SavedWindow = z.strictObject({ x: whole, y: whole, width: length, height: length, maximised: z.boolean() })
export type SavedWindow = z.infer<typeof SavedWindow>

export interface WindowPlace {
  /** Without `x` and `y` the system chooses the place. */
  readonly bounds: { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number }
  readonly maximised: boolean
}

const usual = { width: 1280, height: 800 }
/** As much of the window must be on a screen, in pixels, that it can be taken hold of. */
const grip = { width: 120, height: 40 }

/**
 * Where the window opens: as it was left, if a screen still shows enough of its title to take hold of it; else in its
 * usual size, where the system likes, never larger than the first screen (F8). Pure; `screens` are work areas.
 */
export function placeWindow(saved: SavedWindow | null, screens: readonly Rectangle[]): WindowPlace {
  if (saved !== null && screens.some((screen) => shows(screen, saved))) {
    const { maximised, ...bounds } = saved
    return { bounds, maximised }
  }
  const room = screens[0] ?? { x: 0, y: 0, ...usual }
  return {
    bounds: { width: Math.min(usual.width, room.width), height: Math.min(usual.height, room.height) },
    maximised: false
  }
}

function shows(screen: Rectangle, window: Rectangle): boolean {
  const across = Math.min(screen.x + screen.width, window.x + window.width) - Math.max(screen.x, window.x)
  const title = window.y >= screen.y && window.y + grip.height <= screen.y + screen.height
  return title && across >= grip.width
}
