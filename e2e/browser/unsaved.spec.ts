import { execFileSync } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, picture, scan, setTheme, test } from './app'

const person = {
  GIT_AUTHOR_NAME: 'Sam Sample',
  GIT_AUTHOR_EMAIL: 'sam@example.invalid',
  GIT_COMMITTER_NAME: 'Sam Sample',
  GIT_COMMITTER_EMAIL: 'sam@example.invalid'
}

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Unsaved work' })
const section = (page: Page, name: RegExp) => panel(page).getByRole('region', { name })
const answer = (page: Page) => panel(page).getByRole('region', { name: 'Answer' })
const question = (page: Page, name: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Opens the Unsaved work tab of the workspace whose name begins so. */
async function open(page: Page, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.getByRole('treegrid', { name: 'Workspaces' }).getByRole('button', { name }).click()
  await page.getByRole('tab', { name: /^Unsaved work/ }).click()
  await expect(page.getByRole('heading', { name: 'How we know' })).toBeVisible({ timeout: 20_000 })
}

/** Presses a copy button and answers with what it put on the clipboard. */
async function copied(page: Page, within: ReturnType<typeof section>): Promise<string> {
  await within
    .getByRole('button', { name: /^Copy the command / })
    .first()
    .click()
  await expect(within.getByText('Copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('what exists only here, by what saves it, with names and commands (mock 07)', async ({ scanned: page }) => {
  await open(page, /^orbit-web-feature/)
  await expect(page.getByRole('tab', { name: 'Unsaved work Would lose work' })).toBeVisible()
  await expect(answer(page).getByRole('heading')).toHaveText('Removing it would lose work')
  await expect(answer(page)).toContainText(
    /2\sfiles, 4\scommits and 1\sstash entry exist only here\. Pushing the branch saves 3\scommits; tag v1 needs a push of its own\./
  )
  await expect(section(page, /^2\suncommitted files$/).getByRole('listitem')).toHaveText([
    /^MREADME\.md/,
    /^\?src\/rounding\.test\.ts/
  ])
  const commits = section(page, /^3\scommits on no remote branch feature\/checkout$/)
  await expect(commits).toContainText('branch feature/checkout')
  await expect(commits.getByRole('listitem')).toHaveText([
    /^[0-9a-f]{7}Round tax per line/,
    /^[0-9a-f]{7}Carry currency through totals/,
    /^[0-9a-f]{7}Split totals out of checkout page/
  ])
  await expect(commits.getByRole('listitem').first()).toHaveText(/\d days ago$/)
  const tag = section(page, /^1\scommit reached only by a tag tag v1$/)
  await expect(tag).toContainText('Push the tag; pushing a branch does not clear it')
  await expect(tag.getByRole('code')).toHaveText('git push origin v1')
  await expect(section(page, /^1\sstash entry$/).getByRole('listitem')).toContainText('stash@{0}')
  await expect(question(page, 'Last fetch')).toContainText(/Fetched 2 h ago\..*Nothing is fetched\./)
  await expect(question(page, 'Ignored, restored by nothing')).toContainText(/data\/.*2\sMB$/)
  await expect(question(page, 'An operation in progress')).toContainText('None')
  await expect(section(page, /^What plans do$/)).toContainText('A workspace opens it')
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    await page.mouse.move(640, 799)
    await picture(page, `07-unsaved-work-${theme}`)
    await expectAccessible(page)
  }
})

test('a command is copied whole, by keyboard too, and says so for two seconds', async ({ scanned: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, /^orbit-web-feature/)
  const commits = section(page, /on no remote/)
  await expect(commits.getByRole('code')).toHaveText('git push origin feature/checkout')
  const copy = commits.getByRole('button', { name: /^Copy the command git -C \// })
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect(commits.getByText('Copied')).toBeVisible()
  await expect(commits.getByText('Copied')).toBeHidden()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^git -C \/\S+\/orbit-web-feature-\S+ push origin refs\/heads\/feature\/checkout$/
  )
  await page.keyboard.press('F6')
  await expect(page.getByRole('complementary', { name: 'What git answered' }).locator(':focus')).toHaveCount(1)
})

test('three answers: nothing to lose, would lose with worktrees inside, could not tell in git’s own words', async ({
  scanned: page
}) => {
  await open(page, /^kestrel-perf-trace/)
  await expect(answer(page).getByRole('heading')).toHaveText('Nothing to lose')
  await expect(panel(page).getByText('No file and no commit is only here')).toBeVisible()
  await expect(question(page, 'Working tree')).toContainText('Nothing changed')
  await expect(page.getByRole('tab', { name: 'Unsaved work', exact: true })).toBeVisible()

  await open(page, /^kestrel-main/)
  await expect(panel(page)).toContainText('in .claude/worktrees/agent-c771')
  await expect(section(page, /^2\scommits on no remote branch (main|feat\/web-trace)$/)).toHaveCount(2)
  await expect(question(page, 'Worktrees inside it')).toContainText(
    'agent-b120git is holding it locked (claude session)'
  )
  await expectAccessible(page)

  await open(page, /^sundial-main/)
  await expect(answer(page).getByRole('heading')).toHaveText('Could not tell')
  await expect(answer(page)).toContainText(/git could not read \/\S+sundial-main/)
  await expect(question(page, 'Nothing else was asked')).toBeVisible()
  await expect(panel(page).getByText('Nothing changed')).toHaveCount(0)
  await expectAccessible(page)
})

test('the table, the Space tab and the overview say the same, in few words', async ({ scanned: page }) => {
  await expect(page.getByRole('region', { name: 'Kept, and needs your eye' })).toContainText('git could not read it')
  await page.keyboard.press('Control+2')
  const row = (name: string) =>
    page.getByRole('treegrid', { name: 'Workspaces' }).getByRole('row').filter({ hasText: name })
  const counted = /^2\sfiles, 4\scommits, 1\sstash$/
  await expect(row('orbit-web-feature').getByText(counted)).toBeVisible()
  await expect(row('quill-docs').getByText('Nothing to lose')).toBeVisible()
  await expect(row('sundial-main').getByText('git could not read it')).toBeVisible()
  await row('orbit-web-feature').getByRole('button').click()
  await expect(page.getByRole('definition').filter({ hasText: counted })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Selected' })).toContainText(
    /Would lose 2\sfiles, 4\scommits, 1\sstash/
  )
})

test('what is done meanwhile is seen when git is asked again, and the copied commands do clear it', async ({
  first: page,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await scan(page)
  await open(page, /^kestrel-docs-typo/)
  await page.getByRole('button', { name: 'Copy the path' }).first().click()
  const clone = await page.evaluate(() => navigator.clipboard.readText())
  const env = { ...process.env, GIT_EDITOR: 'true', GIT_CONFIG_GLOBAL: '/dev/null' }
  const sh = (command: string) =>
    execFileSync('sh', ['-ec', command], { cwd: clone, env: { ...env, ...person }, stdio: 'pipe' }).toString()
  const again = async () => {
    await answer(page).getByRole('button', { name: 'Ask git again' }).click()
    await expect(answer(page).getByRole('button', { name: 'Ask git again' })).not.toHaveAttribute('aria-busy')
  }

  sh('git checkout -q -b notes && git update-index --assume-unchanged README.md')
  for (let count = 10; count < 35; count += 1) await writeFile(join(clone, `note-${count}.md`), 'x\n')
  await again()
  const files = section(page, /^25\suncommitted files$/)
  await expect(files.getByRole('listitem')).toHaveCount(20)
  await files.getByRole('button', { name: 'Show all 25' }).click()
  await expect(files.getByRole('listitem')).toHaveCount(25)
  await expect(answer(page)).not.toContainText('Scan again')
  await expect(page.getByRole('tab', { name: 'Unsaved work Would lose work' })).toBeVisible()
  await expect(question(page, 'Edits hidden from git')).toContainText('README.md')

  sh(await copied(page, question(page, 'Edits hidden from git')))
  sh(`${await copied(page, files)} -q -m Notes`)
  await again()
  const commits = section(page, /^1\scommit on no remote branch notes$/)
  await expect(commits.getByRole('listitem')).toContainText('Notes')
  await expect(question(page, 'Edits hidden from git')).toContainText('None')

  sh(await copied(page, commits))
  await again()
  await expect(answer(page).getByRole('heading')).toHaveText('Nothing to lose')
  await expect(page.getByRole('tab', { name: 'Unsaved work', exact: true })).toBeVisible()
  await page.keyboard.press('Control+2')
  const row = page
    .getByRole('treegrid', { name: 'Workspaces' })
    .getByRole('row')
    .filter({ hasText: 'kestrel-docs-typo' })
  await expect(row.getByText('Nothing to lose')).toBeVisible()
  await open(page, /^kestrel-docs-typo/)

  await rename(join(clone, '.git'), join(clone, 'not-git'))
  await answer(page).getByRole('button', { name: 'Ask git again' }).click()
  await expect(panel(page).getByText('Not a git checkout')).toBeVisible()
})

test('lists of more than 200 names keep their whole counts, and say how many were not sent', async ({
  first: page,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await scan(page)
  await open(page, /^kestrel-docs-typo/)
  await page.getByRole('button', { name: 'Copy the path' }).first().click()
  const clone = await page.evaluate(() => navigator.clipboard.readText())
  const many = `git checkout -q -b many
    for n in $(seq 203); do echo x > "file-$n.md"; git commit -q --allow-empty -m "Step $n"; done
    echo x > file-204.md; echo x > file-205.md`
  execFileSync('sh', ['-ec', many], { cwd: clone, env: { ...process.env, ...person } })
  await answer(page).getByRole('button', { name: 'Ask git again' }).click()
  await expect(answer(page)).toContainText(/205\sfiles and 203\scommits exist only here\./)
  const files = section(page, /^205\suncommitted files$/)
  await expect(files.getByRole('listitem')).toHaveCount(20)
  await files.getByRole('button', { name: 'Show all 200' }).click()
  await expect(files.getByRole('listitem')).toHaveCount(200)
  await expect(files).toContainText(/5\smore are not listed here; git lists them all\./)
  await expect(section(page, /^200\scommits on no remote branch many$/).getByRole('listitem')).toHaveCount(20)
  await expect(section(page, /^3\smore commits on no remote$/)).toBeVisible()
  await page.keyboard.press('Control+2')
  const row = page
    .getByRole('treegrid', { name: 'Workspaces' })
    .getByRole('row')
    .filter({ hasText: 'kestrel-docs-typo' })
  await expect(row.getByText(/^205\sfiles, 203\scommits$/)).toBeVisible()
})

test('a question that gets no answer says so with the next step, and is asked again', async ({ scanned: page }) => {
  const deaf = async (route: Route) =>
    (route.request().postData() ?? '').includes('"site.unsaved"') ? route.abort() : route.fallback()
  await page.route('**/call', deaf)
  await page.keyboard.press('Control+2')
  await page
    .getByRole('treegrid', { name: 'Workspaces' })
    .getByRole('button', { name: /^orbit-web-feature/ })
    .click()
  await page.getByRole('tab', { name: /^Unsaved work/ }).click()
  await expect(panel(page).getByText('git could not be asked')).toBeVisible()
  await expect(panel(page)).toContainText('Clearhold does not answer.')
  await expect(panel(page).getByText('Nothing to lose')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/call', deaf)
  await panel(page).getByRole('button', { name: 'Ask git again' }).click()
  await expect(answer(page).getByRole('heading')).toHaveText('Removing it would lose work')
})

test('a checkout of one’s own is measured and asked, never offered; its repository has no remote to push to', async ({
  first: page
}) => {
  await page.getByRole('checkbox', { name: /Your own checkouts/ }).click()
  await scan(page)
  await open(page, /^basalt-cli/)
  await expect(section(page, /^What plans do$/)).toContainText('Measured, never offered')
  const commits = section(page, /^1\scommit on no remote branch main$/)
  await expect(commits).toContainText('It has no remote to push to')
  await expect(commits.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})
