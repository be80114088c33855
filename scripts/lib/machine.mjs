// What of the test machinery this machine has: a Chromium, an Electron, a display.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from './children.mjs'
import { root } from './packages.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const fetchWithinMs = 180_000

/** The full path of a program on PATH, or null. */
export function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder.
    }
  }
  return null
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return existsSync(file) ? file : null
}

async function chromiumHere() {
  const named = process.env.CHROMIUM_PATH
  if (named && existsSync(named)) return named
  return names.map(onPath).find((file) => file !== null) ?? (await playwrightsOwn())
}

/** A Chromium: one that is here, else fetched by Playwright, else, as root on Debian, by apt. Null when there is no way. */
export async function chromium() {
  const here = await chromiumHere()
  if (here !== null) return here
  console.error('There is no Chromium here; Playwright fetches one…')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  await run(process.execPath, [cli, 'install', 'chromium'], { cwd: root, timeoutMs: fetchWithinMs })
  const fetched = await chromiumHere()
  if (fetched !== null || process.getuid?.() !== 0 || onPath('apt-get') === null) return fetched
  console.error('That failed; apt installs one…')
  const quiet = { timeoutMs: fetchWithinMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-q'], quiet)
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], quiet)
  return chromiumHere()
}

/** The runtime that the tests' own set-up puts into the checkout, where none is named. */
const fetched = join(root, '.cache', 'electron')

/** How the desktop journeys can run here: the words to put before the command, or a sentence why not. */
export async function desktop() {
  if (!process.env.ELECTRON_OVERRIDE_DIST_PATH && existsSync(join(fetched, '.complete')))
    process.env.ELECTRON_OVERRIDE_DIST_PATH = fetched
  const { findRuntime, hasDisplay } = await import(pathToFileURL(join(root, 'out', 'cli', 'clearhold.mjs')).href)
  if (findRuntime(root, process.env) === null) return { missing: 'there is no Electron runtime here' }
  if (hasDisplay(process.env) && process.env.CI !== 'true') return { before: [] }
  if (onPath('xvfb-run') === null || onPath('dbus-run-session') === null)
    return hasDisplay(process.env)
      ? { before: [] }
      : { missing: 'there is no display, and no xvfb-run or dbus-run-session' }
  const screen = '-screen 0 1280x900x24 -nolisten tcp'
  return { before: ['xvfb-run', '-a', '-s', screen, 'dbus-run-session', '--'] }
}
