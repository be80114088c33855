import type { Run } from '../run'
import { type ToolVersion, versionOf } from '../version'

/** Asks devpod for its version, within ten seconds. Never rejects. */
export const devpodVersion = async (run: Run, signal: AbortSignal): Promise<ToolVersion> =>
  versionOf('devpod', await run('devpod', ['version'], { timeoutMs: 10_000, maxBytes: 64 * 1024, signal }))
