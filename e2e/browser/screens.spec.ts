import type { Page } from '@playwright/test'
import { expect, expectAccessible, stand, test } from './app'

const main = (page: Page) => page.getByRole('main')

test('First run: found places, one button, three promises (mock 10)', async ({ first }) => {
  await expect(first.getByRole('heading', { name: 'See what your workspaces really cost' })).toBeVisible()
  await expect(first.getByRole('checkbox', { name: /devlaunch clones/ })).toBeChecked()
  await expect(first.getByRole('checkbox', { name: /Your own checkouts/ })).not.toBeChecked()
  await expect(first.getByRole('button', { name: 'Add another folder' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Scan 1 place' })).toBeFocused()
  for (const promise of [
    'A scan only reads. Nothing is removed until you review a plan.',
    'If something cannot be checked, it is kept.',
    'Everything stays on this machine.'
  ])
    await expect(first.getByText(promise)).toBeVisible()
  await first.getByRole('checkbox', { name: /Your own checkouts/ }).click()
  await expect(first.getByRole('button', { name: 'Scan 2 places' })).toBeVisible()
  await first.getByRole('checkbox', { name: /Your own checkouts/ }).click()
  await stand(first, '10-first-run')
})

test('Overview: figure, plans, map, list, line (mocks 01, 02)', async ({ scanned }) => {
  await expect(scanned.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const hero = scanned.getByRole('region', { name: 'Can be reclaimed' })
  await expect(hero.getByText('Can be reclaimed now')).toBeVisible()
  for (const plan of ['Prune', 'Worktrees', 'Regenerable', 'Scratch'])
    await expect(hero.getByRole('heading', { name: plan })).toBeVisible()
  const offered = hero
    .getByRole('list', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ has: scanned.getByRole('button') })
  for (const plan of ['Worktrees', 'Regenerable', 'Scratch'])
    await expect(offered.filter({ hasText: plan })).toHaveCount(0)
  const map = scanned.getByRole('region', { name: 'What deleting would free' })
  const legend = map.getByRole('list', { name: 'Verdicts' })
  for (const word of ['Nothing to lose', 'Would lose work', 'In use', 'Cannot tell'])
    await expect(legend).toContainText(word)
  await expect(map.getByRole('tree')).toBeVisible()
  await expect(scanned.getByRole('heading', { name: 'Kept, and needs your eye' })).toBeVisible()
  await expect(scanned.getByText('No readings yet')).toBeVisible()
  const sidebar = scanned.getByRole('navigation', { name: 'Main' })
  await expect(sidebar.getByText(/free$/)).toBeVisible()
  for (const entry of ['Overview', 'Workspaces', 'History', 'Settings'])
    await expect(sidebar.getByRole('button', { name: entry })).toBeEnabled()
  await stand(scanned, '01-overview')
})

test('Overview by kind', async ({ scanned }) => {
  const map = scanned.getByRole('region', { name: 'What deleting would free' })
  await map.getByRole('radio', { name: 'Kind' }).click()
  await expect(map.getByRole('list', { name: 'Kinds' })).toBeVisible()
  await stand(scanned, '01-overview-kind')
})

test('The map as a table holds the same rows and figures (G3)', async ({ scanned }) => {
  const map = scanned.getByRole('region', { name: 'What deleting would free' })
  const tiles = await map
    .getByRole('treeitem', { level: 1 })
    .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''))
  await map.getByRole('radio', { name: 'Show as table' }).click()
  const table = map.getByRole('treegrid')
  await expect(table).toBeVisible()
  for (const tile of tiles)
    await expect(table.getByText(tile.split(',')[0] ?? '', { exact: true }).first()).toBeVisible()
  await expectAccessible(scanned)
})

test('Workspaces: chips, table, footer (mock 14)', async ({ scanned }) => {
  await scanned.keyboard.press('Control+2')
  await expect(scanned.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible()
  const grid = scanned.getByRole('treegrid', { name: 'Workspaces' })
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Workspace',
    'Repository',
    'State',
    'Unsaved work',
    'Frees',
    'Reclaimable',
    'Used'
  ])
  await expect(grid.getByRole('columnheader', { name: 'Frees' })).toHaveAttribute('aria-sort', 'descending')
  const rows = grid.getByRole('row')
  const all = await rows.count()
  await expect(
    main(scanned).getByText('Sizes do not add up to the disk: shared files belong to no single workspace.')
  ).toBeVisible()
  await stand(scanned, '14-workspaces-table')
  await scanned.getByRole('button', { name: /^Orphaned/ }).click()
  expect(await rows.count()).toBeLessThan(all)
  await expect(grid.getByText('Live')).toHaveCount(0)
  await scanned.getByRole('searchbox').fill('no such workspace')
  await expect(scanned.getByRole('button', { name: 'Clear filter' })).toBeVisible()
  await expectAccessible(scanned)
})

test('Workspace › Space: four figures in order, kinds, map, inspector (mock 03)', async ({ scanned }) => {
  await scanned.keyboard.press('Control+2')
  await scanned
    .getByRole('treegrid', { name: 'Workspaces' })
    .getByRole('button', { name: /^kestrel-main/ })
    .click()
  await expect(scanned.getByRole('heading', { level: 1, name: /^kestrel-main/ })).toBeVisible()
  await expect(scanned.getByRole('tab')).toHaveText(['Space', 'Unsaved work', 'Records', 'History'])
  await expect(scanned.getByRole('term')).toHaveText([
    'Freed if you remove it',
    'Reclaimable without removing it',
    'Would lose work',
    'Shared, not counted'
  ])
  await expect(scanned.getByRole('heading', { name: 'How this was counted' })).toBeVisible()
  await expect(scanned.getByRole('tree').getByRole('treeitem').first()).toBeVisible()
  await stand(scanned, '03-workspace-detail')
  for (const tab of ['Unsaved work', 'Records', 'History']) {
    await scanned.getByRole('tab', { name: tab }).click()
    await expect(scanned.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectAccessible(scanned)
  }
})

test('Settings: places, appearance, tools, about (mock 09)', async ({ scanned }) => {
  await scanned.keyboard.press('Control+,')
  await expect(scanned.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(scanned.getByRole('heading', { name: 'Places to watch' })).toBeVisible()
  await expect(scanned.getByText('Plans may act')).toBeVisible()
  await expect(
    scanned.getByText(
      'There is no setting that removes anything on its own. Every removal starts from a plan you review.'
    )
  ).toBeVisible()
  await stand(scanned, '09-settings')
})

test('Command palette: names first, then commands (mock 15)', async ({ scanned }) => {
  await scanned.keyboard.press('Control+k')
  const palette = scanned.getByRole('dialog')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await scanned.keyboard.type('kestrel')
  await expect(palette.getByRole('option').first()).toContainText('kestrel')
  await stand(scanned, '15-command-palette')
  await scanned.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
})

test('The list of keys', async ({ scanned }) => {
  await scanned.keyboard.press('?')
  await expect(scanned.getByRole('dialog', { name: /keys/i })).toBeVisible()
  await stand(scanned, 'keys')
})

test('History before the first reading', async ({ scanned }) => {
  await scanned.keyboard.press('Control+3')
  await expect(scanned.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
  await stand(scanned, '08-history-before')
})
