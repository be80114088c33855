import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { type Many, manyWorld } from '../world/many'
import { electronArguments, environmentFor, expect, noElectron, root, test } from './app'
import { learn, scan } from './ask'
import { calmest } from './loop'

test.setTimeout(300_000)

let many: Many
test.beforeAll(async () => {
  test.setTimeout(300_000)
  if (noElectron !== null && process.env['REQUIRE_ELECTRON'] !== undefined) throw new Error(noElectron)
  test.skip(noElectron !== null, noElectron ?? '')
  many = await manyWorld()
})

test('10,000 workspaces and a tree of very many files: the main process is never blocked for 50 ms (E3)', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'desk-data-'))
  const app = await _electron.launch({
    args: electronArguments(userData),
    cwd: root,
    env: { ...environmentFor(many.env['HOME'] ?? ''), ...many.env },
    timeout: 30_000
  })
  const page = await app.firstWindow({ timeout: 30_000 })
  await page.getByRole('checkbox', { name: /~\/code/ }).click()
  const table = page.getByRole('treegrid', { name: 'Workspaces' })
  const gaps = await calmest(app, async (again) => {
    if (again) await scan(page, 240_000)
    else await page.getByRole('button', { name: 'Scan 2 places' }).click()
    await expect(page.getByText(/^Scanned /)).toBeVisible({ timeout: 240_000 })
    await page.keyboard.press('Control+2')
    await expect(table).toHaveAttribute('aria-rowcount', '10002', { timeout: 30_000 })
  })
  expect(gaps.looks).toBeGreaterThan(100)
  expect(gaps.own).toBeLessThan(50)
  expect((await learn(page, 'survey.summary', {})).scan).toBe('done')
  await app.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})
