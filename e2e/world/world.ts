import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClones } from './git'
import { createPrograms, type Programs } from './programs'
import { type RecordsWish, writeRecords } from './records'

const execute = promisify(execFile)

/** Nobody: an ordinary user for whom closed folders are closed, as they never are for root. */
export const ordinaryUser = { uid: 65534, gid: 65534 } as const

/** A real home in a temporary folder, with real git repositories and fakes for devpod and docker. */
export interface World extends Pick<Programs, 'devpod' | 'program' | 'calls' | 'forgetCalls'> {
  /** Everything of the world lies under it; canonical. */
  readonly base: string
  readonly home: string
  /** The environment of a person in this world: nothing of the real machine but its PATH, after the fakes. */
  readonly env: Record<string, string>
  readonly cache: string
  readonly cloneRoot: string
  readonly devpodHome: string
  /** A path under the home. */
  at(...names: string[]): string
  mirror: ReturnType<typeof createClones>['mirror']
  mirrorOf: ReturnType<typeof createClones>['mirrorOf']
  clone: ReturnType<typeof createClones>['clone']
  records(wish: RecordsWish): Promise<void>
  /** Gives all of it to the ordinary user when the tests run as root; says who is to run programs in it. */
  giveAway(): Promise<{ uid?: number; gid?: number }>
  dispose(): Promise<void>
}

/** Builds an empty world in a folder of its own under `under`. `dispose` it. */
export async function createWorld(under = tmpdir()): Promise<World> {
  const base = await mkdtemp(join(under, 'clearhold-world-'))
  await chmod(base, 0o755)
  const home = join(base, 'home')
  const cache = join(home, '.cache', 'devlaunch')
  const cloneRoot = join(cache, 'repos')
  const devpodHome = join(home, '.devpod')
  const forge = join(base, 'forge')
  const bin = join(base, 'bin')
  for (const folder of [cloneRoot, devpodHome, forge, bin]) await mkdir(folder, { recursive: true })
  await quietCompletions(cache)
  const programs = await createPrograms(bin, devpodHome)
  const { devpod, program, calls, forgetCalls } = programs
  return {
    base,
    home,
    env: { ...personal(home), PATH: `${bin}:${process.env['PATH'] ?? '/usr/bin:/bin'}` },
    cache,
    cloneRoot,
    devpodHome,
    at: (...names) => join(home, ...names),
    devpod,
    program,
    calls,
    forgetCalls,
    ...createClones(cloneRoot, forge),
    records: (wish) => writeRecords(join(cache, 'metadata.json'), wish),
    giveAway: async () => {
      if (process.getuid?.() !== 0) return {}
      await execute('chown', ['-R', `${ordinaryUser.uid}:${ordinaryUser.gid}`, base])
      return ordinaryUser
    },
    dispose: async () => {
      await execute('chmod', ['-R', 'u+rwX', base]).catch(() => undefined)
      await rm(base, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

/** Variables that would lead a program out of the world are set to places in it. */
const personal = (home: string): Record<string, string> => ({
  HOME: home,
  XDG_CACHE_HOME: join(home, '.cache'),
  XDG_DATA_HOME: join(home, '.local', 'share'),
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_STATE_HOME: join(home, '.local', 'state'),
  DEVPOD_HOME: join(home, '.devpod'),
  LANG: 'C.UTF-8'
})

/** Fresh completions keep the real `dl` from starting a refresh in the background. */
async function quietCompletions(cache: string): Promise<void> {
  const file = join(cache, 'completions.json')
  await writeFile(file, '{"workspaces": [], "repos": [], "owners": [], "branches": []}')
  await writeFile(join(cache, 'completions.bash'), '# completions\n')
  const now = new Date()
  await utimes(file, now, now)
}

/** Runs `act` with the rights of the ordinary user, for whom `giveAway` made the world; in a process of its own only. */
export async function asOrdinaryUser<Result>(act: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return act()
  process.seteuid?.(ordinaryUser.uid)
  try {
    return await act()
  } finally {
    process.seteuid?.(0)
  }
}
