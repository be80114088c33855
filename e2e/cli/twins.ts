import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commit, git } from '../world/git'
import { entry } from '../world/programs'
import type { CloneRecordWish } from '../world/records'
import type { World } from '../world/world'

/** Where `furnish` puts a clone of acme/app, or of another repository. */
export const at = (world: World, leaf: string, repo = 'app') => join(world.cloneRoot, 'acme', repo, leaf)

export const opens = (id: string, localFolder: unknown) => entry(id, { localFolder })

/** Every kind of clone, record, copy and lock that a prune tells apart, each under a name that says what it is. */
export async function furnish(world: World): Promise<void> {
  const leaves = ['pushed', 'norecord', 'dirty', 'unpushed', 'stashed', 'tagged', 'vouched', 'held', 'below', 'claimed']
  for (const leaf of leaves) await world.clone('acme', 'app', 'main', { leaf })
  for (const leaf of ['free', 'also']) await world.clone('acme', 'lib', 'main', { leaf })
  for (const leaf of ['one', 'two']) await world.clone('acme', 'lost', 'main', { leaf })
  await work(world)
  await oddities(world)
  await world.records({ clones: recordsOf(world) })
  await world.devpod.list(listing(world))
}

/** The listing of the plan; a race hands other entries to the second one. */
export const listing = (world: World) => [
  opens('held', at(world, 'held')),
  opens('below', join(at(world, 'below'), 'src')),
  opens('owner', world.at('project')),
  opens('misplaced', at(world, 'nowhere', 'lost')),
  entry('remote', { gitRepository: 'https://forge.example/acme/app.git' }),
  entry('image', { image: 'ubuntu:24.04' })
]

async function work(world: World): Promise<void> {
  await mkdir(join(at(world, 'below'), 'src'))
  await writeFile(join(at(world, 'dirty'), 'notes.md'), 'x')
  await commit(at(world, 'unpushed'), 'Mine', { mine: 'x' })
  await writeFile(join(at(world, 'stashed'), 'README.md'), 'changed\n')
  await git(at(world, 'stashed'), 'stash', '-q')
  for (const leaf of ['tagged', 'vouched']) {
    await git(at(world, leaf), 'checkout', '-q', '--detach')
    await commit(at(world, leaf), 'Tagged', { [leaf]: 'x' })
    await git(at(world, leaf), 'tag', `v-${leaf}`)
    await git(at(world, leaf), 'checkout', '-q', 'main')
  }
  await git(at(world, 'vouched'), 'push', '-q', world.mirrorOf('acme', 'app'), 'v-vouched')
}

async function oddities(world: World): Promise<void> {
  await mkdir(at(world, 'junk'))
  await writeFile(join(at(world, 'junk'), 'left'), 'x')
  await writeFile(at(world, 'a-file'), 'x')
  await symlink(world.home, at(world, 'a-link'))
  await mkdir(join(at(world, 'junk'), 'a', 'b', '.git'), { recursive: true })
  const copies = join(world.cache, 'workspace-copies')
  const locks = join(world.cache, 'launch-locks')
  await mkdir(copies)
  await mkdir(locks)
  for (const [id, text] of [
    ['gone', '{"volumes":["gone-pixi","dind-var-lib-docker-gone"],"image":null,"declared_image":null}'],
    ['away', '{"volumes":["away-pixi"],"unknown":{}}'],
    ['held', '{"volumes":["held-pixi"]}'],
    ['empty', '{"volumes":[]}'],
    ['broken', '{"volumes":']
  ])
    await writeFile(join(copies, `${id}.json`), text ?? '')
  for (const name of ['gone.lock', 'away.lock', 'held.lock', 'README']) await writeFile(join(locks, name), '')
}

const recordsOf = (world: World): CloneRecordWish[] => {
  const record = (leaf: string, rest: Partial<CloneRecordWish> = {}): CloneRecordWish => ({
    owner: 'acme',
    repo: 'app',
    branch: leaf,
    path: at(world, leaf),
    workspace: leaf,
    ...rest
  })
  return [
    ...['pushed', 'dirty', 'unpushed', 'stashed', 'tagged', 'vouched', 'held', 'below'].map((leaf) => record(leaf)),
    record('claimed', { workspace: 'owner' }),
    record('stale/größe'),
    record('relative', { path: 'rel/x' }),
    record('--evil', { path: '' }),
    record('free', { repo: 'lib', path: at(world, 'free', 'lib') })
  ]
}

/** Everything that a prune decides about, in words that are the same in twin worlds. */
export interface After {
  readonly clones: readonly string[]
  readonly metadata: string
  readonly copies: readonly string[]
  readonly locks: readonly string[]
  readonly docker: readonly string[]
}

export async function snapshot(world: World): Promise<After> {
  const clones: string[] = []
  for (const repo of ['app', 'lib', 'lost'])
    for (const leaf of await readdir(join(world.cloneRoot, 'acme', repo))) {
      const stats = await lstat(at(world, leaf, repo))
      const kind = stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'file'
      if (leaf !== '.lock') clones.push(`${repo}/${leaf} ${kind}`)
    }
  const calls = (await world.calls()).filter(([program, verb]) => program === 'docker' && verb === 'volume')
  return {
    clones: clones.sort(),
    metadata: (await readFile(join(world.cache, 'metadata.json'), 'utf8')).split(world.base).join('BASE'),
    copies: (await readdir(join(world.cache, 'workspace-copies'))).sort(),
    locks: (await readdir(join(world.cache, 'launch-locks'))).sort(),
    docker: calls.map((call) => call.join(' ')).sort()
  }
}

/** From the second question on devpod lists these instead; text is printed as it is. */
export async function secondListing(world: World, entries: readonly unknown[] | string): Promise<void> {
  const [first, second, count] = ['first', 'second', 'count'].map((name) => join(world.base, name))
  await writeFile(first ?? '', JSON.stringify(listing(world)))
  await writeFile(second ?? '', typeof entries === 'string' ? entries : JSON.stringify(entries))
  await writeFile(count ?? '', '')
  await world.program(
    'devpod',
    `[ "$1" = list ] || exit 1
if [ -s '${count}' ]; then cat '${second}'; else cat '${first}'; fi
printf x >> '${count}'`
  )
}
