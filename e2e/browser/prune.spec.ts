import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type PruneWorld, pruneWorld } from '../world/prune-world'
import { expect, expectAccessible, scan, stand, test } from './app'
import { type Served, serve } from './served'

let prune: PruneWorld
let served: Served
test.setTimeout(120_000)
test.beforeEach(async () => {
  prune = await pruneWorld()
  const as = await prune.world.giveAway()
  served = await serve(['serve'], prune.world.env, as)
})
test.afterEach(async () => {
  await served?.end()
  await prune?.dispose()
})

/** For what the engine does, on a machine that does other things too. */
const patient = { timeout: 30_000 }

const stands = (path: string) =>
  access(path).then(
    () => true,
    () => false
  )
const review = (page: Page) => page.getByRole('dialog', { name: 'Review Prune' })
const alert = (page: Page) => page.getByRole('alertdialog')
const rows = (page: Page) => review(page).getByRole('treegrid', { name: 'Rows of the plan' })
const row = (page: Page, name: string) => rows(page).getByRole('row').filter({ hasText: name })
const panel = (page: Page) => review(page).getByRole('complementary', { name: 'Selected row' })
const mainButton = (page: Page) => review(page).getByRole('button', { name: /^(?:Remove|Nothing to remove)/ })
const claim = (page: Page, title: string) => review(page).locator('[data-claim]').filter({ hasText: title })
const report = (page: Page) => page.getByRole('dialog', { name: /^(?:Pruned|Nothing was removed)/ })
const removals = async () =>
  (await prune.world.calls()).filter((call) => call.includes('rm') || call.includes('delete'))

/** Opens the page, scans it, and opens the review from the Overview. */
async function opened(page: Page): Promise<void> {
  await page.goto(served.address)
  await scan(page)
  await page.getByRole('button', { name: 'Review Prune' }).click()
  await expect(mainButton(page)).toBeEnabled(patient)
}

/** The keys of the keyboard until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${target}`)
}

test('the review: three groups, claims apart, evidence and the one step, live figures; looking removes nothing (mock 04)', async ({
  page
}) => {
  const release = await prune.hold(prune.files.heldLock)
  await opened(page)
  await expect(review(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(review(page)).toContainText('~/.cache/devlaunch/repos')
  await expect(mainButton(page)).toHaveText(/^Remove 4\sclone folders, 2\svolumes$/)

  await test.step('each row by its group, with why', async () => {
    await expect(rows(page).getByRole('rowheader')).toHaveText([
      /^Will be removed4\sclone folders, 2\svolumes, 1\srecord, 1\slaunch lock$/,
      /^Kept because…3$/,
      /^Cannot tell1$/
    ])
    for (const name of ['trace-1e77', 'typo-0c2f', 'retries-b9d4', 'main-c04b'])
      await expect(row(page, name)).toContainText('Nothing opens it')
    await expect(row(page, 'spike-cache-55aa')).toContainText(/1\scommit only here/)
    await expect(row(page, 'kestrel-main-4f2a')).toContainText('kestrel-main opens it')
    await expect(row(page, 'launch lock lumen-api-main')).toContainText('A launch holds it at the moment')
    await expect(row(page, 'sundial-main-77c1')).toContainText('git could not read it')
    for (const name of ['kestrel-main-4f2a', 'launch lock lumen-api-main', 'trace-1e77'])
      await expect(row(page, name).getByRole('switch')).toHaveCount(0)
  })

  await test.step('the row that is looked at: what would be lost, the command that saves it, question, answer, time', async () => {
    await row(page, 'spike-cache-55aa').click()
    await expect(panel(page)).toContainText(/Would lose 1\scommit/)
    await expect(panel(page)).toContainText('Cache spike: LRU per tenant')
    await expect(panel(page).getByRole('code')).toContainText('push')
    await expect(panel(page)).toContainText('then plan again')
    await expect(
      panel(page).getByRole('row', { name: /^Opened by No workspace devpod lists \d\d:\d\d:\d\d$/ })
    ).toBeVisible()
    await review(page).getByRole('button', { name: 'Cancel' }).focus()
    await stand(page, '04-prune-review')
    await row(page, 'kestrel-main-4f2a').click()
    await expect(panel(page)).toContainText('Delete the workspace that opens it')
    await expect(panel(page).getByRole('switch')).toHaveCount(0)
  })

  await test.step('what is taken out leaves the figure and the button; claims are never one sum', async () => {
    const figure = claim(page, 'clone folders that go')
    const all = await figure.textContent()
    expect(all).toMatch(/\d\sMB/)
    await row(page, 'trace-1e77').getByRole('checkbox').click()
    await expect(figure).toContainText(/3\sfolders of 4/)
    await expect(figure).not.toContainText((all ?? '').slice(0, 4))
    await expect(mainButton(page)).toHaveText(/^Remove 3\sclone folders, 2\svolumes$/)
    await expect(figure.getByRole('checkbox')).toBeChecked({ indeterminate: true })
    await claim(page, 'of workspaces that are gone').getByRole('checkbox').click()
    await expect(mainButton(page)).toHaveText(/^Remove 3\sclone folders$/)
    await figure.getByRole('checkbox').click()
    await figure.getByRole('checkbox').click()
    await expect(mainButton(page)).toHaveText('Nothing to remove')
    await expect(mainButton(page)).toBeDisabled()
  })

  await test.step('Escape leaves it, the focus goes back, and nothing was removed', async () => {
    await page.keyboard.press('Escape')
    await expect(review(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Review Prune' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Can be reclaimed' })).toContainText(/Prune\d+\sMB.*planned just now/)
    for (const clone of Object.values(prune.clones)) expect(await stands(clone)).toBe(true)
    for (const file of Object.values(prune.files)) expect(await stands(file)).toBe(true)
    expect(await removals()).toEqual([])
  })
  await release()
})

test('insisting: one row at a time, the loss by name, its own name typed; taken back by the switch (mock 16)', async ({
  page
}) => {
  await opened(page)
  await row(page, 'spike-cache-55aa').getByRole('switch').click()
  await expect(alert(page)).toHaveAccessibleName(/^Lose 1\scommit in lumen-api-spike-cache-55aa\?$/)
  await expect(alert(page)).toHaveAccessibleDescription(/Cache spike: LRU per tenant/)
  await expect(alert(page)).toContainText('There is no undo.')
  const field = alert(page).getByRole('textbox')
  const add = alert(page).getByRole('button', { name: /^Add to plan and lose 1\scommit$/ })
  await expect(field).toBeFocused()
  await page.keyboard.type('lumen-api-spike')
  await expect(add).toBeDisabled()
  await page.keyboard.press('Enter')
  await stand(page, '16-force-confirm')

  await test.step('Escape keeps it', async () => {
    await page.keyboard.press('Escape')
    await expect(alert(page)).toHaveCount(0)
    await expect(row(page, 'spike-cache-55aa').getByRole('switch')).toBeFocused()
    await expect(mainButton(page)).toHaveText(/^Remove 4\sclone folders, 2\svolumes$/)
  })

  await test.step('its name typed exactly adds it, and the button says what is lost', async () => {
    await page.keyboard.press('Space')
    await expect(field).toBeFocused()
    await page.keyboard.type('lumen-api-spike-cache-55aa')
    await add.click()
    await expect(alert(page)).toHaveCount(0)
    await expect(row(page, 'spike-cache-55aa')).toContainText(/Loses 1\scommit/)
    await expect(mainButton(page)).toHaveText(/^Remove 5\sclone folders, 2\svolumes and lose 1\scommit$/)
    await expect(mainButton(page)).toHaveClass(/button-danger/)
    await expect(claim(page, 'clone folders that go')).toContainText(/5\sfolders/)
    await stand(page, '04-prune-insisted')
  })

  await test.step('what git could not read says so, and names what is in the folder', async () => {
    await row(page, 'sundial-main-77c1').getByRole('switch').click()
    await expect(alert(page)).toHaveAccessibleName('Remove sundial-main-77c1 unchecked?')
    await expect(alert(page)).toContainText('Nothing proves that its work is anywhere else.')
    await expect(alert(page)).toContainText('data')
    await expectAccessible(page)
    await alert(page).getByRole('button', { name: 'Keep it' }).click()
  })

  await test.step('the switch takes it back, without a word', async () => {
    await row(page, 'spike-cache-55aa').getByRole('switch').click()
    await expect(mainButton(page)).toHaveText(/^Remove 4\sclone folders, 2\svolumes$/)
    await expect(row(page, 'spike-cache-55aa')).toContainText(/1\scommit only here/)
  })
  expect(await removals()).toEqual([])
})

test('the act: a second look that shrinks, a lock that is waited for, refusals in the system’s words, the report in History (mocks 05, 06)', async ({
  page,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { clones, files, closed } = prune
  await opened(page)
  await prune.opens('ferry-etl', clones.ferry)
  const release = await prune.hold(join(clones.quill, '..', '.lock'))
  await mainButton(page).click()
  const acting = page.getByRole('dialog', { name: 'Pruning' })

  await test.step('progress: what left the list, what is removed, what waits', async () => {
    await expect(acting).toContainText('One item left the list at the second look.', patient)
    await expect(acting).toContainText('A workspace opens it: ferry-etl.')
    await expect(acting).toContainText(/Waiting for the lock of \S+quill/, patient)
    await expect(acting.locator('[data-row]').filter({ hasText: 'trace-1e77' })).toContainText('Removed')
    await expect(acting.locator('[data-row]').filter({ hasText: 'main-c04b' })).toContainText('Waiting')
    await expect(acting).toContainText(/freed in clone folders so far/)
    await expect(page.locator(':focus')).toHaveText(/^Waiting for the lock/)
    await stand(page, '05-acting-progress')
  })

  await test.step('hidden it goes on, and is told of', async () => {
    await page.keyboard.press('Escape')
    await expect(acting).toHaveCount(0)
    await expect(page.getByText('Pruning goes on.')).toBeVisible()
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect(acting).toBeVisible()
  })

  await test.step('the report: removed, refused, left; promised beside removed; free space before and after', async () => {
    await release()
    await expect(report(page)).toHaveAccessibleName('Pruned what was permitted', patient)
    const group = (name: string) => report(page).getByRole('region', { name })
    await expect(group('Removed')).toContainText('kestrel-perf-trace-1e77')
    await expect(group('Removed')).toContainText('kestrel-docs-typo-0c2f')
    await expect(group('Refused by the system')).toContainText('data/build/out')
    await expect(group('Refused by the system')).toContainText(/Permission denied|EACCES/)
    await expect(group('Left, and why')).toContainText('ferry-etl-fix-retries-b9d4')
    await expect(report(page).getByRole('definition')).toHaveText([/^\d.*[kM]B$/, /^\d.*[kM]B$/, /→/])
    await stand(page, '06-result-report')
    await report(page).getByRole('button', { name: 'Copy report' }).click()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toContain(closed)
    expect(text).toContain('Left: ')
  })

  await test.step('the disk is as the report says', async () => {
    const left = { held: true, trace: false, typo: false, ferry: true, quill: true, spike: true, sundial: true }
    for (const [name, there] of Object.entries(left))
      expect(await stands(clones[name as keyof typeof left]), name).toBe(there)
    expect(await stands(join(clones.quill, 'README.md'))).toBe(false)
    expect(await stands(join(closed, 'kept.bin'))).toBe(true)
    expect([await stands(files.copy), await stands(files.freeLock)]).toEqual([false, false])
    expect(await removals()).toEqual([
      ['docker', 'volume', 'rm', '--force', 'dvc-old-trace-cache', 'dvc-old-trace-home']
    ])
    const records = JSON.parse(await readFile(join(prune.world.cache, 'metadata.json'), 'utf8'))
    expect(Object.keys(records.worktrees)).toEqual(['acme/kestrel/main'])
  })

  await test.step('History keeps it', async () => {
    await report(page).getByRole('button', { name: 'Done' }).click()
    await expect(report(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Control+3')
    const run = page.getByRole('region', { name: 'Past runs' }).getByRole('button').first()
    await expect(run).toContainText(/Prune.*refused by the system and 1 left/)
    await stand(page, '08-history')
    await run.click()
    await expect(report(page).getByRole('region', { name: 'Removed' })).toContainText('kestrel-perf-trace-1e77')
    await page.keyboard.press('Escape')
    await expect(run).toBeFocused()
  })
})

test('the whole way by keyboard alone: review, take out, insist, act, stop, report (G2)', async ({ page }) => {
  await page.goto(served.address)
  await scan(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('review prune')
  await page.keyboard.press('Enter')
  await expect(mainButton(page)).toBeEnabled(patient)
  await expect(review(page).getByRole('button', { name: 'Cancel' })).toBeFocused()

  await test.step('rows by arrows, Space takes out, groups fold', async () => {
    await tabTo(page, rows(page).locator('[tabindex="0"][role=row]'))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await expect(row(page, 'trace-1e77')).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'trace-1e77')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(mainButton(page)).toHaveText(/^Remove 3\sclone folders/)
    for (const key of ['Delete', 'Backspace', 'Enter']) await page.keyboard.press(key)
    await expect(review(page)).toBeVisible()
  })

  await test.step('insist by its switch', async () => {
    while (!(await row(page, 'spike-cache-55aa').evaluate((line) => line === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(alert(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.type('lumen-api-spike-cache-55aa')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(alert(page)).toHaveCount(0)
    await expect(mainButton(page)).toHaveText(/^Remove 4\sclone folders, 2\svolumes and lose 1\scommit$/)
  })

  await test.step('to the main button, act, stop, report', async () => {
    const release = await prune.hold(join(prune.clones.quill, '..', '.lock'))
    await page.keyboard.press('Control+Enter')
    await expect(mainButton(page)).toBeFocused()
    expect(await removals()).toEqual([])
    await page.keyboard.press('Enter')
    const acting = page.getByRole('dialog', { name: 'Pruning' })
    await expect(acting).toContainText(/Waiting for the lock/, patient)
    await tabTo(page, acting.getByRole('button', { name: 'Stop after this item' }))
    await page.keyboard.press('Enter')
    await expect(report(page)).toHaveAccessibleName('Pruned until it was stopped', patient)
    await release()
    await expect(report(page).getByRole('button', { name: 'Done' })).toBeFocused()
    await expect(report(page).getByRole('region', { name: 'Left, and why' })).toContainText(
      'The act was stopped before its turn came.'
    )
    await page.keyboard.press('Enter')
    await expect(report(page)).toHaveCount(0)
  })
  const { clones } = prune
  expect([await stands(clones.spike), await stands(clones.typo), await stands(clones.ferry)]).toEqual([
    false,
    false,
    false
  ])
  expect([await stands(clones.trace), await stands(clones.quill), await stands(clones.held)]).toEqual([
    true,
    true,
    true
  ])
})

test('a run that is hidden to its end is told of, with the way to its report; a reload finds one that runs', async ({
  page
}) => {
  await opened(page)
  const release = await prune.hold(join(prune.clones.quill, '..', '.lock'))
  await mainButton(page).click()
  const acting = page.getByRole('dialog', { name: 'Pruning' })
  await expect(acting).toContainText(/Waiting for the lock/, patient)
  await page.reload()
  await expect(page.getByText('Pruning goes on.')).toBeVisible(patient)
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(acting.locator('[data-row]').filter({ hasText: 'trace-1e77' })).toContainText('Removed')
  await acting.getByRole('button', { name: 'Hide; it goes on' }).click()
  await page.keyboard.press('?')
  await release()
  await page.keyboard.press('Escape')
  await expect(page.getByText('The run has ended.', { exact: true })).toBeVisible(patient)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the report' }).click()
  await expect(report(page)).toHaveAccessibleName('Pruned what was permitted')
  await page.keyboard.press('Escape')
  await expect(page.getByText('The run has ended.', { exact: true })).toHaveCount(0)
})

test('the sample world: a newcomer reviews, acts, and finds the report; nothing outside of it is asked', async ({
  first: page
}) => {
  await scan(page)
  await page.getByRole('button', { name: 'Review Prune' }).click()
  await expect(mainButton(page)).toHaveText(/^Remove 3\sclone folders, 3\svolumes$/, patient)
  await expect(row(page, 'lumen-api-spike-cache')).toContainText(/1\scommit only here/)
  await mainButton(page).click()
  await expect(report(page)).toHaveAccessibleName('Pruned', patient)
  await expect(report(page)).toContainText(/volumes of 2\sworkspaces, 3\slaunch locks, 1\srecord/)
  await report(page).getByRole('button', { name: 'Plan again' }).click()
  await expect(mainButton(page)).toHaveText('Nothing to remove', patient)
  await expect(row(page, 'kestrel-perf-trace')).toHaveCount(0)
})

test('how the figures were counted is told over the review and over the report, and leads back', async ({ page }) => {
  await opened(page)
  const counted = page.getByRole('dialog', { name: 'How this was counted' })
  const press = (where: Locator) => where.getByRole('button', { name: 'How this was counted' }).click()
  await press(review(page))
  await expect(counted).toContainText('each file once')
  await page.keyboard.press('Escape')
  await expect(counted).toHaveCount(0)
  await expect(review(page).getByRole('button', { name: 'How this was counted' })).toBeFocused()
  await mainButton(page).click()
  await expect(report(page)).toBeVisible(patient)
  await press(report(page))
  await expect(counted).toContainText('Removing a workspace does not reach into what is mounted inside it')
})

test('a plan that is opened again is shown with its age and looked at anew while it is read', async ({ page }) => {
  await opened(page)
  await row(page, 'typo-0c2f').getByRole('checkbox').click()
  await page.keyboard.press('Escape')
  const release = await prune.hold(join(prune.clones.trace, '..', '.lock'))
  await page.getByRole('button', { name: 'Review Prune' }).click()
  await expect(review(page).getByText(/^Planned \d\d:\d\d:\d\d, looking again…$/)).toBeVisible()
  await expect(mainButton(page)).toBeDisabled()
  await expect(review(page)).toContainText('Looking again')
  await expect(row(page, 'trace-1e77')).toBeVisible()
  await expect(row(page, 'spike-cache-55aa').getByRole('switch')).toHaveCount(0)
  await row(page, 'quill').getByRole('checkbox').click()
  await release()
  await expect(mainButton(page)).toBeEnabled(patient)
  await expect(mainButton(page)).toHaveText(/^Remove 3\sclone folders, 2\svolumes$/)
  await expect(review(page).getByText(/^Planned \d\d:\d\d:\d\d$/)).toBeVisible()
})

test('a plan of thousands of rows draws only what is seen, and is filtered and walked by keys (G7)', async ({
  page
}) => {
  const repository = join(prune.clones.trace, '..')
  const records = Array.from({ length: 3_000 }, (_, at) => {
    const leaf = `kestrel-gone-${String(at).padStart(4, '0')}`
    return { owner: 'acme', repo: 'kestrel', branch: leaf, path: join(repository, leaf), workspace: leaf }
  })
  await prune.world.records({ clones: records })
  await opened(page)
  const small = claim(page, 'of workspaces that are gone')
  await expect(small).toContainText(/3,000\srecords/)
  await row(page, 'Volumes, locks, records').focus()
  await page.keyboard.press('ArrowRight')
  await expect(rows(page)).toHaveAttribute('aria-rowcount', /^30\d\d$/)
  expect(await rows(page).getByRole('row').count()).toBeLessThan(80)
  await page.keyboard.press('End')
  await expect(row(page, 'sundial-main-77c1')).toBeFocused()
  await page.keyboard.press('Control+f')
  await expect(review(page).getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('gone-2999')
  await expect(rows(page)).toHaveAttribute('aria-rowcount', '2')
  await row(page, 'gone-2999').getByRole('checkbox').click()
  await expect(small).toContainText(/2,999\srecords/)
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveAttribute('aria-rowcount', /^30\d\d$/)
  await expect(review(page)).toBeVisible()
})

test('where no plan can be made the review says why in the engine’s words, and has no button to act', async ({
  page
}) => {
  await opened(page)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText(/^Scanned /)).toBeVisible(patient)
  await prune.world.devpod.fail('rubbish')
  await page.keyboard.press('Control+Shift+Digit1')
  await expect(review(page)).toContainText('No plan can be made now', patient)
  await expect(review(page)).toContainText('devpod list printed something that is not JSON')
  await expect(mainButton(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('without devpod nothing is offered, and the reason stands where the button would', async ({ page }) => {
  await prune.world.devpod.fail('missing')
  await page.goto(served.address)
  await scan(page)
  await expect(page.getByRole('button', { name: 'Waits for devpod', exact: true })).toBeDisabled()
  await page.keyboard.press('Control+Shift+Digit1')
  await expect(review(page)).toHaveCount(0)
  await expect(page.locator('[data-live]')).toHaveText('Prune cannot be reviewed now. Waits for devpod.')
})
