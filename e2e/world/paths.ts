import { resolve } from 'node:path'

/** Where the test run puts the built scan worker. */
export const builtWalker = resolve(import.meta.dirname, '../../.cache/test/walker.cjs')
