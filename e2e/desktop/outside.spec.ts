import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, root, test } from './app'
import { ask } from './ask'

declare global {
  var openedOutside: string[]
}

/** A place outside that keeps who called. */
let server: Server
let outside: string
let calledOn: string[]

test.beforeAll(async () => {
  server = createServer((request, response) => {
    calledOn.push(request.url ?? '')
    if (request.url === '/redirect') response.writeHead(302, { location: 'app://clearhold/' })
    response.end('outside')
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.beforeEach(() => {
  calledOn = []
})
test.afterAll(() => {
  server.close()
})

test('nothing leads the page away or opens a window (A7)', async ({ desk }) => {
  const { app, page } = desk
  const before = page.url()
  await page.evaluate(async (base) => {
    const follow = (address: string, target = '') => {
      const link = document.createElement('a')
      Object.assign(link, { href: address, target })
      document.body.append(link)
      link.click()
      link.remove()
    }
    follow(`${base}/plain`)
    follow(`${base}/blank`, '_blank')
    follow(`${base}/redirect`)
    follow('file:///etc/hostname')
    follow('data:text/html,hello')
    follow('app://other/')
    window.open(`${base}/window`)
    window.open('about:blank')
    location.assign(`${base}/assign`)
    const form = document.createElement('form')
    Object.assign(form, { action: `${base}/form`, method: 'post' })
    document.body.append(form)
    form.submit()
    const frame = document.createElement('iframe')
    frame.src = `${base}/frame`
    document.body.append(frame)
    await new Promise((go) => setTimeout(go, 500))
  }, outside)
  expect(page.url()).toBe(before)
  expect(app.windows()).toHaveLength(1)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(calledOn).toEqual([])
})

test('only addresses of our own list are opened outside, by key (A8)', async ({ desk }) => {
  const { app, page } = desk
  await app.evaluate(({ shell }) => {
    globalThis.openedOutside = []
    shell.openExternal = async (address) => void globalThis.openedOutside.push(address)
  })
  expect(await ask(page, 'app.open', { address: 'git' })).toEqual({ ok: true, value: { opened: true } })
  for (const address of ['file:///etc/passwd', 'https://evil.example', 'javascript:alert(1)', '__proto__'])
    expect(await ask(page, 'app.open', { address } as never)).toMatchObject({ ok: false })
  expect(await app.evaluate(() => globalThis.openedOutside)).toEqual(['https://git-scm.com/downloads'])
})

test('the page asks only its own scheme, and the session lets nothing else through (A10)', async ({ desk }) => {
  const { app, page } = desk
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await expect(page.locator('h1')).toBeVisible()
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter((address) => !address.startsWith('app://clearhold/') && !address.startsWith('data:'))).toEqual([])

  const outcome = await app.evaluate(
    ({ net, session }, address) =>
      new Promise<string>((go) => {
        const request = net.request({ url: address, session: session.defaultSession })
        request.on('response', () => go('answered'))
        request.on('error', (error) => go(error.message))
        request.end()
      }),
    `${outside}/main`
  )
  expect(outcome).toBe('net::ERR_BLOCKED_BY_CLIENT')
  expect(calledOn).toEqual([])
})

test('a frame inside the page, and a window that is not ours, are refused (B2)', async ({ desk }) => {
  const { app, page } = desk
  const inFrame = await page.evaluate(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    return typeof frame.contentWindow?.clearhold
  })
  expect(inFrame).toBe('undefined')

  const answers = await app.evaluate(
    async ({ BrowserWindow, ipcMain }, preload) => {
      type Handle = (event: unknown, name: string, input: unknown) => Promise<{ ok: boolean; fault?: { code: string } }>
      const { _invokeHandlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handle> }
      const raw = _invokeHandlers.get('clearhold.call')
      const [own] = BrowserWindow.getAllWindows()
      if (raw === undefined || own === undefined) throw new Error('no handler')
      const sender = own.webContents
      const { mainFrame } = sender
      const codeFrom = (senderFrame: unknown) =>
        new Promise<string>((go) => {
          const event = { sender, senderFrame, _reply: say, sendReply: say, _throw: () => go('threw') }
          const answer = raw(event, 'app.info', {})
          function say(value: unknown) {
            const given = value as { ok?: boolean; result?: { ok: boolean; fault?: { code: string } } }
            const { ok, fault } = given.result ?? (given as { ok: boolean; fault?: { code: string } })
            go(ok ? 'ok' : (fault?.code ?? 'none'))
          }
          void Promise.resolve(answer).then((value) => value !== undefined && say(value))
        })
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await other.loadURL('app://clearhold/stopped.html')
      const stranger = await other.webContents.executeJavaScript("window.clearhold.call('app.info', {})")
      other.destroy()
      return {
        main: await codeFrom(mainFrame),
        frame: await codeFrom(mainFrame.frames[0]),
        nobody: await codeFrom(null),
        stranger: stranger.fault?.code
      }
    },
    join(root, 'out/preload/index.cjs')
  )
  expect(answers).toEqual({ main: 'ok', frame: 'not-here', nobody: 'not-here', stranger: 'not-here' })
})
