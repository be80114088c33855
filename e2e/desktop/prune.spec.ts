import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { type PruneWorld, pruneWorld } from '../world/prune-world'
import { electronArguments, environmentFor, expect, noElectron, root, test } from './app'
import { scan } from './ask'

test.setTimeout(120_000)

let prune: PruneWorld
let userData: string
let app: ElectronApplication
test.beforeEach(async () => {
  if (noElectron !== null && process.env['REQUIRE_ELECTRON'] !== undefined) throw new Error(noElectron)
  test.skip(noElectron !== null, noElectron ?? '')
  prune = await pruneWorld()
  userData = await mkdtemp(join(tmpdir(), 'desk-data-'))
  app = await _electron.launch({
    args: electronArguments(userData),
    cwd: root,
    env: { ...environmentFor(prune.world.home), ...prune.world.env },
    timeout: 30_000
  })
})
test.afterEach(async () => {
  await app?.close()
  await prune?.dispose()
  if (userData !== undefined) await rm(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

test('a prune in the window: reviewed, carried out by the engine’s own process, reported and kept in History', async () => {
  const patient = { timeout: 30_000 }
  const page = await app.firstWindow({ timeout: 30_000 })
  await scan(page)
  await page.keyboard.press('Control+1')
  await page.getByRole('button', { name: 'Review Prune' }).click()
  const review = page.getByRole('dialog', { name: 'Review Prune' })
  const remove = review.getByRole('button', { name: /^Remove 4\sclone folders, 2\svolumes$/ })
  await expect(remove).toBeEnabled(patient)
  await expect(review.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const { clones, files } = prune
  for (const folder of Object.values(clones)) expect(existsSync(folder), folder).toBe(true)

  await remove.click()
  const report = page.getByRole('dialog', { name: /^Pruned/ })
  await expect(report).toBeVisible(patient)
  await expect(report.getByRole('region', { name: 'Removed' })).toContainText('kestrel-perf-trace-1e77')
  for (const gone of [clones.trace, clones.typo, clones.ferry, files.copy, files.freeLock])
    expect(existsSync(gone), gone).toBe(false)
  for (const left of [clones.held, clones.spike, clones.sundial]) expect(existsSync(left), left).toBe(true)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('region', { name: 'Past runs' }).getByRole('button').first()).toContainText('Prune')
})
