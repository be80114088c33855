import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { contentPolicy } from '../../src/main/security/policy'

declare global {
  var seenViolations: string[]
  var ranInline: boolean
}

const root = resolve(import.meta.dirname, '../..')
const addressIn = /http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}/g

/** A running `clearhold serve` in a home of its own. */
interface Serving {
  readonly child: ChildProcess
  /** Every address that was printed so far. */
  addresses(): string[]
  origin(): string
}

/** Starts `clearhold serve` and waits for its address. */
async function serve(home: string, ...more: string[]): Promise<Serving> {
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: join(home, '.cache') }
  const child = spawn(process.execPath, [join(root, 'bin/clearhold.mjs'), 'serve', ...more], { env, cwd: home })
  let text = ''
  const hear = (part: Buffer) => {
    text += part.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const addresses = () => text.match(addressIn) ?? []
  await expect.poll(() => addresses().length, { message: 'an address is printed', timeout: 20_000 }).toBe(1)
  return { child, addresses, origin: () => new URL(addresses()[0] ?? '').origin }
}

async function end({ child }: Serving): Promise<void> {
  const ended = new Promise((go) => child.once('exit', go))
  if (child.exitCode === null && child.kill('SIGTERM')) await ended
}

const test = base.extend<{ home: string; serving: Serving }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used.
  home: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'host-'))
    await use(home)
    await rm(home, { recursive: true, force: true })
  },
  serving: async ({ home }, use) => {
    const serving = await serve(home)
    await use(serving)
    await end(serving)
  }
})

const first = (serving: Serving) => serving.addresses()[0] ?? ''
const heading = (page: Page) => page.locator('h1')

/** Opens the page by its one-time address and waits until it is connected. */
async function open(page: Page, serving: Serving): Promise<void> {
  await page.goto(first(serving))
  await expect(page.locator('nav')).toBeVisible()
}

test('the token leaves the address and the history, and is never sent (C2)', async ({ page, serving }) => {
  const token = new URL(first(serving)).hash.slice(1)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url(), JSON.stringify(request.headers())))
  await page.goto('about:blank')
  await open(page, serving)
  expect(page.url()).not.toContain(token)
  expect(sent.join('\n')).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify(history.state) + document.referrer + document.cookie)).not.toContain(
    token
  )
  await page.goto('about:blank')
  await page.goBack()
  await expect(page.locator('nav')).toBeVisible()
  expect(page.url()).not.toContain(token)
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})

test('the address opens one page; the second is told to ask for another (C2)', async ({ page, context, serving }) => {
  await open(page, serving)
  const second = await context.newPage()
  const swapped = second.waitForResponse((response) => response.url().endsWith('/session'))
  await second.goto(first(serving))
  expect((await swapped).status()).toBe(401)
  await expect(heading(second)).toHaveText('This address was used already')
  await expect(second.locator('main')).toContainText('press Enter in the terminal', { ignoreCase: true })
})

test('an address without its token says what is missing (C2)', async ({ page, serving }) => {
  await page.goto(serving.origin())
  await expect(heading(page)).toHaveText('Open Clearhold by the address in the terminal')
})

test('a reload keeps the session, which is this tab’s alone, and there is no cookie (C3)', async ({
  page,
  context,
  serving
}) => {
  await open(page, serving)
  await page.reload()
  await expect(page.locator('nav')).toBeVisible()
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const other = await context.newPage()
  await other.goto(serving.origin())
  await expect(heading(other)).toHaveText('Open Clearhold by the address in the terminal')
})

test('without the header nothing is answered, and calls of the desktop are closed (C3, C5)', async ({
  page,
  serving
}) => {
  await open(page, serving)
  const outcome = await page.evaluate(async () => {
    const secret = sessionStorage.getItem('clearhold.session')
    const call = async (name: string, authorization: string) => {
      const response = await fetch('/call', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ name, input: {} })
      })
      const answer = (await response.json()) as { ok: boolean; fault?: { code: string } }
      return `${response.status} ${answer.ok ? 'ok' : answer.fault?.code}`
    }
    return {
      bare: await call('app.info', ''),
      wrong: await call('app.info', `Bearer ${'a'.repeat(43)}`),
      right: await call('app.info', `Bearer ${secret}`),
      desktop: await call('places.choose', `Bearer ${secret}`),
      terminal: await call('cli.listing', `Bearer ${secret}`)
    }
  })
  expect(outcome).toEqual({
    bare: '401 no-session',
    wrong: '401 no-session',
    right: '200 ok',
    desktop: '200 not-here',
    terminal: '200 not-here'
  })
})

test.describe('another site', () => {
  let other: Server
  let origin: string
  test.beforeAll(async () => {
    other = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>other</title>')
    })
    await new Promise<void>((go) => other.listen(0, '127.0.0.1', go))
    origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  test.afterAll(() => {
    other.close()
  })

  test('can neither read, ask nor frame the page (C1)', async ({ page, serving }) => {
    await page.goto(origin)
    const outcome = await page.evaluate(async (target) => {
      const name = (error: unknown) => (error as Error).name
      const frame = document.createElement('iframe')
      frame.src = target
      document.body.append(frame)
      await new Promise((go) => frame.addEventListener('load', go))
      return {
        read: await fetch(`${target}/`).then(() => 'answered', name),
        ask: await fetch(`${target}/session`, { method: 'POST', body: '{}' }).then(() => 'answered', name),
        blind: await fetch(`${target}/index.html`, { mode: 'no-cors' }).then((response) => response.type, name),
        script: await new Promise((go) => {
          const script = document.createElement('script')
          script.src = `${target}/index.html`
          script.addEventListener('error', () => go('refused'))
          script.addEventListener('load', () => go('loaded'))
          document.body.append(script)
        })
      }
    }, serving.origin())
    expect(outcome).toEqual({ read: 'TypeError', ask: 'TypeError', blind: 'TypeError', script: 'refused' })
    expect(page.frames().map((frame) => frame.url())).toEqual([`${origin}/`, 'chrome-error://chromewebdata/'])
  })
})

test('the policy is never broken by the page, and stops an inline script (A6)', async ({ page, serving }) => {
  await page.addInitScript(() => {
    globalThis.seenViolations = []
    document.addEventListener('securitypolicyviolation', (event) =>
      globalThis.seenViolations.push(`${event.violatedDirective} ${event.blockedURI}`)
    )
  })
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await open(page, serving)
  expect((await answered).headers()['content-security-policy']).toBe(contentPolicy)
  for (const name of ['Workspaces', 'History', 'Settings', 'Overview']) {
    await page.locator('nav').getByText(name, { exact: true }).click()
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

test('the page asks its own host alone (A10)', async ({ page, serving }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, serving)
  await expect(heading(page)).toBeVisible()
  const strange = asked.filter((address) => !address.startsWith(`${serving.origin()}/`) && !address.startsWith('data:'))
  expect(strange).toEqual([])
})

test('a page of a host that ended says so, whatever stands in its place (C3)', async ({ page, home, serving }) => {
  await open(page, serving)
  await end(serving)
  const answer = await page.evaluate(() => fetch('/call').then(String, (error: Error) => error.name))
  expect(answer).toBe('TypeError')
  await expect(page.locator('nav')).toBeVisible()
  const next = await serve(home, '--port', new URL(serving.origin()).port)
  await expect(heading(page)).toHaveText('This page is no longer connected', { timeout: 20_000 })
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.goto(first(next))
  await expect(page.locator('nav')).toBeVisible()
  await end(next)
})

test('events reach the page without a cookie or an address that holds the secret (C3)', async ({ page, serving }) => {
  const streams: { url: string; authorised: boolean }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/events'))
      streams.push({ url: request.url(), authorised: /^Bearer /.test(request.headers()['authorization'] ?? '') })
  })
  await open(page, serving)
  await expect.poll(() => streams).toEqual([{ url: `${serving.origin()}/events`, authorised: true }])
})
