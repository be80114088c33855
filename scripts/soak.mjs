// npm run soak: the tests of the scan with many more and larger made-up trees than npm test has time for: SEEDS trees
// against a reference over each walker, a hundred times as many through the native one with sanitizers watching.
// Then the page over 10,000 workspaces and a million files.
//   npm run soak [-- SEEDS]    1000 unless given
import { install, nodeTooOld } from './lib/packages.mjs'
import { step, tool } from './lib/steps.mjs'

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
const env = { ...process.env, CLEARHOLD_SEEDS: seeds, CLEARHOLD_FUZZ: fuzzed, CLEARHOLD_SOAK: '1' }
const words = ['run', 'src/main/engine/scan', `--testTimeout=${60 * 60_000}`]
const trees = (await step(`${seeds} made-up trees`, () => tool('vitest', words, { env }))) ?? 1
const page = ['test', '--project=browser', 'many.spec', '--workers=1']
const million = { ...process.env, CLEARHOLD_FILES: '1000000' }
const many = (await step('a page over a million files', () => tool('playwright', page, { env: million }))) ?? 1
process.exit(trees || many)
