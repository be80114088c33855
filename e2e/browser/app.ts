import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Served, serve } from './served'

const screens = resolve(import.meta.dirname, '../../test-results/screens')

interface Fixtures {
  /** A page on the sample world, before its first scan. */
  first: Page
  /** A page on the sample world after its scan. */
  scanned: Page
}

interface Shared {
  demo: Served
}

const path = process.env['PATH'] ?? '/usr/bin:/bin'

/** One sample world per worker; each page gets an address of its own, as Enter in the terminal makes one. */
export const test = base.extend<Fixtures, Shared>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern.
    async ({}, use) => {
      const served = await serve(['demo', '--serve'], { PATH: path, HOME: '/nonexistent' })
      await use(served)
      await served.end()
    },
    { scope: 'worker', timeout: 60_000 }
  ],
  first: async ({ page }, use) => {
    const served = await serve(['demo', '--serve'], { PATH: path, HOME: '/nonexistent' })
    await page.goto(served.address)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
    await use(page)
    await page.close()
    await served.end()
  },
  scanned: async ({ page, demo }, use) => {
    await page.goto(await demo.renew())
    await scan(page)
    await use(page)
  }
})
export { expect }

const scannedAt = (page: Page) => page.getByText(/^Scanned /)

/** Scans by the page's own button where nothing was scanned yet, and waits for the end. */
export async function scan(page: Page): Promise<void> {
  const first = page.getByRole('button', { name: /^Scan \d+ places?$/ })
  await expect(first.or(scannedAt(page))).toBeVisible({ timeout: 30_000 })
  if (await first.isVisible()) await first.click()
  await expect(scannedAt(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('tree', { name: 'What deleting would free' }).getByRole('treeitem').first()).toBeVisible()
}

/** Sets the theme by the setting, as a person would. */
export async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
}

/** Keeps a picture of the screen under the name of its mock-up. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(screens, { recursive: true })
  await page.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' })
}

/** One screen as a person sees it: its picture in both themes, axe clean in both. */
export async function stand(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    await page.mouse.move(640, 799)
    await picture(page, `${name}-${theme}`)
    await expectAccessible(page)
  }
}

/** No violation of the WCAG rules that axe knows (G1). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found).toEqual([])
}
