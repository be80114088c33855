import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fill } from '../world/disk'
import { entry } from '../world/programs'
import { createWorld, type World } from '../world/world'
import { expect, expectAccessible, stand, test } from './app'
import { type Served, serve } from './served'

let world: World
let served: Served
let clones: string[]

test.beforeEach(async () => {
  world = await createWorld()
  clones = [await world.clone('acme', 'kestrel', 'main'), await world.clone('acme', 'lumen-api', 'main')]
  for (const [at, clone] of clones.entries()) await fill(join(clone, 'data'), 3_000_000 / (at + 1))
  await world.devpod.list([entry('kestrel-main', { localFolder: clones[0] })])
  await world.devpod.status('kestrel-main', 'Running')
})
test.afterEach(async () => {
  await served?.end()
  await world?.dispose()
})

/** Serves the world and scans it. */
async function scanned(page: Page, env: Record<string, string> = world.env): Promise<void> {
  served = await serve(['serve'], env)
  await page.goto(served.address)
  await page.getByRole('button', { name: 'Scan 1 place' }).click()
  await expect(page.getByText(/^Scanned /)).toBeVisible({ timeout: 30_000 })
}

/** The fakes, and of the machine's own programs only what they need. */
async function pathWithoutGit(): Promise<string> {
  const tools = join(world.base, 'tools')
  await mkdir(tools)
  await symlink('/bin/cat', join(tools, 'cat'))
  return `${world.env['PATH']?.split(':')[0]}:${tools}`
}

const banner = (page: Page) => page.getByRole('region', { name: /could not answer/ })
const source = (page: Page, name: string) => banner(page).getByRole('listitem').filter({ hasText: name })
const waits =
  'Clearhold cannot tell which workspaces exist, so none counts as orphaned. Prune, Purge and Reconcile wait.'
const states = (page: Page) =>
  page
    .getByRole('treegrid', { name: 'Workspaces' })
    .getByRole('gridcell')
    .filter({ hasText: /^(?:Live|Not known|Orphaned)$/ })

test('devpod is missing: state not known, nothing counts as orphaned; Try again finds it (mock 12)', async ({
  page
}) => {
  await world.devpod.fail('missing')
  await scanned(page)
  await expect(banner(page)).toContainText(
    'One source could not answer, so some figures are floors and some plans wait'
  )
  const row = source(page, 'devpod is missing')
  await expect(row.locator('code')).toHaveText('devpod: command not found')
  await expect(row).toContainText(waits)
  await expect(row).toContainText('Install devpod or put it on PATH, then try again. Asked just now.')
  await stand(page, '12-error-states-one')
  await page.keyboard.press('Control+2')
  await expect(states(page)).toHaveText(['Not known', 'Not known'])
  await page.keyboard.press('Control+1')
  await world.devpod.fail('ok')
  await row.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Scanned /)).toBeVisible({ timeout: 30_000 })
  await expect(banner(page)).toHaveCount(0)
  await page.keyboard.press('Control+2')
  await expect(states(page)).toHaveText(['Live', 'Orphaned'])
})

test('devpod prints rubbish and git is missing: a row each, in their own words; Try all again (mock 12)', async ({
  page
}) => {
  await world.devpod.fail('rubbish')
  await scanned(page, { ...world.env, PATH: await pathWithoutGit() })
  await expect(banner(page)).toContainText('2 sources could not answer, so some figures are floors and some plans wait')
  const devpod = source(page, 'devpod could not list its workspaces')
  await expect(devpod.locator('code').first()).toHaveText('devpod list printed something that is not JSON')
  await expect(devpod).toContainText(waits)
  await expect(devpod).toContainText('devpod list --output json')
  const git = source(page, 'git is missing')
  await expect(git.locator('code')).toHaveText('git: command not found')
  await expect(git).toContainText(
    'Clearhold could not tell what is unsaved anywhere, so no removal plan runs. Sizes are measured as usual.'
  )
  const plans = page.getByRole('region', { name: 'Plans' })
  for (const plan of ['Prune', 'Worktrees', 'Regenerable', 'Scratch', 'Reconcile'])
    await expect(plans.getByRole('heading', { name: plan })).toBeVisible()
  await stand(page, '12-error-states')
  await page.keyboard.press('Control+2')
  await expect(states(page)).toHaveText(['Not known', 'Not known'])
  await page.keyboard.press('Control+1')

  await test.step('Try all again asks each anew; what answers leaves the banner', async () => {
    await world.devpod.fail('ok')
    await banner(page).getByRole('button', { name: 'Try all again' }).click()
    await expect(source(page, 'git is missing')).toBeVisible({ timeout: 30_000 })
    await expect(banner(page)).toContainText('One source could not answer')
    await expectAccessible(page)
  })
})
