import { chmod, mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

/** No home directory is known, so there is no place for our own state; everything else works without it. */
export class NoHome extends Error {
  override readonly name = 'NoHome'
  constructor() {
    super('HOME is not set, so settings and history cannot be kept. Set HOME (or XDG_DATA_HOME) and start again.')
  }
}

/** `$XDG_DATA_HOME/clearhold`, else `~/.local/share/clearhold`; relative values are ignored as the standard asks. */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  const data = environment['XDG_DATA_HOME']
  if (data !== undefined && isAbsolute(data)) return join(data, 'clearhold')
  const home = environment['HOME']
  if (home === undefined || !isAbsolute(home)) throw new NoHome()
  return join(home, '.local', 'share', 'clearhold')
}

/** Makes the folder, closed to others. Rejects in the system's words when it cannot. */
export async function makeStateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await chmod(folder, 0o700)
}
