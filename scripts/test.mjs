// npm test: types, lint, build, unit and integration tests, journeys in Chromium, journeys in Electron where one is.
// Ends with one plain line, "N passed, N failed, N skipped".
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isStopping, run } from './lib/children.mjs'
import { chromium, desktop } from './lib/machine.mjs'
import { install, nodeTooOld, root } from './lib/packages.mjs'
import { build, lint, step, tool, tools, types } from './lib/steps.mjs'
import { add, closingLine, fromPlaywright, fromVitest, nothing, oneFailed } from './lib/tally.mjs'

const strict = process.env.CI === 'true'
const reports = join(root, 'test-results')
let tally = nothing

/** A step without tests counts only when it fails. */
const check = async (name, work) => {
  const code = await step(name, work)
  if (code !== 0) tally = add(tally, oneFailed)
  return code === 0
}

/** What cannot run here is said; in CI it is a failure. */
function missing(what) {
  console.log(`${what[0].toUpperCase()}${what.slice(1)}, so these journeys did not run.`)
  return strict ? oneFailed : nothing
}

async function unit() {
  const file = join(reports, 'vitest.json')
  rmSync(file, { force: true })
  const code = await tool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return fromVitest(file, code)
}

async function playwright(project, before, env) {
  const file = join(reports, `${project}.json`)
  rmSync(file, { force: true })
  const words = [process.execPath, tools.playwright, 'test', `--project=${project}`, '--reporter=list,json']
  const [program, ...args] = [...before, ...words, `--output=${join(reports, project)}`]
  const { code } = await run(program, args, {
    cwd: root,
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  })
  return fromPlaywright(file, code)
}

async function browserJourneys() {
  const path = await chromium()
  if (path !== null) return playwright('browser', [], { CHROMIUM_PATH: path })
  console.log('There is no Chromium here and none could be fetched, so the journeys did not run.')
  return oneFailed
}

async function desktopJourneys() {
  const here = await desktop()
  return here.missing === undefined
    ? playwright('electron', here.before, { REQUIRE_ELECTRON: '1' })
    : missing(here.missing)
}

async function main() {
  const refused = nodeTooOld() ?? (await install())
  if (refused !== null) {
    console.error(refused)
    return
  }
  mkdirSync(reports, { recursive: true })
  await check('types', types)
  await check('lint', lint)
  if (!(await check('build', build))) return
  for (const [name, work] of [
    ['unit and integration tests', unit],
    ['journeys in Chromium', browserJourneys],
    ['journeys in Electron', desktopJourneys]
  ])
    if (!isStopping()) tally = add(tally, await step(name, work))
}

const started = Date.now()
await main().catch((error) => {
  console.error(error)
  tally = add(tally, oneFailed)
})
if (tally.failed === 0 && (tally.passed === 0 || isStopping())) tally = add(tally, oneFailed)
console.log(`All of it: ${((Date.now() - started) / 1000).toFixed(0)} s`)
console.log(closingLine(tally))
process.exit(tally.failed === 0 ? 0 : 1)
