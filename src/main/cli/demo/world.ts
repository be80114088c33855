import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceId } from '../../engine/sources/devlaunch/workspace-id'
import { createRun } from '../../engine/tools/run'
import { type DemoWorkspace, makeDevpod } from './devpod'
import { environment, fill, modules, put } from './fill'
import { makeLeftovers } from './leftovers'
import { createGit, type Git, makeClone, makeUpstream, worktreeFolder } from './repository'
import { checkouts, clones, type DemoClone, type DemoWorktree, owner, repositories } from './story'

/** A built sample world: its folder, the environment that points every tool into it, and what was made. */
export interface World {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly clones: number
  readonly withGit: boolean
}

/**
 * Builds the sample world in the empty folder `root`, in about two seconds and about 60 MB. Everything lies under
 * `root`; HOME, the XDG folders and PATH of the answer point inside. Rejects with a sentence.
 */
export async function buildWorld(root: string, outer: NodeJS.ProcessEnv, now: Date): Promise<World> {
  const home = join(root, 'home')
  const bin = join(root, 'bin')
  const cache = join(home, '.cache', 'devlaunch')
  const env = environmentOf(root, outer)
  await mkdir(home, { recursive: true })
  await put(join(home, '.gitconfig'), '[user]\n\tname = Sam Sample\n\temail = sam@example.invalid\n')
  const run = createRun(env)
  const withGit = (await run('git', ['--version'], { timeoutMs: 10_000 })).kind === 'exited'
  const gitAt = (when: Date) => (withGit ? createGit(run, home, when) : null)
  const git = gitAt(new Date(now.getTime() - 90 * 86_400_000))
  const stories = clones.map((story) => ({ story, ...namesOf(story, cache, now) }))
  if (git !== null) await makeUpstreams(git, root, cache, fetchedAt(now))
  for (const { story, folder, used } of stories) await furnish(gitAt(used), root, cache, folder, story)
  for (const { name, ...weights } of checkouts) await makeCheckout(git, join(home, 'code', name), name, weights)
  await put(join(cache, 'metadata.json'), JSON.stringify(metadataOf(stories, root, cache, now), null, 2))
  await makeDevpod(bin, home, workspacesOf(stories, root, now))
  await makeLeftovers(bin, home, cache)
  return { folder: root, env, clones: clones.length, withGit }
}

const environmentOf = (root: string, outer: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const home = join(root, 'home')
  const { DEVPOD_HOME: _home, DEVPOD_CONFIG: _config, ...rest } = outer
  return {
    ...rest,
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    PATH: `${join(root, 'bin')}:${outer['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'}`
  }
}

interface Named {
  readonly story: DemoClone
  readonly id: string
  readonly folder: string
  readonly used: Date
}

const forgeOf = (root: string, repo: string) => join(root, 'forge', owner, repo)
const mirrorOf = (cache: string, repo: string) => join(cache, 'repos', owner, repo, '.bare')

function namesOf(story: DemoClone, cache: string, now: Date): Omit<Named, 'story'> {
  const id = workspaceId(owner, story.repo, story.branch)
  if (id === null) throw new Error(`No workspace id can be made for ${story.repo} ${story.branch}.`)
  const used = new Date(now.getTime() - story.hoursAgo * 3_600_000)
  return { id, folder: join(cache, 'repos', owner, story.repo, id), used }
}

async function makeUpstreams(git: Git, root: string, cache: string, fetched: Date): Promise<void> {
  for (const repo of repositories) {
    const branches = clones.filter((clone) => clone.repo === repo).map((clone) => clone.branch)
    await makeUpstream(git, forgeOf(root, repo), mirrorOf(cache, repo), { repo, branches, fetched })
  }
}

async function furnish(git: Git | null, root: string, cache: string, folder: string, story: DemoClone) {
  if (git === null) await put(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  else await makeClone(git, forgeOf(root, story.repo), mirrorOf(cache, story.repo), folder, story)
  await fill(folder, ['data/fixtures.bin', 'data/traces.bin', 'data/index.bin'], story.files)
  if (story.environment !== undefined) await environment(folder, story.environment)
  if (story.modules !== undefined) await modules(folder, story.modules)
  if (story.target !== undefined) await fill(join(folder, 'target'), ['debug/app', 'debug/deps.rlib'], story.target)
  for (const worktree of story.worktrees ?? []) await furnishWorktree(folder, worktree)
  if (story.sealed !== undefined) await seal(join(folder, 'build', 'signing'), story.sealed)
}

async function furnishWorktree(around: string, story: DemoWorktree): Promise<void> {
  const folder = worktreeFolder(around, story.name)
  await fill(folder, ['data/run.bin', 'data/index.bin'], story.files)
  if (story.environment !== undefined) await environment(folder, story.environment)
  if (story.modules !== undefined) await modules(folder, story.modules)
  if (story.inside !== undefined) await furnishWorktree(folder, story.inside)
}

/** A folder that nobody but root can look into. */
async function seal(folder: string, weight: number): Promise<void> {
  await fill(folder, ['keys.bin'], weight)
  await chmod(folder, 0o000)
}

async function makeCheckout(
  git: Git | null,
  folder: string,
  name: string,
  weights: { readonly files: number; readonly modules?: number }
): Promise<void> {
  await put(join(folder, 'README.md'), `# ${name}\n`)
  await put(join(folder, '.gitignore'), 'node_modules/\ndata/\n')
  if (git !== null) {
    await git(folder, 'init', '-q', '-b', 'main')
    await git(folder, 'add', '.')
    await git(folder, 'commit', '-q', '-m', 'First version')
  }
  await fill(folder, ['data/archive.bin', 'data/index.bin'], weights.files)
  if (weights.modules !== undefined) await modules(folder, weights.modules)
}

function workspacesOf(named: readonly Named[], root: string, now: Date): DemoWorkspace[] {
  const opened = named.filter(({ story }) => story.workspace !== null)
  const ours = opened.map(({ story, id, folder, used }): DemoWorkspace => {
    const moved = story.workspace === 'moved'
    return {
      id,
      source: { localFolder: moved ? `${folder}-before-rename` : folder },
      state: moved ? 'NotFound' : (story.workspace ?? 'NotFound'),
      lastUsed: used.toISOString().replace(/\.\d+Z$/, 'Z')
    }
  })
  const used = new Date(now.getTime() - 40 * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const code = join(root, 'home', 'code', 'atlas-ui')
  return [
    ...ours,
    { id: 'atlas-ui', source: { localFolder: code }, state: 'Stopped', lastUsed: used },
    { id: 'playground', source: { image: 'ubuntu:24.04' }, state: 'Stopped', lastUsed: used }
  ]
}

const fetchedAt = (now: Date) => new Date(now.getTime() - 2 * 3_600_000)

const localTime = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)

/** A record whose clone folder is gone already. */
const goneRecord = (cache: string, at: string) => {
  const record = { owner, repo: 'kestrel', branch: 'perf/arena', workspace_id: 'kestrel-arena-5d02' }
  const local_path = join(cache, 'repos', owner, 'kestrel', record.workspace_id)
  const dates = { created_at: at, last_used: at, devpod_workspace_id: record.workspace_id }
  return [`${owner}/kestrel/perf/arena`, { ...record, local_path, ...dates }]
}

function metadataOf(named: readonly Named[], root: string, cache: string, now: Date) {
  const fetched = localTime(fetchedAt(now))
  const repositoriesRecord = repositories.map((repo) => [
    `${owner}/${repo}`,
    {
      owner,
      repo,
      remote_url: forgeOf(root, repo),
      local_path: mirrorOf(cache, repo),
      default_branch: 'main',
      last_fetched: fetched,
      worktrees: named.filter(({ story }) => story.repo === repo).map(({ story }) => story.branch)
    }
  ])
  const worktrees = named.map(({ story, id, folder, used }) => [
    `${owner}/${story.repo}/${story.branch}`,
    {
      owner,
      repo: story.repo,
      branch: story.branch,
      local_path: folder,
      workspace_id: id,
      created_at: localTime(new Date(used.getTime() - 20 * 86_400_000)),
      last_used: localTime(used),
      devpod_workspace_id: story.workspace === null ? null : id
    }
  ])
  const all = [...worktrees, goneRecord(cache, localTime(now))]
  return { version: 3, repositories: Object.fromEntries(repositoriesRecord), worktrees: Object.fromEntries(all) }
}
