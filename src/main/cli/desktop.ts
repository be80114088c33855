import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** True when a window can be shown: always on macOS and Windows, elsewhere when a display server is named. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return true
  return (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== ''
}

/**
 * The Electron program for the app in `root`, or null when there is none yet: the one that `ELECTRON_OVERRIDE_DIST_PATH`
 * names, else the one that the `electron` package fetched.
 */
export function findRuntime(root: string, env: NodeJS.ProcessEnv): string | null {
  const home = join(root, 'node_modules', 'electron')
  const named = join(home, 'path.txt')
  const program = existsSync(named) ? readFileSync(named, 'utf8') : usualProgram()
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  const found = join(override === '' ? join(home, 'dist') : override, program)
  return existsSync(found) ? found : null
}

function usualProgram(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** Arguments for Electron: Chromium refuses to sandbox itself for root, so root runs without (said by the caller). */
export function runtimeArguments(root: string, more: readonly string[], isRoot: boolean): string[] {
  return [...(isRoot ? ['--no-sandbox'] : []), ...more, root]
}

/** True for the user who may do everything. */
export const isRoot = (): boolean => process.getuid?.() === 0
