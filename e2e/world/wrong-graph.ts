import { readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commit, git } from './git'

/** Commits once in a clone that is pushed, and writes a commit graph in which the pushed commit has the new one for a parent. */
export async function withWrongGraph(clone: string): Promise<void> {
  const pushed = await git(clone, 'rev-parse', 'HEAD')
  await commit(clone, 'Work', { w: 'w\n' })
  const order = [pushed, await git(clone, 'rev-parse', 'HEAD')].sort()
  await git(clone, 'commit-graph', 'write', '--reachable')
  const file = join(clone, '.git', 'objects', 'info', 'commit-graph')
  const bytes = readFileSync(file)
  const table = bytes.subarray(0, 200).indexOf('CDAT')
  const data = Number(bytes.readBigUInt64BE(table + 4))
  bytes.writeUInt32BE(1 - order.indexOf(pushed), data + order.indexOf(pushed) * 36 + 20)
  await chmod(file, 0o644)
  await writeFile(file, bytes)
}
