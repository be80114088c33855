import * as fs from 'node:fs/promises'
import type { Disk } from '../../../../shared/model'
import type { Run } from '../run'

/** Space of the file system that holds `path`, in bytes: by statfs, else by `df`. `null` when neither answers. */
export async function freeSpace(run: Run, path: string, signal?: AbortSignal): Promise<Disk | null> {
  if (typeof fs.statfs === 'function') {
    try {
      const stats = await fs.statfs(path)
      return { path, totalBytes: stats.blocks * stats.bsize, freeBytes: stats.bavail * stats.bsize }
    } catch {
      // A folder that is not there yet has no file system of its own; df is asked and says the same.
    }
  }
  const ran = await run('df', ['-B1', '-P', '--', path], {
    timeoutMs: 5_000,
    ...(signal === undefined ? {} : { signal })
  })
  return ran.kind === 'exited' && ran.exit === 0 ? readDf(path, ran.stdout) : null
}

/** Reads the second line of `df -B1 -P`: file system, total, used, free, per cent, mount point. */
export function readDf(path: string, text: string): Disk | null {
  const fields = (text.split('\n')[1] ?? '').match(/\s(\d+)\s+(\d+)\s+(\d+)\s+\d+%\s/)
  if (fields === null) return null
  return { path, totalBytes: Number(fields[1]), freeBytes: Number(fields[3]) }
}
