import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const prefix = 'clearhold-demo-'

/** The folder of one sample world, which alone may be removed again. */
export interface DemoFolder {
  readonly path: string
  /** Removes the folder; rejects in the system's words when something in it stays. */
  sweep(): Promise<void>
}

/** A new, empty folder for a sample world, under the system's temporary folder. */
export async function makeDemoFolder(): Promise<DemoFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  const made = await lstat(path)
  return {
    path,
    sweep: async () => {
      const now = await lstat(path)
      if (
        !basename(path).startsWith(prefix) ||
        dirname(path) !== tmpdir() ||
        now.ino !== made.ino ||
        now.dev !== made.dev
      )
        throw new Error(`${path} is not the folder that was made for the demo, so it was left.`)
      await unseal(path)
      await rm(path, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

/** The sample world has a folder that its owner cannot enter; that must not keep it from going. */
async function unseal(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await unseal(join(folder, entry.name))
}
