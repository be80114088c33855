import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import type { Bridge } from '../../src/shared/client'

export const root = resolve(import.meta.dirname, '../..')

declare global {
  interface Window {
    readonly clearhold?: Bridge
  }
  /** Kept by recorder.cjs. */
  var __trays: { image: string; tooltip: string; menu: Electron.Menu; menusSet: number }[]
}

/** A running Clearhold with a home and settings of its own. */
export interface Desk {
  readonly app: ElectronApplication
  readonly page: Page
  readonly home: string
  readonly userData: string
  /** What the program printed so far. */
  output(): string
}

const fetched = join(root, '.cache/electron')
if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined && existsSync(join(fetched, '.complete')))
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = fetched

/** Null when there is an Electron to test with; else why there is none. */
export const noElectron: string | null =
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined || existsSync(join(root, 'node_modules/electron/path.txt'))
    ? null
    : 'no Electron runtime: set ELECTRON_OVERRIDE_DIST_PATH to the folder that holds one'

export const electronArguments = (userData: string): string[] => [
  '-r',
  join(root, 'e2e/desktop/legacy-runtime.cjs'),
  '-r',
  join(root, 'e2e/desktop/recorder.cjs'),
  `--user-data-dir=${userData}`,
  root
]

/** The machine's environment with another home; nothing of the person's own is read or written. */
export function environmentFor(home: string): Record<string, string> {
  const { HOME: _home, XDG_DATA_HOME: _data, XDG_CONFIG_HOME: _config, ...rest } = process.env
  return { ...(rest as Record<string, string>), HOME: home, XDG_CACHE_HOME: join(home, '.cache') }
}

/** The process that the engine runs in; 0 when there is none. */
export const enginePid = (app: ElectronApplication) =>
  app.evaluate(
    ({ app: running }) => running.getAppMetrics().find((process) => process.name === 'Clearhold engine')?.pid ?? 0
  )

interface Options {
  /** Fills the home and the settings before the start. */
  world: {
    readonly furnish: (home: string, userData: string) => Promise<void>
    /** Where the home is made; the usual place for temporary files when left out. */
    readonly base?: string
  }
}

export const test = base.extend<Options & { desk: Desk }>({
  world: [{ furnish: async () => undefined }, { option: true }],
  desk: async ({ world }, use, info) => {
    if (noElectron !== null) {
      if (process.env['REQUIRE_ELECTRON'] !== undefined) throw new Error(noElectron)
      info.skip(true, noElectron)
    }
    const home = await mkdtemp(join(world.base ?? tmpdir(), 'desk-home-'))
    const userData = await mkdtemp(join(tmpdir(), 'desk-data-'))
    await mkdir(join(home, '.cache'))
    await world.furnish(home, userData)
    let text = ''
    const app = await _electron.launch({
      args: electronArguments(userData),
      cwd: root,
      env: environmentFor(home),
      timeout: 20_000
    })
    const hear = (part: Buffer) => {
      text += part.toString()
    }
    app.process().stdout?.on('data', hear)
    app.process().stderr?.on('data', hear)
    const page = await app.firstWindow({ timeout: 15_000 })
    await use({ app, page, home, userData, output: () => text })
    await app.close()
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    await rm(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
})

export { expect }
