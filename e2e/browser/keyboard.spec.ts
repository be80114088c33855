import type { Page } from '@playwright/test'
import { expect, test } from './app'

/** Name and role of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element === null
      ? ''
      : `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`
  })

/** Something is drawn around the focus: an outline or a ring that is not there without it. */
const ring = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (element === null) return 'nothing has the focus'
    const style = getComputedStyle(element)
    const inner = [...element.querySelectorAll('*'), element.parentElement ?? element].map((near) =>
      getComputedStyle(near)
    )
    const drawn = [style, ...inner].some(
      (own) => (own.outlineStyle !== 'none' && Number.parseFloat(own.outlineWidth) > 0) || own.boxShadow !== 'none'
    )
    return drawn ? 'seen' : `${element.tagName} ${element.className} has no ring`
  })

test('the whole way by keyboard alone: first run, scan, map, table, workspace, settings (G2)', async ({ first }) => {
  const page = first
  await expect(page.getByRole('button', { name: /^Scan \d/ })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toContain('Add another folder')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Scanned /)).toBeVisible({ timeout: 30_000 })

  await test.step('the map: one tab stop, arrows, open, back to the tile left', async () => {
    const tree = page.getByRole('tree', { name: 'What deleting would free' })
    await expect(tree.getByRole('treeitem').first()).toBeVisible()
    expect(await tree.locator('[tabindex="0"]').count()).toBe(1)
    await tree.locator('[tabindex="0"]').focus()
    await page.keyboard.press('Home')
    const largest = await focused(page)
    expect(largest).toMatch(/treeitem .*clone/)
    expect(await ring(page)).toBe('seen')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).not.toBe(largest)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('treeitem', { name: /^\.git,/ })).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect.poll(() => focused(page)).toBe(largest)
    await page.keyboard.press('t')
    await expect(page.getByRole('region', { name: 'What deleting would free' }).getByRole('treegrid')).toBeVisible()
    await page.keyboard.press('t')
    await expect(tree).toBeVisible()
    await page.keyboard.press('v')
    await expect(page.getByRole('radio', { name: 'Kind' })).toBeChecked()
  })

  await test.step('the table: rows, sort, filter, open, back', async () => {
    await page.keyboard.press('Control+2')
    const grid = page.getByRole('treegrid', { name: 'Workspaces' })
    await expect(grid).toBeVisible()
    await page.keyboard.press('Control+f')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('kestrel')
    await expect(grid.getByText(/^lumen/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(grid.getByText(/^lumen/).first()).toBeVisible()
    await grid.locator('[role=row][tabindex="0"]').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toMatch(/^row lumen/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^lumen/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible()
  })

  await test.step('a dialog traps the focus and gives it back', async () => {
    await page.keyboard.press('Control+,')
    const add = page.getByRole('button', { name: 'Add a folder' })
    await add.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(add).toBeFocused()
  })
})

test('every stop of the Tab key on every view can be seen, and none is a trap (G2)', async ({ scanned }) => {
  for (const key of ['Control+1', 'Control+2', 'Control+3', 'Control+,']) {
    await scanned.keyboard.press(key)
    // From the very start of the page, wherever the focus was before.
    await scanned.evaluate(() => {
      document.body.tabIndex = -1
      document.body.focus()
    })
    const stops = new Set<string>()
    for (let step = 0; step < 60; step += 1) {
      await scanned.keyboard.press('Tab')
      const on = await scanned.evaluate(() => document.activeElement === document.body)
      if (on) break
      expect(await ring(scanned), `${key}, stop ${step}: ${await focused(scanned)}`).toBe('seen')
      stops.add(await focused(scanned))
    }
    expect(stops.size, key).toBeGreaterThan(6)
  }
})

test('regions by F6, pages by their keys, the list of keys by ? (ui 8)', async ({ scanned }) => {
  const headings = [
    ['Control+2', 'Workspaces'],
    ['Control+3', 'History'],
    ['Control+1', 'Overview'],
    ['Control+,', 'Settings']
  ] as const
  for (const [key, name] of headings) {
    await scanned.keyboard.press(key)
    await expect(scanned.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await scanned.keyboard.press('Control+1')
  const regions = new Set<string>()
  for (let press = 0; press < 4; press += 1) {
    await scanned.keyboard.press('F6')
    regions.add(
      await scanned.evaluate(
        () =>
          document.activeElement?.closest(
            'header, nav, main, aside, [role=banner], [role=navigation], [role=main], [role=complementary]'
          )?.tagName ?? ''
      )
    )
  }
  expect(regions.size).toBeGreaterThanOrEqual(3)
  await scanned.keyboard.press('?')
  await expect(scanned.getByRole('dialog')).toBeVisible()
})
