/** What the sample world holds. Weights are in units of about half a mebibyte, so that the map has good proportions. */
export interface DemoWorktree {
  readonly name: string
  readonly branch: string
  /** Weights of the checkout's own files, of a tagged pixi environment and of `node_modules`. */
  readonly files: number
  readonly environment?: number
  readonly modules?: number
  readonly dirty?: readonly string[]
  readonly commits?: readonly string[]
  readonly locked?: string
  /** A worktree inside this one. */
  readonly inside?: DemoWorktree
}

export interface DemoClone {
  readonly repo: string
  readonly branch: string
  /** The workspace that opens it; none makes it an orphan. `moved`: the workspace's record names a folder that is gone. */
  readonly workspace: 'Running' | 'Stopped' | 'moved' | null
  readonly hoursAgo: number
  readonly files: number
  readonly environment?: number
  readonly modules?: number
  readonly target?: number
  readonly dirty?: readonly string[]
  readonly commits?: readonly string[]
  readonly stash?: boolean
  readonly tag?: string
  readonly broken?: boolean
  readonly sealed?: number
  readonly worktrees?: readonly DemoWorktree[]
}

export const owner = 'acme'

export const clones: readonly DemoClone[] = [
  {
    repo: 'kestrel',
    branch: 'main',
    workspace: 'Running',
    hoursAgo: 0.2,
    files: 5,
    environment: 5.1,
    target: 2.6,
    dirty: ['src/router.rs', 'src/router_test.rs', 'notes.md'],
    commits: ['Route by prefix', 'Keep the slow path out of the loop'],
    worktrees: [
      { name: 'agent-a49a', branch: 'fix/retry-budget', files: 1.1, environment: 4.7 },
      { name: 'agent-b120', branch: 'perf/arena', files: 0.9, environment: 4, locked: 'claude session' },
      {
        name: 'agent-c771',
        branch: 'fix/span-ids',
        files: 4.1,
        environment: 2.3,
        dirty: ['src/span.rs', 'src/ids.rs', 'ids.md']
      },
      {
        name: 'agent-d013',
        branch: 'feat/web-trace',
        files: 0.9,
        modules: 3.5,
        commits: ['Draw spans', 'Fold idle spans']
      },
      {
        name: 'agent-e5f2',
        branch: 'docs/spans',
        files: 0.3,
        inside: { name: 'sub-1', branch: 'docs/spans-figures', files: 0.1 }
      }
    ]
  },
  {
    repo: 'lumen-api',
    branch: 'main',
    workspace: 'Running',
    hoursAgo: 1,
    files: 4.7,
    modules: 6,
    environment: 6,
    dirty: ['src/limits.ts'],
    worktrees: [{ name: 'agent-0b7e', branch: 'fix/limits', files: 0.2, environment: 2, dirty: ['src/limits.ts'] }]
  },
  {
    repo: 'orbit-web',
    branch: 'feature/checkout',
    workspace: 'Stopped',
    hoursAgo: 70,
    files: 5.2,
    modules: 7.2,
    dirty: ['README.md', 'src/rounding.test.ts'],
    commits: ['Split totals out of checkout page', 'Carry currency through totals', 'Round tax per line'],
    stash: true,
    tag: 'v1'
  },
  { repo: 'orbit-web', branch: 'main', workspace: 'moved', hoursAgo: 430, files: 1.6, modules: 3 },
  { repo: 'tidepool', branch: 'main', workspace: 'Stopped', hoursAgo: 146, files: 3.8, environment: 6 },
  { repo: 'marlin-firmware', branch: 'main', workspace: 'Stopped', hoursAgo: 50, files: 3, target: 4.1, sealed: 1 },
  { repo: 'harbor-infra', branch: 'main', workspace: 'Running', hoursAgo: 0.07, files: 5.2 },
  { repo: 'kestrel', branch: 'perf/trace', workspace: null, hoursAgo: 505, files: 1, environment: 2.4 },
  { repo: 'kestrel', branch: 'docs-typo', workspace: null, hoursAgo: 960, files: 0.4 },
  {
    repo: 'lumen-api',
    branch: 'spike/cache',
    workspace: null,
    hoursAgo: 865,
    files: 2.2,
    commits: ['Try a ring of slabs']
  },
  { repo: 'quill-docs', branch: 'main', workspace: null, hoursAgo: 700, files: 1.1 },
  { repo: 'sundial', branch: 'main', workspace: null, hoursAgo: 1225, files: 0.9, broken: true }
]

/** Plain checkouts in the sample home's `code` folder. */
export const checkouts: readonly { readonly name: string; readonly files: number; readonly modules?: number }[] = [
  { name: 'atlas-ui', files: 0.6, modules: 1.6 },
  { name: 'basalt-cli', files: 1.9 }
]

/** Every repository of the world, each once. */
export const repositories: readonly string[] = [...new Set(clones.map((clone) => clone.repo))]
