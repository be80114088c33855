// npm run soak: the tests that compare made-up trees with a reference, with many more trees than npm test has time for.
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
const env = { ...process.env, CLEARHOLD_SEEDS: seeds }
const words = ['run', 'src/main/engine/scan', `--testTimeout=${60 * 60_000}`]
process.exit((await step(`${seeds} made-up trees`, () => tool('vitest', words, { env }))) ?? 1)
