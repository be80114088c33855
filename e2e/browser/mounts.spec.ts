import { fill } from '../world/disk'
import { mounting } from '../world/mounting'
import { entry } from '../world/programs'
import { mayMount } from '../world/scanning'
import { createWorld, type World } from '../world/world'
import { expect, expectAccessible, scan, test } from './app'
import { type Served, serve } from './served'

const mounts = mounting()
let world: World
let served: Served
test.skip(!mayMount, 'this needs root and the right to mount')
test.beforeAll(async () => {
  test.setTimeout(120_000)
  world = await createWorld(mounts.overlay())
  const clone = await world.clone('acme', 'app', 'main', { leaf: 'kestrel-main' })
  await fill(`${clone}/own`, 3_000_000)
  await fill(`${mounts.tmpfs(`${clone}/data`)}/large`, 9_000_000)
  await world.devpod.list([entry('kestrel-main', { localFolder: clone })])
  await world.devpod.status('kestrel-main', 'Stopped')
  served = await serve(['serve'], world.env)
})
test.afterAll(async () => {
  await served?.end()
  mounts.undo()
  await world?.dispose()
})

test('a figure of a file system that shares blocks says "up to" and why; a mount inside is named, not counted (DL-SIZE-12)', async ({
  page
}) => {
  await page.goto(served.address)
  await scan(page)
  await expect(page.getByRole('region', { name: 'Can be reclaimed' })).toContainText(/up\sto\s\d\sMB in 1\sworkspace/)
  await page.getByRole('button', { name: 'How this was counted' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'How this was counted' })
  for (const words of ['Shared, not counted', 'Mounts', 'an overlay shows files of layers below it'])
    await expect(dialog).toContainText(words)
  await expect(dialog).toContainText(/up\sto\s\d\sMB is what all of them would free at once, measured just now/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const tile = page.getByRole('treeitem', { name: /^kestrel-main/ }).first()
  await expect(tile).toHaveAttribute('aria-label', /up to \d megabytes/)
  await page.keyboard.press('Control+2')
  const table = page.getByRole('treegrid', { name: 'Workspaces' })
  await expect(table.getByRole('row', { name: /kestrel-main/ })).toContainText(/up\sto\s\d\sMB/)
  await expect(page.getByRole('main').getByRole('button', { name: 'How this was counted' })).toBeVisible()
  await table.getByRole('button', { name: /^kestrel-main/ }).click()

  const figures = page.locator('dl').filter({ hasText: 'Freed if you remove it' }).locator('.figure')
  await expect(figures.first()).toHaveText(/^up\sto\s\d\sMB$/)
  const inspector = page.getByRole('complementary', { name: 'Selected' })
  await expect(inspector.getByRole('heading', { name: 'How this was counted' })).toBeVisible()
  await expect(inspector).toContainText('are the most it can be: an overlay shows files of layers below it')
  await expect(inspector.getByRole('heading', { name: /^1\smount inside, not counted$/ })).toBeVisible()
  const mount = inspector.getByRole('list', { name: 'Mounts inside' }).getByRole('listitem')
  await expect(mount).toContainText('data')
  await expect(mount).toContainText('tmpfs')
})
