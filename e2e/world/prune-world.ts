import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fill } from './disk'
import { commit, git } from './git'
import { entry } from './programs'
import { createWorld, type World } from './world'

/** A world with one of everything that a prune plan can hold, as mock-up 04 tells it. */
export interface PruneWorld {
  readonly world: World
  /** Clone folders by what is the matter with them. */
  readonly clones: Readonly<Record<CloneName, string>>
  /** Files of small things, by name. */
  readonly files: Readonly<Record<'copy' | 'freeLock' | 'heldLock', string>>
  /** A folder in `quill` that lets nothing be removed from it. */
  readonly closed: string
  /** Another program takes a lock until the answer is called. */
  hold(file: string): Promise<() => Promise<void>>
  /** Lists one workspace more, which opens this folder. */
  opens(id: string, folder: string): Promise<void>
  dispose(): Promise<void>
}

export type CloneName = 'held' | 'trace' | 'typo' | 'ferry' | 'quill' | 'spike' | 'sundial'

const wishes: readonly (readonly [CloneName, string, string, number])[] = [
  ['held', 'kestrel', 'kestrel-main-4f2a', 900_000],
  ['trace', 'kestrel', 'kestrel-perf-trace-1e77', 3_400_000],
  ['typo', 'kestrel', 'kestrel-docs-typo-0c2f', 400_000],
  ['ferry', 'ferry', 'ferry-etl-fix-retries-b9d4', 700_000],
  ['quill', 'quill', 'quill-docs-main-c04b', 1_100_000],
  ['spike', 'lumen-api', 'lumen-api-spike-cache-55aa', 2_200_000],
  ['sundial', 'sundial', 'sundial-main-77c1', 900_000]
]

/** Builds it; `dispose` it. Who is to run programs in it is said by `world.giveAway()`. */
export async function pruneWorld(): Promise<PruneWorld> {
  const world = await createWorld()
  const clones: Record<string, string> = {}
  for (const [name, repo, leaf, bytes] of wishes) {
    const files = { 'README.md': `# ${repo}\n`, '.gitignore': 'data/\n' }
    const clone = await world.clone('acme', repo, 'main', { leaf, files })
    await fill(join(clone, 'data', 'run.bin'), bytes)
    // devlaunch leaves the lock of a repository where it took it.
    await writeFile(join(dirname(clone), '.lock'), '')
    clones[name] = clone
  }
  const named = clones as Record<CloneName, string>
  await git(named.spike, 'checkout', '-q', '-b', 'spike/cache')
  await commit(named.spike, 'Cache spike: LRU per tenant', { 'lru.txt': 'spike\n' })
  await writeFile(join(named.sundial, '.git', 'HEAD'), '')
  const closed = join(named.quill, 'data', 'build', 'out')
  await mkdir(closed, { recursive: true })
  await writeFile(join(closed, 'kept.bin'), 'x'.repeat(50_000))
  await chmod(closed, 0o555)
  const files = await smallThings(world)
  await recordsOf(world, named)
  const listed = [entry('kestrel-main', { localFolder: named.held })]
  await world.devpod.list(listed)
  await world.devpod.status('kestrel-main', 'Running')
  const held = new Set<() => Promise<void>>()
  return {
    world,
    clones: named,
    files,
    closed,
    hold: async (file) => {
      const release = await holdLock(file)
      held.add(release)
      return release
    },
    opens: async (id, localFolder) => {
      listed.push(entry(id, { localFolder }))
      await world.devpod.list(listed)
    },
    dispose: async () => {
      for (const release of held) await release()
      await world.dispose()
    }
  }
}

/** A copy that names volumes of a workspace that is gone, and two launch locks that nobody's workspace carries. */
async function smallThings({ cache }: World): Promise<PruneWorld['files']> {
  const copy = join(cache, 'workspace-copies', 'old-trace.json')
  const freeLock = join(cache, 'launch-locks', 'old-trace.lock')
  const heldLock = join(cache, 'launch-locks', 'lumen-api-main.lock')
  for (const file of [copy, freeLock, heldLock]) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '')
  }
  await writeFile(copy, JSON.stringify({ volumes: ['dvc-old-trace-cache', 'dvc-old-trace-home'] }))
  return { copy, freeLock, heldLock }
}

/** The records of two clones, and of one whose folder is gone already. */
async function recordsOf(world: World, { held, trace }: Readonly<Record<CloneName, string>>): Promise<void> {
  const gone = join(dirname(held), 'kestrel-gone-9a9a')
  await rm(gone, { recursive: true, force: true })
  const record = (branch: string, path: string, workspace: string) => ({
    owner: 'acme',
    repo: 'kestrel',
    branch,
    path,
    workspace
  })
  await world.records({
    clones: [
      record('main', held, 'kestrel-main'),
      record('perf/trace', trace, 'kestrel-perf-trace'),
      record('gone', gone, 'kestrel-gone')
    ]
  })
}

/** `flock` as devlaunch takes it, by a process of its own. */
async function holdLock(file: string): Promise<() => Promise<void>> {
  const child = spawn('flock', ['-F', file, 'sh', '-c', 'echo held; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore']
  })
  await new Promise<void>((done, failed) => {
    child.stdout.once('data', () => done())
    child.once('error', failed)
    child.once('exit', () => failed(new Error(`flock did not take ${file}`)))
  })
  return () => gone(child)
}

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGKILL')
  })
