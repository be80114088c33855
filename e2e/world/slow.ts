import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { entry } from './programs'
import { createWorld, type World } from './world'

const execute = promisify(execFile)

/** Makes many empty files in small folders faster than one call each from here. Arguments: the folder, how many. */
const maker = `
import os, sys
top, files = sys.argv[1], int(sys.argv[2])
for n in range(0, files, 20):
    folder = f'{top}/d{n // 1000}/e{n // 20}'
    os.makedirs(folder)
    at = os.open(folder, os.O_RDONLY)
    for f in range(20): os.close(os.open(f'f{f}', os.O_CREAT | os.O_WRONLY, dir_fd=at))
    os.close(at)
`

/** The clones of the slow world; each holds a share of the files, the first one the most. */
export const slowNames = [
  'kestrel',
  'lumen-api',
  'orbit-web',
  'tidepool',
  'marlin-firmware',
  'harbor-infra',
  'basalt-cli',
  'atlas-ui',
  'quill-docs',
  'sundial',
  'ferry-etl',
  'heron'
] as const

/** Files in the first clone: so many that whoever stops a scan early finds a worker in the middle of it. */
const most = 150_000

/** Twelve clones with 180,000 files in many small folders, each opened by a workspace. */
export async function slowWorld(): Promise<World> {
  const world = await createWorld(await inMemory())
  const folders: string[] = []
  for (const name of slowNames) folders.push(await world.clone('acme', 'app', 'main', { leaf: `${name}-main` }))
  for (const [at, folder] of folders.entries())
    await execute('python3', [
      '-c',
      maker,
      join(folder, 'build'),
      String(at === 0 ? most : Math.round(800 / (at + 1)) * 20)
    ])
  await world.devpod.list(folders.map((folder, at) => entry(`${slowNames[at]}-main`, { localFolder: folder })))
  for (const name of slowNames) await world.devpod.status(`${name}-main`, 'Stopped')
  return world
}

/** A file system in memory that programs may be started from, where there is one: the files are made faster there. */
async function inMemory(): Promise<string> {
  const shared = '/dev/shm'
  const found = await execute('findmnt', ['-n', '-o', 'OPTIONS', '--target', shared]).catch(() => null)
  return found === null || found.stdout.includes('noexec') ? tmpdir() : shared
}
