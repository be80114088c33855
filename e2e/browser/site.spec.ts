import type { Page } from '@playwright/test'
import { expect, test } from './app'

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Selected' })

test.beforeEach(async ({ scanned }) => {
  await scanned.keyboard.press('Control+2')
  await scanned
    .getByRole('treegrid', { name: 'Workspaces' })
    .getByRole('button', { name: /^kestrel-main/ })
    .click()
  await expect(scanned.getByRole('tree').getByRole('treeitem').first()).toBeVisible()
})

test('the four figures: two known, two honestly not', async ({ scanned: page }) => {
  const figures = page.locator('dl').filter({ hasText: 'Freed if you remove it' }).locator('.figure')
  await expect(figures).toHaveText([/\d\sMB$/, 'Not known yet', 'Not known yet', /\d\skB$/])
  await expect(page.getByText(/^Hard links with kestrel-/)).toBeVisible()
})

test('the inspector shows the site, then the tile selected by keyboard, and lets the map open it', async ({
  scanned: page
}) => {
  await expect(inspector(page).getByRole('heading', { name: /^kestrel-main/ })).toBeVisible()
  await expect(inspector(page).getByText('A workspace opens it', { exact: false })).toBeVisible()
  const tile = page.getByRole('treeitem', { level: 1 }).first()
  const name = ((await tile.getAttribute('aria-label')) ?? '').split(',')[0] ?? ''
  await tile.focus()
  await page.keyboard.press(' ')
  await expect(inspector(page).getByRole('heading', { name, exact: true })).toBeVisible()
  await inspector(page).getByRole('button', { name: 'Open in the map' }).click()
  await expect(page.locator('.map-crumbs').getByText(name, { exact: true })).toBeVisible()
  await expect(inspector(page).getByRole('heading', { name: /^kestrel-main/ })).toBeVisible()
})

test('the tabs are one tab stop, and arrows choose', async ({ scanned: page }) => {
  await page.getByRole('tab', { name: 'Space' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Unsaved work' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Unsaved work' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Unsaved work' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('tabpanel')).toContainText('No readings yet')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Space' })).toBeFocused()
})

test('Esc goes back to the list, whichever tabs were looked at', async ({ scanned: page }) => {
  for (const tab of ['Records', 'History', 'Unsaved work']) await page.getByRole('tab', { name: tab }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('tab', { name: 'Unsaved work' })).toHaveAttribute('aria-selected', 'true')
})

test('a path is copied whole, however short it is shown', async ({ scanned: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the path' }).first().click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^\/.*\/devlaunch\/repos\/.*kestrel-main/)
  expect(copied).not.toContain('…')
})

test('in a browser no button claims to open a file manager', async ({ scanned: page }) => {
  await expect(page.getByRole('button', { name: 'Show folder' })).toHaveCount(0)
})
