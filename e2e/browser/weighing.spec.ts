import type { Page } from '@playwright/test'
import { slowNames, slowWorld } from '../world/slow'
import type { World } from '../world/world'
import { expect, expectAccessible, scan, test } from './app'
import { type Served, serve } from './served'

let world: World
let served: Served
test.beforeAll(async () => {
  test.setTimeout(180_000)
  world = await slowWorld()
  served = await serve(['serve'], { ...world.env, CLEARHOLD_WALKER: 'typescript' })
})
test.afterAll(async () => {
  await served?.end()
  await world?.dispose()
})

const review = (page: Page) => page.getByRole('dialog', { name: 'Review Prune' })
const figures = (page: Page) => review(page).locator('[data-row] .line-bytes')

/** Holds the program while the plan that is shown is being weighed. */
async function holdWeighing(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      /weighing…$/.test(document.querySelector('.review-time')?.textContent ?? '') &&
      document.querySelector('[data-row] .line-bytes') !== null,
    [],
    { polling: 20 }
  )
  served.pause()
}

test('a review opens with the last figures and their age, and has new ones while it is read', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto(served.address)
  await scan(page)
  await world.devpod.list([])
  await page.getByRole('button', { name: 'Review Prune' }).click()
  await holdWeighing(page)
  await expect(figures(page)).toHaveCount(slowNames.length)
  await expect(figures(page).first()).toHaveAttribute(
    'title',
    /^Measured \d+ \w+ \d+, \d\d:\d\d, and weighed again now$/
  )
  await expect(figures(page).first()).toHaveText(/^\d+\s[kM]B$/)
  await expect(page.locator('.review-time')).toHaveAttribute('title', /^[\d,]+\sfiles? (?:and|or) folders? weighed$/)
  await expectAccessible(page)
  served.resume()
  await expect(review(page).getByText(/^Planned \d\d:\d\d:\d\d$/)).toBeVisible({ timeout: 30_000 })
  await expect(figures(page).first()).not.toHaveAttribute('title', /./)
  await expect(figures(page).first()).toHaveText(/^\d+\s[kM]B$/)
})
