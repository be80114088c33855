import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const file = (name: string) => pathToFileURL(resolve(import.meta.dirname, '../../scripts/lib', name)).href
const packages = await import(file('packages.mjs'))
const tally = await import(file('tally.mjs'))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearhold-scripts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('npm start on a bare machine', () => {
  it.each([
    ['20.19.0', null],
    ['20.20.2', null],
    ['22.0.0', null],
    ['20.18.3', 'Clearhold needs Node 20.19.0 or newer, and this is 20.18.3.'],
    ['18.20.4', 'Clearhold needs Node 20.19.0 or newer, and this is 18.20.4.']
  ])('Node %s', (version, said) => {
    const answer = packages.nodeTooOld(version)
    if (said === null) expect(answer).toBeNull()
    else expect(answer).toContain(said)
  })

  it('installs when the packages are not those of the lockfile, whatever the clock says', async () => {
    const lock = { packages: { '': {}, a: { version: '1.0.0' }, b: { version: '2.0.0', optional: true } } }
    const hidden = (versions: Record<string, string>) =>
      writeFile(
        join(folder, 'node_modules/.package-lock.json'),
        JSON.stringify({
          packages: Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, { version }]))
        })
      )
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
    expect(packages.needsInstall(folder)).toBe(true)
    await mkdir(join(folder, 'node_modules'))
    const later = new Date(Date.now() + 60_000)
    for (const [versions, needs] of [
      [{ a: '1.0.0' }, false],
      [{ a: '1.0.0', b: '2.0.0' }, false],
      [{ a: '1.0.1' }, true],
      [{ a: '1.0.0', c: '1.0.0' }, true],
      [{}, true]
    ] as const) {
      await hidden(versions)
      await utimes(join(folder, 'package-lock.json'), later, later)
      expect(packages.needsInstall(folder), JSON.stringify(versions)).toBe(needs)
    }
  })

  it('takes what it started with it when it is ended', async () => {
    const script = join(folder, 'parent.mjs')
    const text = `import { run } from '${file('children.mjs')}'
      const going = run(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'])
      console.error((await going).signal)`
    await writeFile(script, text)
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] })
    const pid = Number(await new Promise((done) => parent.stdout.once('data', done)))
    parent.kill('SIGTERM')
    await new Promise((done) => parent.once('close', done))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

describe('the closing line of npm test', () => {
  const report = async (content: unknown) => {
    const name = join(folder, 'report.json')
    await writeFile(name, typeof content === 'string' ? content : JSON.stringify(content))
    return name
  }

  it('adds what the runners counted', async () => {
    const unit = tally.fromVitest(
      await report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
      1
    )
    const journeys = tally.fromPlaywright(
      await report({ stats: { expected: 7, flaky: 1, unexpected: 0, skipped: 3 } }),
      0
    )
    expect(tally.closingLine(tally.add(unit, journeys))).toBe('13 passed, 1 failed, 6 skipped')
  })

  it('counts a run that broke off as a failure', async () => {
    expect(tally.fromVitest(await report('{"numPa'), 1).failed).toBe(1)
    expect(tally.fromVitest(join(folder, 'none.json'), null).failed).toBe(1)
    expect(tally.fromPlaywright(await report({ stats: { expected: 3 } }), 1)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0
    })
  })
})
