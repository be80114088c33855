import type { Page } from '@playwright/test'
import { expect, scan, test } from './app'

const root = (page: Page) => page.locator('html')
const places = (page: Page) => page.getByRole('region', { name: 'Places to watch' })

test.beforeEach(async ({ first }) => {
  await scan(first)
  await first.keyboard.press('Control+,')
  await expect(places(first).getByRole('switch').first()).toBeVisible()
})

test('theme, units and motion apply at once and are kept (G5)', async ({ first: page }) => {
  await page.getByRole('radio', { name: 'Light' }).click()
  await expect(root(page)).toHaveAttribute('data-theme', 'light')
  await page.getByRole('radio', { name: 'GiB' }).click()
  await expect(places(page)).toContainText(/\d\sMiB/)
  const motion = page.getByRole('radiogroup', { name: 'Motion' })
  await motion.getByRole('radio', { name: 'Off' }).click()
  await expect(root(page)).toHaveAttribute('data-motion', 'off')
  await page.reload()
  await expect(root(page)).toHaveAttribute('data-theme', 'light')
  await expect(root(page)).toHaveAttribute('data-motion', 'off')
  await expect(page.getByRole('radio', { name: 'GiB' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
})

test('a place is turned on and off by its switch, and what a plan may do there stands beside it', async ({
  first: page
}) => {
  const own = places(page).getByRole('switch', { name: 'Watch ~/code' })
  await expect(own).not.toBeChecked()
  await own.click()
  await expect(own).toBeChecked()
  await page.reload()
  await expect(own).toBeChecked()
  await expect(places(page).getByText('Look only')).toBeVisible()
  await expect(places(page).getByText('Plans may act')).toHaveCount(1)
})

test('a folder is added by keyboard alone, and forgotten again (G2)', async ({ first: page }) => {
  await places(page).getByRole('button', { name: 'Add a folder' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'Add a folder to watch' })
  await expect(picker.getByRole('listbox')).toBeFocused()
  await page.keyboard.press('c')
  await page.keyboard.press('Enter')
  await expect(picker.locator('[aria-current="location"]')).toHaveText('code')
  await page.keyboard.press('Backspace')
  await expect(picker.locator('[aria-current="location"]')).toHaveText('~')
  await expect(picker.getByRole('listbox')).toBeFocused()
  await page.keyboard.press('.')
  await page.keyboard.press('Enter')
  await expect(picker.locator('[aria-current="location"]')).toHaveText('.cache')
  await picker.getByRole('button', { name: 'Watch this folder' }).press('Enter')
  await expect(picker).toHaveCount(0)
  await expect(places(page).getByRole('button', { name: 'Add a folder' })).toBeFocused()
  const added = places(page).getByRole('switch', { name: 'Watch ~/.cache', exact: true })
  await expect(added).toBeChecked()
  await places(page).getByRole('button', { name: 'Stop watching ~/.cache', exact: true }).click()
  await expect(added).toHaveCount(0)
})

test('the picker closes with Escape, changes nothing and gives the focus back', async ({ first: page }) => {
  const before = await places(page).getByRole('switch').count()
  await places(page).getByRole('button', { name: 'Add a folder' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(places(page).getByRole('button', { name: 'Add a folder' })).toBeFocused()
  await expect(places(page).getByRole('switch')).toHaveCount(before)
})

test('the tools say what they answered; diagnostics are read before they are copied and name no home', async ({
  first: page,
  context
}) => {
  const tools = page.getByRole('region', { name: 'Tools' })
  const asked = tools.getByRole('list', { name: 'At the last scan' })
  await expect(asked.getByText('devpod', { exact: true })).toBeVisible()
  const here = tools.getByRole('list', { name: 'On this machine' }).getByRole('listitem')
  await expect(here).toContainText(['Walker', 'git', 'devpod', 'docker', 'flock', 'State folder'])
  await expect(here.filter({ hasText: 'Walker' })).toContainText(/(native|TypeScript)\. \S/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Show diagnostics' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' })
  await expect(dialog.locator('pre')).toContainText('Clearhold 0.')
  const shown = await dialog.locator('pre').textContent()
  expect(shown).not.toContain('/home')
  await dialog.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
})
