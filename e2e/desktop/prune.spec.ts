import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { type PruneWorld, pruneWorld } from '../world/prune-world'
import { electronArguments, enginePid, environmentFor, expect, noElectron, root, test } from './app'
import { scan } from './ask'

declare global {
  var questions: Electron.MessageBoxOptions[]
  var answer: number
}

test.setTimeout(120_000)

let prune: PruneWorld
let userData: string
let app: ElectronApplication

const launch = () =>
  _electron.launch({
    args: electronArguments(userData),
    cwd: root,
    env: { ...environmentFor(prune.world.home), ...prune.world.env },
    timeout: 30_000
  })

test.beforeEach(async () => {
  if (noElectron !== null && process.env['REQUIRE_ELECTRON'] !== undefined) throw new Error(noElectron)
  test.skip(noElectron !== null, noElectron ?? '')
  prune = await pruneWorld()
  userData = await mkdtemp(join(tmpdir(), 'desk-data-'))
  app = await launch()
})
test.afterEach(async () => {
  await app?.close().catch(() => undefined)
  await prune?.dispose()
  if (userData !== undefined) await rm(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

const patient = { timeout: 30_000 }

/** Scans, opens the review, and presses its button once `before` is done. */
async function act(page: Page, before = async () => {}): Promise<void> {
  await scan(page)
  await page.keyboard.press('Control+1')
  await page.getByRole('button', { name: 'Review Prune' }).click()
  const review = page.getByRole('dialog', { name: 'Review Prune' })
  const remove = review.getByRole('button', { name: /^Remove 4\sclone folders, 2\svolumes$/ })
  await expect(remove).toBeEnabled(patient)
  await expect(review.getByRole('button', { name: 'Cancel' })).toBeFocused()
  for (const folder of Object.values(prune.clones)) expect(existsSync(folder), folder).toBe(true)
  await before()
  await remove.click()
}

/** Acts until it waits for a lock that somebody else holds. */
async function actUntilHeldUp(page: Page): Promise<() => Promise<void>> {
  let release = async () => {}
  await act(page, async () => {
    release = await prune.hold(join(prune.clones.quill, '..', '.lock'))
  })
  await expect(page.getByRole('dialog', { name: 'Pruning' })).toContainText(/Waiting for the lock of \S+quill/, patient)
  return release
}

const pastRuns = (page: Page) => page.getByRole('region', { name: 'Past runs' }).getByRole('button')

test('a prune in the window: reviewed, carried out by the engine’s own process, reported and kept in History; an archive of Electron goes as the file it is (E2)', async () => {
  const page = await app.firstWindow({ timeout: 30_000 })
  const archive = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '', 'resources', 'default_app.asar')
  await copyFile(archive, join(prune.clones.trace, 'data', 'app.asar'))
  await act(page)
  const { clones, files } = prune
  const report = page.getByRole('dialog', { name: /^Pruned/ })
  await expect(report).toBeVisible(patient)
  await expect(report.getByRole('region', { name: 'Removed' })).toContainText('kestrel-perf-trace-1e77')
  for (const gone of [clones.trace, clones.typo, clones.ferry, files.copy, files.freeLock])
    expect(existsSync(gone), gone).toBe(false)
  for (const left of [clones.held, clones.spike, clones.sundial]) expect(existsSync(left), left).toBe(true)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+3')
  await expect(pastRuns(page).first()).toContainText('Prune')
})

test('quitting while it acts asks; stopped, it finishes the item in hand and keeps the report (F7)', async () => {
  const page = await app.firstWindow({ timeout: 30_000 })
  const release = await actUntilHeldUp(page)
  await app.evaluate(({ app: running, dialog }) => {
    globalThis.questions = []
    globalThis.answer = 0
    // Playwright's types know the form with a window; the program uses both.
    dialog.showMessageBox = (async (...given: unknown[]) => {
      globalThis.questions.push(given[given.length - 1] as Electron.MessageBoxOptions)
      return { response: globalThis.answer, checkboxChecked: false }
    }) as never
    running.quit()
  })
  await expect.poll(() => app.evaluate(() => globalThis.questions.length)).toBe(1)
  const [question] = await app.evaluate(() => globalThis.questions)
  expect(question).toMatchObject({ buttons: ['Go on removing', 'Stop and quit'], defaultId: 0, cancelId: 0 })
  await expect(page.getByRole('dialog', { name: 'Pruning' })).toContainText(/Waiting for the lock/)

  const gone = app.waitForEvent('close')
  await app.evaluate(({ app: running }) => {
    globalThis.answer = 1
    running.quit()
  })
  await gone
  await release()
  expect(existsSync(prune.clones.trace)).toBe(false)
  expect(existsSync(join(prune.clones.quill, 'README.md'))).toBe(true)

  app = await launch()
  const again = await app.firstWindow({ timeout: 30_000 })
  await again.getByRole('button', { name: 'History' }).click(patient)
  await expect(pastRuns(again).first()).toContainText('Prune', patient)
  await expect(pastRuns(again).first()).toContainText(/left/)
})

test('killed while it acts: the next start shows the unfinished act, and nothing is done again (F7)', async () => {
  const page = await app.firstWindow({ timeout: 30_000 })
  const release = await actUntilHeldUp(page)
  const engine = await enginePid(app)
  const gone = app.waitForEvent('close')
  process.kill(engine, 'SIGKILL')
  app.process().kill('SIGKILL')
  await gone
  await release()

  app = await launch()
  const again = await app.firstWindow({ timeout: 30_000 })
  await again.getByRole('button', { name: 'History' }).click(patient)
  await expect(pastRuns(again).first()).toContainText(/not counted/, patient)
  await pastRuns(again).first().click()
  await expect(again.getByRole('dialog', { name: /Pruned|Nothing was removed/ })).toContainText(
    'kestrel-perf-trace-1e77'
  )
  expect(existsSync(prune.clones.trace)).toBe(false)
  expect(existsSync(join(prune.clones.quill, 'README.md'))).toBe(true)
})
