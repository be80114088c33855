import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fill, hardLink } from '../world/disk'
import { entry } from '../world/programs'
import { createWorld, type World } from '../world/world'
import { expect, expectAccessible, scan, test } from './app'
import { type Served, serve } from './served'

const mega = 1_000_000
let world: World
let served: Served
test.beforeEach(async () => {
  world = await createWorld()
  const clones: string[] = []
  for (const leaf of ['one', 'two', 'three']) clones.push(await world.clone('acme', 'app', 'main', { leaf }))
  const [one = '', two = '', three = ''] = clones
  await fill(join(one, 'own'), 3 * mega)
  await fill(join(two, 'own'), 2 * mega)
  await fill(join(three, 'own'), mega)
  // Ten megabytes that neither has alone.
  await hardLink(await fill(join(one, 'both'), 10 * mega), join(two, 'both'))
  await world.devpod.list(clones.map((localFolder) => entry(localFolder.slice(-3), { localFolder })))
  served = await serve(['serve'], world.env)
})
test.afterEach(async () => {
  await served?.end()
  await world?.dispose()
})

const row = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Workspaces' }).getByRole('row').filter({ hasText: name })
const foot = (page: Page) => page.locator('.workspaces-foot')
/** The figure of the footer in megabytes. */
const together = async (page: Page) =>
  Number(/Together they free (\d+)\sMB/.exec((await foot(page).textContent()) ?? '')?.[1] ?? Number.NaN)

test('ticked rows are weighed together: what two of them share is freed by both, and by neither alone', async ({
  page
}) => {
  await page.goto(served.address)
  await scan(page)
  await page.keyboard.press('Control+2')
  await row(page, 'one').click()
  await page.keyboard.press('Space')
  await expect(foot(page)).toContainText(/^1\sworkspace ticked/)
  await expect.poll(() => together(page)).toBe(3)
  await row(page, 'two').hover()
  await row(page, 'two')
    .getByRole('checkbox', { name: /^Weigh two/ })
    .click()
  await expect(foot(page)).toContainText(/^2\sworkspaces ticked/)
  await expect.poll(() => together(page)).toBe(15)
  await expectAccessible(page)

  await test.step('a filter hides a ticked row, and it still counts', async () => {
    await page.keyboard.press('Control+f')
    await page.keyboard.type('three')
    await expect(row(page, 'one')).toHaveCount(0)
    await expect(foot(page)).toContainText(/^2\sworkspaces ticked/)
    await expect.poll(() => together(page)).toBe(15)
    await page.keyboard.press('Escape')
  })
  await row(page, 'two').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => together(page)).toBe(3)
  await foot(page).getByRole('button', { name: 'Untick' }).click()
  await expect(foot(page)).toContainText(/^3\sworkspaces/)
  await expect(row(page, 'one')).not.toHaveAttribute('data-ticked')
})
