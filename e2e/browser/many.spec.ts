import { expect, type Page, test } from '@playwright/test'
import { manyWorld } from '../world/many'
import { type Served, serve } from './served'

interface Seen {
  summaryAt: number
  tileAt: number
  largest: number
}

let served: Served | undefined

test.describe.configure({ mode: 'serial' })
test.setTimeout(240_000)
test.beforeAll(async () => {
  test.setTimeout(300_000)
  const world = await manyWorld()
  served = await serve(['serve'], world.env)
})
test.afterAll(() => served?.end())

/** Notes when the first summary came, when the first tile or row was there, and the largest message in bytes. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { summaryAt: 0, tileAt: 0, largest: 0 }
    Object.assign(window, { seen })
    const real = window.fetch
    window.fetch = async (...args) => {
      const answer = await real(...args)
      const summary = String(args[1]?.body ?? '').includes('survey.summary')
      const reader = answer.clone().body?.getReader()
      const measure = async () => {
        let line = 0
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
          for (const byte of part.value) {
            line = byte === 10 ? 0 : line + 1
            seen.largest = Math.max(seen.largest, line)
          }
        }
        if (summary && seen.summaryAt === 0) seen.summaryAt = performance.now()
      }
      void measure()
      return answer
    }
    new MutationObserver(() => {
      if (seen.tileAt === 0 && document.querySelector('[role=treeitem]') !== null)
        requestAnimationFrame(() => (seen.tileAt ||= performance.now()))
    }).observe(document, { childList: true, subtree: true })
  })
}

const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

test('10,000 workspaces and a tree of very many files: scanned, drawn within a second, no message over 256 KB (B6, G7)', async ({
  page
}) => {
  await watch(page)
  await page.goto(served?.address ?? '')
  await page.getByRole('checkbox', { name: /~\/code/ }).click()
  await page.getByRole('button', { name: 'Scan 2 places' }).click()
  await expect(page.getByText(/^Scanned /)).toBeVisible({ timeout: 180_000 })
  await page.reload()
  await expect(page.getByRole('treeitem').first()).toBeVisible({ timeout: 30_000 })
  const { summaryAt, tileAt, largest } = await seenOn(page)
  expect(summaryAt).toBeGreaterThan(0)
  expect(tileAt - summaryAt).toBeLessThan(1_000)
  expect(largest).toBeGreaterThan(50_000)
  expect(largest).toBeLessThan(256 * 1024)
  expect(await page.getByRole('treeitem').count()).toBeLessThanOrEqual(300)

  await test.step('the table holds all of them and draws only what is seen', async () => {
    await page.keyboard.press('Control+2')
    const grid = page.getByRole('treegrid', { name: 'Workspaces' })
    await expect(grid).toHaveAttribute('aria-rowcount', '10002', { timeout: 30_000 })
    expect(await grid.getByRole('row').count()).toBeLessThan(80)
    await grid.locator('[role=row][tabindex="0"]').focus()
    await page.keyboard.press('End')
    await expect(grid.locator('[aria-rowindex="10002"]')).toBeVisible()
    await page.keyboard.press('Control+f')
    const before = Date.now()
    await page.keyboard.type('branch-09999')
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    expect(Date.now() - before).toBeLessThan(3_000)
  })

  await test.step('the folder of very many files opens by levels', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+1')
    await page.getByRole('treeitem', { name: /^huge,/ }).press('Enter')
    await expect(page.getByRole('treeitem', { name: /^d0,/ })).toBeVisible()
    await page.getByRole('treeitem', { name: /^d0,/ }).press('Enter')
    await expect(page.getByRole('treeitem', { name: /^e\d+,/ }).first()).toBeVisible()
    expect((await seenOn(page)).largest).toBeLessThan(256 * 1024)
  })
})
