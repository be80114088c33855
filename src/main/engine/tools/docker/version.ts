import type { Run } from '../run'
import { type ToolVersion, versionOf } from '../version'

/** Asks docker for the version of its server, so that one which is installed and does not run is told. Never rejects. */
export const dockerVersion = async (run: Run, signal: AbortSignal): Promise<ToolVersion> => {
  const words = ['version', '--format', '{{.Server.Version}}']
  return versionOf('docker', await run('docker', words, { timeoutMs: 10_000, maxBytes: 64 * 1024, signal }))
}
