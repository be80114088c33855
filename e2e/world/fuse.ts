import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { mayMount } from './scanning'

/** Whether a FUSE file system of our own can be mounted here. */
export const mayFuse = mayMount && existsSync('/dev/fuse')

/** How a FUSE file system behaves; see fuse.py. */
export type Manner = 'silent' | 'answers' | 'stuck'

/** Mounts one at `place`. `end` takes it away; whoever still waits for an answer of it gets an error. */
export async function fuse(place: string, manner: Manner): Promise<{ end: () => Promise<void> }> {
  mkdirSync(place, { recursive: true })
  const child = spawn('python3', [join(import.meta.dirname, 'fuse.py'), place, manner], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`FUSE could not be served (${code})`)))
  })
  return { end: () => ended(child, place) }
}

/** The mount goes with its last user, so the server has to let go first. */
async function ended(child: ChildProcess, place: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  spawnSync('umount', ['-l', place])
}
