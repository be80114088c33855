import { resolve } from 'node:path'

const built = resolve(import.meta.dirname, '../../.cache/test')

/** Where the test run puts the built scan worker. */
export const builtWalker = resolve(built, 'walker.cjs')

/** Where the test run puts `weigh` itself, for tests that need it in a process of another user or with other limits. */
export const builtWeigh = resolve(built, 'weigh.cjs')

/** Where it puts the native walker, where one could be built. */
export const builtNative = resolve(built, 'walker.node')

/** Where it puts the program of the threads that remove. */
export const builtRemover = resolve(built, 'remover.cjs')

/** Where it puts removing itself, for tests that need it in a process of another user, or in one to be killed. */
export const builtRemoving = resolve(built, 'removing.cjs')
