import { contentPolicy } from '../../src/main/security/policy'
import { expect, test } from './app'
import { ask } from './ask'

declare global {
  var seenViolations: string[]
  var ranInline: boolean
}

test('the page has no Node and no Electron (A1)', async ({ desk }) => {
  const found = await desk.page.evaluate(() =>
    ['require', 'process', 'module', 'global', 'Buffer', '__dirname', 'electron', 'ipcRenderer'].filter(
      (name) => name in window
    )
  )
  expect(found).toEqual([])
  const preferences = await desk.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>
    }
    const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = contents.getLastWebPreferences()
    return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag }
  })
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false
  })
})

test('the page gets host, call and on; a listener gets the payload alone (A4)', async ({ desk }) => {
  const shape = await desk.page.evaluate(() => {
    const bridge = window.clearhold
    const refused = ['clearhold.call', 'survey.changed.x', '__proto__'].map((name) => {
      try {
        bridge?.on(name, () => undefined)
        return 'taken'
      } catch (error) {
        return (error as Error).message
      }
    })
    return { keys: Object.keys(bridge ?? {}).sort(), host: bridge?.host, refused, frozen: Object.isFrozen(bridge) }
  })
  expect(shape.keys).toEqual(['call', 'host', 'on'])
  expect(shape.host).toBe('desktop')
  for (const message of shape.refused) expect(message).toContain('There is no such event.')

  const heard = desk.page.evaluate(
    () => new Promise<unknown[]>((go) => window.clearhold?.on('page.go', (...given: unknown[]) => go(given)))
  )
  await desk.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('settings')?.click())
  expect(await heard).toEqual([{ revision: 0, to: 'settings' }])
})

test('the page lives on its own scheme, and no file of the disk is in reach (A5)', async ({ desk }) => {
  expect(await desk.page.evaluate(() => [location.protocol, location.host])).toEqual(['app:', 'clearhold'])
  const reached = await desk.page.evaluate(async () => {
    const tries = ['file:///etc/hostname', '/../../../etc/hostname', '/%2e%2e/%2e%2e/etc/hostname', '/files.json']
    const outcomes: string[] = []
    for (const address of tries)
      outcomes.push(
        await fetch(address).then(
          (response) => String(response.status),
          () => 'refused'
        )
      )
    return outcomes
  })
  for (const outcome of reached) expect(['404', 'refused']).toContain(outcome)
})

test('the policy comes as a header, is never broken by the page, and stops an inline script (A6)', async ({ desk }) => {
  const { app, page } = desk
  await app.context().addInitScript(() => {
    globalThis.seenViolations = []
    document.addEventListener('securitypolicyviolation', (event) =>
      globalThis.seenViolations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    )
  })
  const answered = page.waitForResponse((response) => response.url() === 'app://clearhold/')
  await page.reload()
  expect((await answered).headers()['content-security-policy']).toBe(contentPolicy)

  await expect(page.locator('h1')).toBeVisible()
  for (const view of ['workspaces', 'history', 'settings', 'palette', 'keys', 'overview'] as const) {
    await app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), view)
    await page.waitForTimeout(150)
  }
  expect(await page.evaluate(() => globalThis.seenViolations)).toEqual([])

  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.ranInline = true'
    document.body.append(script)
  })
  expect(await page.evaluate(() => globalThis.ranInline)).toBeUndefined()
  expect(await page.evaluate(() => globalThis.seenViolations)).toHaveLength(1)
})

test('every permission but writing to the clipboard is refused (A9)', async ({ desk }) => {
  const answers = await desk.page.evaluate(async () => {
    const name = (error: unknown) => (error as Error).name
    const query = (permission: string) =>
      navigator.permissions.query({ name: permission as PermissionName }).then(({ state }) => state, name)
    return {
      notify: await Notification.requestPermission(),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'granted', name),
      microphone: await navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', name),
      screen: await navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => 'granted', name),
      place: await query('geolocation'),
      midi: await query('midi'),
      read: await query('clipboard-read'),
      write: await query('clipboard-write')
    }
  })
  expect(answers.notify).toBe('denied')
  for (const key of ['camera', 'microphone', 'screen'] as const)
    expect(['NotAllowedError', 'NotFoundError', 'AbortError', 'InvalidStateError', 'NotSupportedError']).toContain(
      answers[key]
    )
  expect(answers.place).toBe('denied')
  expect(answers.midi).toBe('denied')
  expect(answers.read).toBe('denied')
  expect(answers.write).toBe('granted')
})

test('the engine answers the page, and refuses what is not for it (B3)', async ({ desk }) => {
  expect(await ask(desk.page, 'app.info', {})).toMatchObject({ ok: true, value: { host: 'desktop', demo: false } })
  expect(await ask(desk.page, 'cli.size', { paths: ['/'] })).toMatchObject({ ok: false, fault: { code: 'not-here' } })
  expect(await ask(desk.page, 'nothing' as never, {} as never)).toMatchObject({
    ok: false,
    fault: { code: 'unknown-call' }
  })
})
