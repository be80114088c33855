import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { electronArguments, environmentFor, expect, root, test } from './app'

const electron = createRequire(import.meta.url)('electron') as string
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

const seen = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows()
    const [window] = windows
    return { count: windows.length, visible: window?.isVisible(), minimised: window?.isMinimized() }
  })

test('a second start shows the first one and ends (F1)', async ({ desk }) => {
  const { app, home, userData } = desk
  await expect.poll(() => seen(app)).toMatchObject({ count: 1, visible: true })
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('no window')
    const focus = window.focus.bind(window)
    window.focus = () => {
      globalThis.openedOutside = ['focused']
      focus()
    }
  })
  const second = spawn(electron, [...asRoot, ...electronArguments(userData)], { cwd: root, env: environmentFor(home) })
  const code = await new Promise((go) => second.on('exit', go))
  expect(code).toBe(0)
  await expect.poll(() => seen(app)).toEqual({ count: 1, visible: true, minimised: false })
  expect(await app.evaluate(() => globalThis.openedOutside)).toEqual(['focused'])
})

test('the window shows itself once there is something to see, on the page’s ground (F8)', async ({ desk }) => {
  await expect.poll(() => seen(desk.app)).toMatchObject({ visible: true })
  const ground = await desk.app.evaluate(({ BrowserWindow, nativeTheme }) => ({
    dark: nativeTheme.shouldUseDarkColors,
    colour: BrowserWindow.getAllWindows()[0]?.getBackgroundColor()
  }))
  expect(ground.colour?.toUpperCase()).toBe(ground.dark ? '#0B1016' : '#F4F6F8')
})

test('where the window was left is kept (F8)', async ({ desk }) => {
  const place = { x: 40, y: 30, width: 900, height: 640 }
  await desk.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), place)
  const file = join(desk.userData, 'window.json')
  await expect
    .poll(async () => JSON.parse(await readFile(file, 'utf8').catch(() => 'null')))
    .toEqual({ ...place, maximised: false })
})

test.describe('a window that was left', () => {
  const place = { x: 60, y: 50, width: 910, height: 650 }
  test.use({
    world: {
      furnish: (_home, userData) =>
        writeFile(join(userData, 'window.json'), JSON.stringify({ ...place, maximised: false }))
    }
  })
  test('opens there again (F8)', async ({ desk }) => {
    const bounds = await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    expect(bounds).toEqual(place)
  })
})

test.describe('a window that was left on a screen that is gone', () => {
  test.use({
    world: {
      furnish: (_home, userData) =>
        writeFile(
          join(userData, 'window.json'),
          JSON.stringify({ x: 9000, y: 50, width: 910, height: 650, maximised: false })
        )
    }
  })
  test('opens on one that is there (F8)', async ({ desk }) => {
    const { bounds, area } = await desk.app.evaluate(({ BrowserWindow, screen }) => ({
      bounds: BrowserWindow.getAllWindows()[0]?.getBounds(),
      area: screen.getPrimaryDisplay().workArea
    }))
    expect(bounds?.x).toBeLessThan(area.x + area.width)
    expect(bounds?.width).toBe(Math.min(1280, area.width))
  })
})

test.describe('a damaged window.json', () => {
  test.use({ world: { furnish: (_home, userData) => writeFile(join(userData, 'window.json'), '{"x": "far"') } })
  test('is set aside and said; the window opens all the same (F8, F10)', async ({ desk }) => {
    await expect.poll(() => seen(desk.app)).toMatchObject({ count: 1, visible: true })
    const log = await readFile(join(desk.userData, 'logs', 'clearhold.log'), 'utf8')
    expect(log).toMatch(/window\.json was damaged\. It was set aside as .*window\.json\.damaged-/)
  })
})

test('the page is loaded again after a crash, and not a second time within a minute (F6)', async ({ desk }) => {
  const { app } = desk
  const state = () =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return 'loading'
      return contents.getURL().replace(/#.*/, '')
    })
  /** Until the page that comes after it is there. */
  const crash = () =>
    app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((go) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('render-process-gone', () => contents.once('did-finish-load', () => go()))
          contents?.forcefullyCrashRenderer()
        })
    )
  await expect.poll(state).toBe('app://clearhold/')
  await crash()
  await expect.poll(state, { timeout: 15_000 }).toBe('app://clearhold/')
  expect(
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("window.clearhold.call('app.info', {})")
    )
  ).toMatchObject({ ok: true })

  await crash()
  await expect.poll(state, { timeout: 15_000 }).toBe('app://clearhold/stopped.html')
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("document.querySelector('a').click()")
  )
  await expect.poll(state).toBe('app://clearhold/')
})

test('the log tells of the crash and holds no home (F6, F10)', async ({ desk }) => {
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  )
  const read = () => readFile(join(desk.userData, 'logs', 'clearhold.log'), 'utf8').catch(() => '')
  await expect.poll(read).toContain('page’s process ended'.replace('’', "'"))
  expect(await read()).not.toContain(desk.home)
})

test('the menu leads the page to its views (F9)', async ({ desk }) => {
  const items = await desk.app.evaluate(({ Menu }) =>
    ['scan', 'settings', 'overview', 'workspaces', 'history', 'palette', 'keys'].map(
      (id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.label
    )
  )
  expect(items).not.toContain(undefined)
  await expect(desk.page.locator('h1')).toBeVisible()
  await desk.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('settings')?.click())
  await expect(desk.page.locator('h1')).toHaveText('Settings')
})
