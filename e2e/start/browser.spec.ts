import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { inPage } from '../../src/shared/bytes'
import { address, type Fresh, freshClone, sizeOf, start } from './fresh'

const isRoot = process.getuid?.() === 0
let fresh: Fresh

test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.beforeAll(async () => {
  fresh = await freshClone()
})
test.afterAll(() => fresh.dispose())

/** First run, scan, and the fresh checkout in the table with the bytes that the terminal says, too. */
async function seesItself(page: Page, opened: string): Promise<void> {
  // A browser of one's own waits for ever unless told otherwise.
  page.setDefaultTimeout(60_000)
  await page.goto(opened)
  await page.getByRole('button', { name: /^Scan \d+ places?$/ }).click()
  await page
    .getByRole('link', { name: /Workspaces/ })
    .or(page.getByRole('button', { name: /^Workspaces/ }))
    .first()
    .click()
  const row = page.getByRole('row').filter({ hasText: 'clearhold' }).first()
  await expect(row).toContainText(inPage(await sizeOf(fresh, fresh.folder)), { timeout: 60_000 })
}

test('npm start in a fresh clone serves a page that lists this machine’s checkouts with their bytes', async ({
  page
}) => {
  const started = start(['npm', 'start', '--', '--browser', '--port', '0'], fresh)
  try {
    const [, opened = ''] = await started.shows(address)
    expect(started.output()).toContain('ssh -L ')
    await seesItself(page, opened)
  } finally {
    await started.stop()
  }
})

test('without a display it says so, and serves all the same', async () => {
  const started = start(['npm', 'start'], fresh)
  try {
    await started.shows(address)
    expect(started.output()).toContain('There is no display here, so Clearhold is served to a browser.\n')
  } finally {
    await started.stop()
  }
})

test('with a display and an Electron that fails, it says so and serves all the same', async () => {
  const dist = join(fresh.folder, '..', 'broken')
  await mkdir(dist)
  await writeFile(join(dist, 'electron'), '#!/bin/sh\necho "$@" > "$0.args"\nexit 1\n')
  await chmod(join(dist, 'electron'), 0o755)
  const env = { DISPLAY: ':7', ELECTRON_OVERRIDE_DIST_PATH: dist }
  const started = start(['npm', 'start', '--', '--some-switch'], fresh, env)
  try {
    await started.shows(address)
    expect(started.output()).toContain('Electron ended with status 1, so Clearhold is served to a browser.\n')
  } finally {
    await started.stop()
  }
})

test('with the network cut after install it starts and shows the same', async () => {
  test.skip(!isRoot, 'only root may cut the network of a process')
  const line = 'ip link set lo up && exec npm start -- --browser --port 0'
  const home = join(fresh.folder, '..', 'second-home')
  await mkdir(home)
  const started = start(['unshare', '-n', 'sh', '-c', line], fresh, { HOME: home })
  let browser: Browser | null = null
  try {
    const [, opened = ''] = await started.shows(address)
    browser = await chromium.launch({ executablePath: await inside(started.child.pid ?? 0) })
    await seesItself(await browser.newPage(), opened)
  } finally {
    await browser?.close()
    await started.stop()
  }
})

/** A Chromium in the network of another process; its pages see no other. */
async function inside(pid: number): Promise<string> {
  const program = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
  const file = join(fresh.folder, '..', 'chromium-inside')
  await writeFile(file, `#!/bin/sh\nexec nsenter -t ${pid} -n ${program} --no-sandbox --disable-gpu "$@"\n`)
  await chmod(file, 0o755)
  return file
}
