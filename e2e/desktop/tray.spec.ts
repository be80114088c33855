import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { ElectronApplication } from '@playwright/test'
import { enginePid, expect, test } from './app'
import { scan } from './ask'
import { noBus, standAsPanel } from './tray-watcher'

test.skip(process.platform !== 'linux', 'the other systems always have a tray')
test.skip(noBus !== null, noBus ?? '')

const visible = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
const closeWindow = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
const choose = (app: ElectronApplication, id: string) =>
  app.evaluate((_electron, item) => globalThis.__trays[0]?.menu.getMenuItemById(item)?.click(), id)

test('where nothing shows a tray icon, closing the window quits (F2)', async ({ desk }) => {
  await expect.poll(() => visible(desk.app)).toBe(true)
  expect(await desk.app.evaluate(() => globalThis.__trays.length)).toBe(0)
  const ended = new Promise((go) => desk.app.process().on('exit', go))
  await closeWindow(desk.app)
  expect(await ended).toBe(0)
})

test.describe('where a panel shows it', () => {
  let panel: Socket
  test.beforeAll(async () => {
    panel = await standAsPanel()
  })
  test.afterAll(() => {
    panel.destroy()
  })

  test('closing hides the window, and the icon’s menu brings it back and quits (F2)', async ({ desk }) => {
    const { app } = desk
    await expect.poll(() => visible(app)).toBe(true)
    expect(await app.evaluate(() => globalThis.__trays.length)).toBe(1)
    await closeWindow(app)
    await expect.poll(() => visible(app)).toBe(false)
    await choose(app, 'show')
    await expect.poll(() => visible(app)).toBe(true)
    const engine = await enginePid(app)
    expect(() => process.kill(engine, 0)).not.toThrow()
    const ended = new Promise((go) => app.process().on('exit', go))
    await choose(app, 'quit')
    expect(await ended).toBe(0)
    // Gone, or a zombie that nobody has reaped yet.
    await expect
      .poll(() =>
        readFile(`/proc/${engine}/status`, 'utf8').then(
          (text) => /^State:\s+Z/m.test(text),
          () => true
        )
      )
      .toBe(true)
  })

  test('its menu is set again when something changed, and always opens and quits (F2)', async ({ desk }) => {
    const { app, page } = desk
    const tray = () =>
      app.evaluate(() => {
        const seen = globalThis.__trays[0]
        return { labels: seen?.menu.items.map((item) => item.label), set: seen?.menusSet ?? 0, tip: seen?.tooltip }
      })
    await expect.poll(async () => (await tray()).labels?.[0]).toBe('Nothing was measured yet')
    const before = (await tray()).set
    await scan(page)
    await expect.poll(async () => (await tray()).labels?.[0]).not.toBe('Nothing was measured yet')
    const after = await tray()
    expect(after.set).toBeGreaterThan(before)
    expect(after.labels).toEqual(expect.arrayContaining(['Scan now', 'Open Clearhold', 'Quit']))
    expect(after.tip).toMatch(/^Clearhold: /)
  })
})
