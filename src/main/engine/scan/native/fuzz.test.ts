import { expect, test } from 'vitest'
import { walker } from '../../../../../e2e/world/scanning'
import { buildFuzz, runFuzz } from '../../../../../scripts/fuzz.mjs'

const trees = Number(process.env['CLEARHOLD_FUZZ'] ?? 200)
const seed = Number(process.env['CLEARHOLD_SEED'] ?? Math.floor(Math.random() * 1e9))

/** Whole trees, changing ones, disks that fail, too little memory, few descriptors, stops at any time. */
for (const sanitizer of ['address', 'thread'] as const) {
  const title = `${trees} made-up trees from seed ${seed} on, walked with the ${sanitizer} sanitizer watching`
  test.skipIf(walker !== 'native')(title, { timeout: 4 * 3_600_000 }, ({ skip }) => {
    const built = buildFuzz(sanitizer)
    if (built.program === undefined) {
      console.warn(`not fuzzed: ${built.missing}`)
      return skip(built.missing)
    }
    expect(runFuzz(built.program, trees, seed)).toBeNull()
  })
}
