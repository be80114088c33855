import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { git } from '../world/git'
import { enginePid, expect, test } from './app'
import { learn, scan } from './ask'
import { calmest } from './loop'

const run = promisify(execFile)

/** A checkout with so many empty files, a thousand in each folder. */
async function manyFiles(home: string, count: number): Promise<void> {
  const folder = join(home, 'work', 'many')
  await mkdir(folder, { recursive: true })
  await git(folder, 'init', '-q')
  const script = 'for d in $(seq "$1"); do mkdir "d$d"; (cd "d$d" && touch $(seq 1000)); done'
  await run('bash', ['-c', script, 'bash', String(count / 1000)], { cwd: folder })
}

test.describe('an archive of Electron on the disk', () => {
  test.use({
    world: {
      furnish: async (home) => {
        const folder = join(home, 'work', 'packed', 'resources')
        await mkdir(folder, { recursive: true })
        await git(join(home, 'work', 'packed'), 'init', '-q')
        const runtime = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
        await copyFile(join(runtime, 'resources', 'default_app.asar'), join(folder, 'app.asar'))
        await writeFile(join(folder, 'beside.txt'), 'x'.repeat(10_000))
      }
    }
  })

  test('is weighed as the file it is: the size equals du (E2)', async ({ desk }) => {
    const { page, home } = desk
    await scan(page)
    const { sites } = await learn(page, 'survey.sites', { since: 0, after: null })
    const site = sites.find(({ path }) => path.endsWith('work/packed'))
    const { stdout } = await run('du', ['-s', '--block-size=1', join(home, 'work', 'packed')])
    expect(site?.disk).toEqual({ exclusiveBytes: Number(stdout.split('\t')[0]) })
    const archive = join(home, 'work', 'packed', 'resources', 'app.asar')
    expect(
      await desk.app.evaluate(
        (_electron, path) => process.mainModule?.require('fs').statSync(path).isDirectory(),
        archive
      )
    ).toBe(true)
  })
})

test.describe('a tree of 100,000 files', () => {
  // In memory, where there is such a place: making the files takes longest otherwise.
  const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  test.use({ world: { base, furnish: (home) => manyFiles(home, 100_000) } })

  test('the main process is never blocked for 50 ms while it is scanned (E3)', async ({ desk }) => {
    const { app, page } = desk
    await learn(page, 'app.info', {})
    const gaps = await calmest(app, () => scan(page))
    expect(gaps.looks).toBeGreaterThan(20)
    expect(gaps.own).toBeLessThan(50)
    const { sites } = await learn(page, 'survey.sites', { since: 0, after: null })
    expect(sites.some(({ path, disk }) => path.endsWith('work/many') && disk !== null)).toBe(true)
  })

  test('an engine that is killed in a scan is a fault, comes back, and the page still answers (E1)', async ({
    desk
  }) => {
    const { app, page } = desk
    await learn(page, 'survey.scan', {})
    await expect.poll(async () => (await learn(page, 'survey.summary', {})).scan).toBe('running')
    const first = await enginePid(app)
    expect(first).toBeGreaterThan(0)
    const codes = page.evaluate(async () => {
      const seen: string[] = []
      const until = Date.now() + 20_000
      while (Date.now() < until) {
        const answer = await window.clearhold?.call('app.info', {})
        const code = answer?.ok === true ? 'ok' : String(answer?.fault.code)
        if (seen.at(-1) !== code) seen.push(code)
        if (code === 'ok' && seen.includes('engine-gone')) break
        await new Promise((go) => setTimeout(go, 5))
      }
      return seen
    })
    await page.waitForTimeout(100)
    process.kill(first, 'SIGKILL')
    expect(await codes).toEqual(['ok', 'engine-gone', 'ok'])
    const second = await enginePid(app)
    expect(second).toBeGreaterThan(0)
    expect(second).not.toBe(first)
    await expect(page.locator('h1')).toBeVisible()
    await scan(page)
  })
})

test('a site is shown in the file manager by its id (A8)', async ({ desk }) => {
  const { app, page, home } = desk
  await app.evaluate(({ shell }) => {
    globalThis.openedOutside = []
    shell.showItemInFolder = (path) => void globalThis.openedOutside.push(path)
  })
  expect(await learn(page, 'site.reveal', { site: 'none' })).toEqual({ shown: false })
  await mkdir(join(home, 'cellar', 'repo'), { recursive: true })
  await git(join(home, 'cellar', 'repo'), 'init', '-q')
  await app.evaluate(
    ({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    },
    join(home, 'cellar')
  )
  const places = await learn(page, 'places.choose', {})
  expect(places.map(({ path }) => path)).toContain('~/cellar')
  await scan(page)
  const { sites } = await learn(page, 'survey.sites', { since: 0, after: null })
  const site = sites.find(({ path }) => path.endsWith('cellar/repo'))
  expect(await learn(page, 'site.reveal', { site: site?.id ?? '' })).toEqual({ shown: true })
  expect(await app.evaluate(() => globalThis.openedOutside)).toEqual([join(home, 'cellar', 'repo')])
})
