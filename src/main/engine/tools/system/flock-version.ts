import type { Run } from '../run'
import { type ToolVersion, versionOf } from '../version'

/** Asks the program that takes locks for us for its version. Never rejects. */
export const flockVersion = async (run: Run, signal: AbortSignal): Promise<ToolVersion> =>
  versionOf('flock', await run('flock', ['--version'], { timeoutMs: 10_000, maxBytes: 64 * 1024, signal }))
