import type { Page } from '@playwright/test'
import { expect, test } from './app'

const grid = (page: Page) => page.getByRole('treegrid', { name: 'Workspaces' })
const rows = (page: Page) => grid(page).locator('[role="row"][data-site]')
const names = (page: Page) => rows(page).locator('button:not([aria-label^="Hide"])').allTextContents()

test.beforeEach(async ({ scanned }) => {
  await scanned.keyboard.press('Control+2')
  await expect(rows(scanned).first()).toBeVisible()
})

test('rows take the focus: arrows, Home, End, Enter opens, Esc comes back to the row (G2)', async ({
  scanned: page
}) => {
  await grid(page).getByRole('button', { name: 'Used' }).focus()
  await page.keyboard.press('Tab')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows(page).last()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  const [, second] = await names(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: second ?? '' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(1)).toBeFocused()
  await rows(page).nth(3).getByRole('button').last().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Workspaces')
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(3)).toBeFocused()
})

test('one tab stop among the rows, and every row tells its place (G2, G7)', async ({ scanned: page }) => {
  const count = await rows(page).count()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count + 1))
  await expect(rows(page).and(page.locator('[tabindex="0"]'))).toHaveCount(1)
  const places = await rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))))
  expect(places).toEqual(places.map((_, place) => place + 2))
})

test('a header sorts, says so, and sorts the other way when pressed again', async ({ scanned: page }) => {
  const workspace = grid(page).getByRole('columnheader', { name: 'Workspace' })
  await expect(grid(page).getByRole('columnheader', { name: 'Frees' })).toHaveAttribute('aria-sort', 'descending')
  await workspace.getByRole('button').click()
  await expect(workspace).toHaveAttribute('aria-sort', 'ascending')
  const ascending = await names(page)
  expect(ascending.length).toBeGreaterThan(5)
  expect(ascending).toEqual([...ascending].sort())
  await workspace.getByRole('button').click()
  await expect(workspace).toHaveAttribute('aria-sort', 'descending')
  expect(await names(page)).toEqual([...ascending].reverse())
  await expect(grid(page).getByRole('columnheader', { name: 'Reclaimable' }).getByRole('button')).toHaveCount(0)
})

test('Ctrl+F filters by words, the footer follows, Esc clears', async ({ scanned: page }) => {
  const all = await rows(page).count()
  const footer = page.getByRole('region', { name: 'List of workspaces' }).locator('footer')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('kestrel main')
  await expect(rows(page)).toHaveCount(1)
  await expect(footer).toContainText(/^1\sworkspace/)
  const size = await rows(page).first().locator('.figure').textContent()
  await expect(footer.locator('.figure')).toHaveText(size ?? '')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(all)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a filter that finds nothing says so and can be cleared', async ({ scanned: page }) => {
  const all = await rows(page).count()
  await page.getByRole('button', { name: /^Orphaned/ }).click()
  await page.getByRole('searchbox').fill('no such workspace')
  await expect(page.getByText('No workspace fits this filter')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(rows(page)).toHaveCount(all)
  await expect(page.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-pressed', 'true')
})

test('every chip shows as many rows as it counts', async ({ scanned: page }) => {
  const chips = page.getByRole('group', { name: 'Show' }).getByRole('button')
  for (const chip of await chips.all()) {
    await chip.click()
    const count = Number((await chip.textContent())?.match(/\d+$/)?.[0])
    await expect(rows(page)).toHaveCount(count)
    await page.getByRole('button', { name: /^All/ }).click()
  }
})

test('what is not known yet is never a figure, and what git could not tell is no all-clear', async ({
  scanned: page
}) => {
  await expect(rows(page).first().getByText('Not known yet')).toBeAttached()
  const unread = rows(page).filter({ hasText: 'sundial-main' })
  await expect(unread.getByText(/git could not read/)).toBeVisible()
  await expect(unread.getByText('Nothing to lose')).toHaveCount(0)
})

test('the list is a map and a table by keyboard, and is left as it was (G2, G3)', async ({ scanned: page }) => {
  await page.getByRole('button', { name: /^Orphaned/ }).click()
  const orphaned = await rows(page).count()
  await page.getByRole('radio', { name: 'Show as table' }).press('ArrowLeft')
  await expect(page.getByRole('tree', { name: 'What deleting would free' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Show as map' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Show as table' })).toBeFocused()
  await expect(rows(page)).toHaveCount(orphaned)
})
