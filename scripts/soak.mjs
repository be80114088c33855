// npm run soak: the tests of the scan with many more and larger made-up trees than npm test has time for: SEEDS trees
// against a reference over each walker, a hundred times as many through the native one with sanitizers watching. Removing
// at full size, among attacks.
// Then the page, in both hosts, over 10,000 workspaces and a million files.
//   npm run soak [-- SEEDS]    1000 unless given
import { run } from './lib/children.mjs'
import { desktop } from './lib/machine.mjs'
import { install, nodeTooOld, root } from './lib/packages.mjs'
import { build, step, tool, tools } from './lib/steps.mjs'

const refused = nodeTooOld() ?? (await install())
if (refused !== null) {
  console.error(refused)
  process.exit(1)
}
const seeds = process.argv[2] ?? '1000'
if (!/^[1-9]\d{0,6}$/.test(seeds)) {
  console.error(`The number of trees is a whole number, not "${seeds}".`)
  process.exit(2)
}
const fuzzed = process.env.CLEARHOLD_FUZZ ?? String(Number(seeds) * 100)
if ((await step('build', build)) !== 0) process.exit(1)
const env = { ...process.env, CLEARHOLD_SEEDS: seeds, CLEARHOLD_FUZZ: fuzzed, CLEARHOLD_SOAK: '1' }
const words = ['run', 'src/main/engine/scan', `--testTimeout=${60 * 60_000}`]
const trees = (await step(`${seeds} made-up trees`, () => tool('vitest', words, { env }))) ?? 1
const million = { ...process.env, CLEARHOLD_FILES: '1000000' }
/** Removing, at full size: a million entries, 100,000 levels, and 10,000 removals that are attacked. */
const acts = ['run', '--project=all', 'src/main/engine/act', `--testTimeout=${60 * 60_000}`]
const removed = (await step('removing, at full size', () => tool('vitest', acts, { env }))) ?? 1
const page = (project) => ['test', `--project=${project}`, 'many.spec', '--workers=1']
const many =
  (await step('a page over a million files', () => tool('playwright', page('browser'), { env: million }))) ?? 1

/** The same in the desktop's window, where an Electron runtime is; its main process may never stand still. */
async function inWindow() {
  const here = await desktop()
  if (here.missing !== undefined) {
    console.log(`The window is not tested: ${here.missing}.`)
    return 0
  }
  const [program, ...args] = [...here.before, process.execPath, tools.playwright, ...page('electron')]
  return (await run(program, args, { cwd: root, env: { ...million, REQUIRE_ELECTRON: '1' } })).code
}
const window = (await step('a window over a million files', inWindow)) ?? 1
process.exit(trees || removed || many || window)
