// npm run check: what takes seconds: types, lint and the seams between the layers.
import { lint, step, tool, types } from './lib/steps.mjs'

const results = [
  await step('types', types),
  await step('lint', lint),
  await step('seams', () => tool('vitest', ['run', 'src/seams.test.ts']))
]
process.exit(results.every((code) => code === 0) ? 0 : 1)
