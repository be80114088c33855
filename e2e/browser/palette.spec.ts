import type { Page } from '@playwright/test'
import { expect, test } from './app'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' })

test.beforeEach(async ({ scanned }) => {
  await scanned.keyboard.press('Control+k')
  await expect(palette(scanned).getByRole('combobox')).toBeFocused()
})

test('names come first, the field names the chosen entry, Enter opens it', async ({ scanned: page }) => {
  await page.keyboard.type('kest main')
  const options = palette(page).getByRole('option')
  await expect(options.first()).toContainText('kestrel-main')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const id = await options.first().getAttribute('id')
  await expect(palette(page).getByRole('combobox')).toHaveAttribute('aria-activedescendant', id ?? '')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: /^kestrel-main/ })).toBeVisible()
})

test('the arrows go round, and a command runs', async ({ scanned: page }) => {
  await page.keyboard.type('go to')
  const options = palette(page).getByRole('option')
  await expect(options.first()).toContainText('Go to')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await palette(page).getByRole('combobox').fill('go to history')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
})

test('nothing in it removes anything, whatever is typed', async ({ scanned: page }) => {
  for (const typed of ['remove', 'delete', 'prune', 'purge', 'force']) {
    await palette(page).getByRole('combobox').fill(typed)
    const words = await palette(page).getByRole('option').allTextContents()
    for (const word of words.filter((each) => !each.startsWith('Review ')))
      expect(word).not.toMatch(/\b(?:remove|delete|prune|purge|lose)\b/i)
  }
  await expect(palette(page).getByText('The palette opens plans. It never removes.')).toBeVisible()
})

test('Escape closes it and gives the focus back to what opened it (G2)', async ({ scanned: page }) => {
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  const opener = page.getByRole('button', { name: /^Search or run a command/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(palette(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('the list of keys opens from it, and from ?, and no line of it removes anything', async ({ scanned: page }) => {
  await page.keyboard.type('list of keys')
  await page.keyboard.press('Enter')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByText('No key removes anything.')).toBeVisible()
  await expect(keys.getByText('Search or run a command')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
})
