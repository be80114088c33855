import { createTakeLock } from '../../src/main/engine/act/lock'
import { dropRecords } from '../../src/main/engine/act/operations/records'
import { locate } from '../../src/main/engine/sources/devlaunch/locations'
import { readMetadata } from '../../src/main/engine/sources/devlaunch/metadata'
import { createRun } from '../../src/main/engine/tools/run'

/** Drops every record that may be dropped, in a process that may be killed; says how each ended. */
export async function dropAll(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const locations = locate(environment)
  const { clones } = (await readMetadata(locations.metadata)).metadata
  const ends = await dropRecords({ take: createTakeLock(createRun(environment)), locations }, clones)
  return [...ends.values()].map((end) => ('why' in end ? `${end.kind}: ${end.why}` : end.kind))
}
