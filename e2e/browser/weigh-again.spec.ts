import { fill } from '../world/disk'
import { entry } from '../world/programs'
import { createWorld, type World } from '../world/world'
import { expect, expectAccessible, scan, test } from './app'
import { type Served, serve } from './served'

let world: World
let served: Served
let clone = ''
test.beforeAll(async () => {
  world = await createWorld()
  clone = await world.clone('acme', 'app', 'main', { leaf: 'kestrel-main' })
  const other = await world.clone('acme', 'web', 'main', { leaf: 'lumen-main' })
  for (const folder of [clone, other]) await fill(`${folder}/own`, 3_000_000)
  await world.devpod.list([entry('kestrel-main', { localFolder: clone }), entry('lumen-main', { localFolder: other })])
  for (const name of ['kestrel-main', 'lumen-main']) await world.devpod.status(name, 'Stopped')
  served = await serve(['serve'], world.env)
})
test.afterAll(async () => {
  await served?.end()
  await world?.dispose()
})

test('one workspace is weighed again by keyboard: its figure and every total are new, and it is said', async ({
  page
}) => {
  await page.goto(served.address)
  await scan(page)
  const hero = page.getByRole('region', { name: 'Can be reclaimed' })
  await expect(hero).toContainText(/6\sMB in 2\sworkspaces/)
  await page.keyboard.press('Control+2')
  const table = page.getByRole('treegrid', { name: 'Workspaces' })
  await table.getByRole('button', { name: /^kestrel-main/ }).click()
  const figure = page.locator('dl').filter({ hasText: 'Freed if you remove it' }).locator('.figure').first()
  await expect(figure).toHaveText(/^3\sMB$/)
  const inspector = page.getByRole('complementary', { name: 'Selected' })
  await expect(inspector).toContainText(/Measured just now, \d+\sentries/)

  await fill(`${clone}/build/fresh`, 50_000_000)
  const again = inspector.getByRole('button', { name: 'Weigh again' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(figure).toHaveText(/^53\sMB$/)
  await expect(page.getByRole('treeitem', { name: /^build/ }).first()).toBeVisible()
  await expect(again).toBeFocused()
  await expect(page.locator('[data-live]')).toHaveText('kestrel-main was weighed again.')
  await expectAccessible(page)

  await fill(`${clone}/build/fresher`, 20_000_000)
  await page
    .getByRole('treeitem', { name: /^build/ })
    .first()
    .click()
  await inspector.getByRole('button', { name: 'Weigh folder again' }).press('Enter')
  await expect(inspector.getByRole('heading', { name: 'build', exact: true })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /^build, .*, 70 megabytes/ }).first()).toBeVisible()
  await expect(figure).toHaveText(/^73\sMB$/)
  await expect(page.locator('[data-live]')).toHaveText('build was weighed again.')
  await page.keyboard.press('Control+1')
  await expect(hero).toContainText(/76\sMB in 2\sworkspaces/)
})
