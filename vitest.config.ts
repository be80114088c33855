import { defineConfig } from 'vitest/config'
import { compiler } from './scripts/native.mjs'

const scan = 'src/main/engine/scan/**/*.test.ts'
const walkers = process.platform === 'linux' && compiler() !== null ? ['native', 'typescript'] : ['typescript']
if (walkers.length === 1) console.warn('The native walker is not tested: this needs Linux and a C compiler.')

export default defineConfig({
  test: {
    globalSetup: ['e2e/world/build-workers.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/cli/**/*.test.ts'],
          exclude: [scan]
        }
      },
      // The scan is tested over each walker there is; both have to give the same answers.
      ...walkers.map((walker) => ({
        extends: true as const,
        test: { name: `${walker} walker`, include: [scan], env: { CLEARHOLD_WALKER: walker } }
      }))
    ]
  }
})
