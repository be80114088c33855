import type { Page } from '@playwright/test'
import { expect, expectAccessible, picture, setTheme, test } from './app'

/** Opens the Unsaved work tab of the workspace whose name begins so. */
async function open(page: Page, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.getByRole('treegrid', { name: 'Workspaces' }).getByRole('button', { name }).click()
  await page.getByRole('tab', { name: /^Unsaved work/ }).click()
  await expect(page.getByRole('heading', { name: 'How we know' })).toBeVisible({ timeout: 20_000 })
}

test('Unsaved work: what exists only here, by what saves it, with names and commands (mock 07)', async ({
  scanned,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(scanned, /^orbit-web-feature/)
  const panel = scanned.getByRole('tabpanel')
  await expect(panel.getByRole('heading', { name: 'Removing it would lose work' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: /uncommitted file/ })).toBeVisible()
  await expect(panel.getByRole('heading', { name: /on no remote/ }).first()).toBeVisible()
  await expect(panel.getByText('Nothing is fetched.', { exact: false })).toBeVisible()
  const command = panel.getByRole('button', { name: /^Copy the command .*git .*push/ }).first()
  await command.click()
  await expect(panel.getByText('Copied')).toBeVisible()
  expect(await scanned.evaluate(() => navigator.clipboard.readText())).toMatch(/^git .*push/)
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(scanned, theme)
    await picture(scanned, `07-unsaved-work-${theme}`)
    await expectAccessible(scanned)
  }
})

test('Unsaved work: a clean clone has nothing to lose, a broken one cannot tell, and git is asked again on demand', async ({
  scanned
}) => {
  await open(scanned, /^kestrel-perf-trace/)
  const panel = scanned.getByRole('tabpanel')
  await expect(panel.getByRole('heading', { name: 'Nothing to lose' })).toBeVisible()
  await panel.getByRole('button', { name: 'Ask git again' }).click()
  await expect(panel.getByText('asked just now')).toBeVisible()
  await open(scanned, /^sundial-main/)
  await expect(panel.getByRole('heading', { name: 'Could not tell' })).toBeVisible()
  await expectAccessible(scanned)
})
