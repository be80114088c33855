import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fill, hardLink, seal, sparse } from '../world/disk'
import { git } from '../world/git'
import { type Entry, entry } from '../world/programs'
import type { CloneRecordWish } from '../world/records'
import type { World } from '../world/world'

/** Where `furnish` puts the clone of a workspace. */
export const cloneOf = (world: World, leaf: string) => join(world.cloneRoot, 'acme', 'app', leaf)

/** Every kind of workspace that the listing tells apart, each under a name that says what it is. */
export async function furnish(world: World): Promise<void> {
  const leaves = ['kept', 'norecord', 'stale', 'deleted', 'detached', 'below', 'sealed', 'linked', 'sparse', 'agents']
  for (const leaf of [...leaves, 'renamed', 'empty', 'odd']) await world.clone('acme', 'app', leaf, { leaf })
  await world.clone('acme', 'größe', 'main', { leaf: 'größe' })
  await shape(world)
  await mkdir(world.at('project'))
  await symlink(cloneOf(world, 'kept'), cloneOf(world, 'alias'))
  await world.records({
    clones: recordsOf(world),
    sweeps: {
      'acme/app': { trouble: 'refs_not_packed', said: 'fatal: no' },
      'acme/größe': { trouble: 'fetch_timed_out', said: null }
    }
  })
  await world.devpod.list(entriesOf(world))
  await world.devpod.record('elsewhere', entry('elsewhere', { localFolder: cloneOf(world, 'kept') }), 'work')
  for (const [id, state] of Object.entries({ kept: 'Running', twin: 'Busy', deleted: 'NotFound', foreign: 'Resting' }))
    await world.devpod.status(id, state)
}

async function shape(world: World): Promise<void> {
  const at = (leaf: string, ...names: string[]) => join(cloneOf(world, leaf), ...names)
  await rm(at('deleted'), { recursive: true })
  await git(at('detached'), 'checkout', '-q', '--detach')
  await fill(at('below', 'packages', 'web', 'bundle.js'), 200_000)
  for (const name of ['one', 'two']) {
    await fill(at('sealed', name, 'deep', 'file'), 100_000)
    await seal(at('sealed', name))
  }
  await hardLink(await fill(world.at('store', 'large'), 4_000_000), at('linked', 'node_modules', 'large'))
  await hardLink(await fill(at('linked', 'both'), 150_000), at('linked', 'again'))
  await sparse(at('sparse', 'disk.img'), 100 * 1024 * 1024)
  await fill(at('agents', '.claude', 'worktrees', 'a', 'file'), 250_000)
  await mkdir(at('agents', '.claude', 'worktrees', 'empty'))
  await rm(at('empty'), { recursive: true })
  await mkdir(at('empty'))
  execFileSync('mkfifo', [at('odd', 'pipe')])
  await symlink('.', at('odd', 'loop'))
  await writeFile(Buffer.concat([Buffer.from(`${at('odd')}/`), Buffer.from([0xff, 0x0a, 0x62])]), 'x')
}

function recordsOf(world: World): CloneRecordWish[] {
  const record = (leaf: string, rest: Partial<CloneRecordWish> = {}): CloneRecordWish => ({
    owner: 'acme',
    repo: 'app',
    branch: leaf,
    path: cloneOf(world, leaf),
    workspace: leaf,
    ...rest
  })
  return [
    record('kept'),
    record('stale', { path: '/nowhere/at/all' }),
    record('relative', { path: 'rel/x' }),
    record('detached'),
    record('sealed'),
    record('leftover'),
    record('renamed', { workspace: 'another', devpod: 'renamed' }),
    record('größe', { repo: 'größe', path: join(world.cloneRoot, 'acme', 'größe', 'größe') })
  ]
}

function entriesOf(world: World): Entry[] {
  const opens = (id: string, localFolder: string, rest: Entry = {}) => entry(id, { localFolder }, rest)
  const clone = (id: string, rest: Entry = {}) => opens(id, cloneOf(world, id), rest)
  return [
    clone('kept', { lastUsed: '2026-09-15T08:02:11Z' }),
    opens('foreign', world.at('project')),
    entry('git', { gitRepository: 'https://forge.example/acme/app.git', gitBranch: 'feature/x' }),
    entry('image', { image: 'ubuntu:24.04' }),
    clone('norecord'),
    clone('stale', { lastUsed: '2026-08-08T11:43:27.123Z' }),
    opens('relative', cloneOf(world, 'norecord')),
    clone('deleted'),
    clone('detached', { lastUsed: null }),
    opens('twin', cloneOf(world, 'kept')),
    opens('below', join(cloneOf(world, 'below'), 'packages', 'web')),
    clone('sealed'),
    clone('linked'),
    clone('sparse'),
    clone('agents'),
    clone('renamed'),
    clone('empty'),
    clone('odd'),
    opens('alias', cloneOf(world, 'alias')),
    opens('größe', join(world.cloneRoot, 'acme', 'größe', 'größe')),
    opens('leftover', world.at('project')),
    opens('cache', world.cache),
    opens('scratch', `${world.cache}-scratch/x`)
  ]
}
