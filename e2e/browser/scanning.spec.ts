import type { Page } from '@playwright/test'
import { slowNames, slowWorld } from '../world/slow'
import type { World } from '../world/world'
import { expect, stand, test } from './app'
import { type Served, serve } from './served'

let world: World
let served: Served
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(180_000)
  world = await slowWorld()
  served = await serve(['serve'], { ...world.env, CLEARHOLD_WALKER: 'typescript' })
})
test.afterAll(async () => {
  await served?.end()
  await world?.dispose()
})

const all = slowNames.length
const counts = (page: Page) => page.getByText(new RegExp(`^\\d+ of ${all}\\sworkspaces, [\\d,]+\\sfiles`))

/** Starts a scan and holds the program once some, but not all, workspaces are measured and drawn. */
async function holdMidway(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: /^Scan/ }).click()
  await page.waitForFunction(
    ([most]) => {
      const done = Number(/^(\d+) of/.exec(document.querySelector('.scan-last')?.textContent ?? '')?.[1] ?? 0)
      const drawn = document.querySelectorAll('[role=treeitem]:not(.form-unmeasured)').length
      return done > 1 && done < (most ?? 0) && drawn > 0
    },
    [all],
    { polling: 20 }
  )
  served.pause()
}

test('Scanning: a floor so far, the path, phases, tiles filling in; Stop keeps what was measured as floors (mock 11, G5)', async ({
  page
}) => {
  await page.goto(served.address)
  await holdMidway(page)

  await test.step('what mock 11 names', async () => {
    const card = page.getByRole('region', { name: 'Scanning' })
    await expect(card.locator('.scan-figure')).toHaveText(/^≥\s*(?:at least )?\d+\s[kM]B$/)
    await expect(card).toContainText('measured, so far')
    await expect(counts(page)).toBeVisible()
    await expect(card).toContainText(/[\d,]+\sfiles a second/)
    await expect(card.getByText(/acme\/.*main/).first()).toBeVisible()
    await expect(card.getByText(/^\d+(?:\.\d)? s$/)).toBeVisible()
    await expect(card.getByRole('progressbar', { name: 'Scan' })).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
    await expect(page.getByRole('banner').getByText(/^Scanning, \d+%$/)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Stop the scan' })).toBeVisible()
    await expect(page.getByText('Not measured yet, size not known')).toBeVisible()
    const steps = page.getByRole('region', { name: 'What it is doing' })
    for (const words of [
      'Ask devpod which workspaces exist',
      'Measure what each would free',
      'Shared files are left out',
      'Ask git what is unsaved',
      'Branches, worktrees, stash, tags'
    ])
      await expect(steps.getByText(words, { exact: true })).toBeVisible()
    await expect(steps).toContainText('Plans open when the scan is done, so that no plan rests on half a picture.')
    await expect(page.getByRole('treeitem', { name: /not measured yet/ }).first()).toBeVisible()
    await expect(page.getByRole('treeitem', { name: /megabytes|kilobytes/ }).first()).toBeVisible()
    await expect(page.locator('[data-live]')).toHaveText(new RegExp(`^\\d+ of ${all} workspaces, at least \\d`))
  })
  await stand(page, '11-scanning')

  await test.step('Stop', async () => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    served.resume()
    await expect(page.getByText('The scan was stopped. What was measured stays, as floors.')).toBeVisible()
    await expect(page.locator('[data-live]')).toHaveText(/^Scan stopped: at least \d/)
    await expect(page.getByRole('banner').getByText(/^Scan stopped/)).toBeVisible()
    const hero = page.getByRole('region', { name: 'Can be reclaimed' })
    await expect(hero).toContainText(/≥\s*(?:at least )?\d+\s[kM]Bs? in 12\sworkspaces/)
    await expect(page.getByText(/Not drawn: \d+\sworkspaces? not measured yet/)).toBeVisible()
    await page.keyboard.press('Control+2')
    const rows = page.getByRole('treegrid', { name: 'Workspaces' }).getByRole('row')
    // What was measured whole stays as it is; a folder the stop met in the middle is a floor.
    await expect(rows.filter({ hasText: /\d\s[kM]B/ }).first()).toBeVisible()
    await expect(rows.filter({ hasText: /≥\s*(?:at least )?\d/ }).first()).toBeVisible()
    await expect(rows.filter({ hasText: 'Not measured yet' }).first()).toBeVisible()
  })
})

test('the next scan is whole: no floor is left', async ({ page }) => {
  await page.goto(await served.renew())
  await page.getByRole('button', { name: 'Scan again' }).click()
  await expect(page.getByText(/^Scanned /)).toBeVisible({ timeout: 60_000 })
  const hero = page.getByRole('region', { name: 'Can be reclaimed' })
  await expect(hero).toContainText('workspaces')
  await expect(hero).not.toContainText('≥')
  await expect(page.getByRole('main')).not.toContainText('not measured yet')
})

test('in another run the last figures are there at once, with their age, until each is weighed', async ({ page }) => {
  await served.end()
  served = await serve(['serve'], { ...world.env, CLEARHOLD_WALKER: 'typescript' })
  await page.goto(served.address)
  await holdMidway(page)
  await page.keyboard.press('Control+2')
  const rows = page.getByRole('treegrid', { name: 'Workspaces' }).getByRole('row')
  await expect(rows.filter({ hasText: /\d\s[kM]B, measured (just now|\d+ min ago)/ }).first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Not measured yet' })).toHaveCount(0)
  served.resume()
  await page.keyboard.press('Control+1')
  await expect(page.getByText(/^Scanned /)).toBeVisible({ timeout: 60_000 })
})
