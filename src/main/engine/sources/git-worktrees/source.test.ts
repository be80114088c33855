import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { treeText } from '../../../../../e2e/world/disk'
import { agentWorktree, git, repository } from '../../../../../e2e/world/git'
import { asOrdinaryUser, createWorld, type World } from '../../../../../e2e/world/world'
import type { SourceReport } from '../../../../shared/model'
import { type Place, placeOf, shown } from '../../place'
import { createRun } from '../../tools/run'
import { findCheckouts } from '../repositories'
import type { FoundSite } from '../source'
import { createGitWorktreesSource } from './source'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.dispose())

async function discover(
  roots: string[],
  env: Record<string, string> = world.env,
  signal = new AbortController().signal
) {
  const sites: FoundSite[] = []
  const reports: SourceReport[] = []
  await createGitWorktreesSource({ roots: roots.map(placeOf), run: createRun(env) }).discover({
    signal,
    found: (site) => sites.push(site),
    report: (report) => reports.push(report),
    notice: () => undefined
  })
  const paths = sites.map(({ place }) => shown(place)).sort()
  return { sites, paths, report: (id: string) => reports.find((one) => one.id === id) }
}

describe('plain git checkouts', () => {
  it('finds checkouts and worktrees with branch and repository, and writes nothing', async () => {
    const app = await repository(world.at('src', 'app'))
    await git(app, 'remote', 'add', 'origin', 'https://forge.example/acme/app.git')
    const side = world.at('src', 'side')
    await git(app, 'worktree', 'add', '-q', '-b', 'feature/x', side)
    const before = await treeText(world.home)
    const { sites, report } = await discover([world.at('src')])
    expect(await treeText(world.home)).toBe(before)
    const byLabel = Object.fromEntries(sites.map((site) => [site.label, site]))
    expect(byLabel['app']).toMatchObject({ kind: 'checkout', repo: 'acme/app', branch: 'main', state: null })
    expect(byLabel['app']?.evidence).toMatchObject([
      { kind: 'reason', reason: { kind: 'protected', code: 'main-checkout' } }
    ])
    expect(byLabel['side']).toMatchObject({ kind: 'worktree', repo: 'acme/app', branch: 'feature/x', evidence: [] })
    expect(report('git')).toMatchObject({ ok: true })
    expect(report('folders')).toBeUndefined()
  })

  it('a checkout whose HEAD is a pipe, or may not be looked at, is shown all the same', async () => {
    const piped = await repository(world.at('src', 'piped'))
    await rm(join(piped, '.git', 'HEAD'))
    execFileSync('mkfifo', [join(piped, '.git', 'HEAD')])
    const closed = await repository(world.at('src', 'closed'))
    await chmod(join(closed, '.git'), 0)
    await world.giveAway()
    const found = await asOrdinaryUser(() => discover([world.at('src')]))
    await chmod(join(closed, '.git'), 0o755)
    expect(found.paths).toEqual([closed, piped])
    expect(found.sites.map(({ branch }) => branch)).toEqual([null, null])
  })

  it('looks inside a checkout only where agents put worktrees', async () => {
    const app = await repository(world.at('app'))
    const agent = await agentWorktree(app, 'a')
    const nested = await agentWorktree(agent, 'b')
    const other = join(app, '.worktrees', 'c')
    await git(app, 'worktree', 'add', '-q', '-b', 'c', other)
    await repository(join(app, 'vendor', 'lib'))
    expect((await discover([world.at('app')])).paths).toEqual([app, agent, nested, other].sort())
  })

  it('finds the worktrees that a repository knows of, wherever under the roots they stand, each once', async () => {
    const app = await repository(world.at('src', 'app'))
    const side = (...names: string[]) => world.at('src', ...names)
    await git(app, 'worktree', 'add', '-q', '-b', 'x', side('app', 'trees', 'x'))
    await git(app, 'worktree', 'add', '-q', '-b', 'y', side('.cache', 'tool', 'y'))
    await git(app, 'worktree', 'add', '-q', '-b', 'z', world.at('elsewhere', 'z'))
    await git(app, 'worktree', 'add', '-q', '-b', 'gone', side('gone'))
    await rm(side('gone'), { recursive: true })
    await git(app, 'worktree', 'add', '-q', '-b', 'taken', side('app', 'trees', 'taken'))
    await rm(side('app', 'trees', 'taken', '.git'))
    const { sites, paths } = await discover([world.at('src')])
    expect(paths).toEqual([app, side('app', 'trees', 'x'), side('.cache', 'tool', 'y')].sort())
    expect(sites.filter(({ kind }) => kind === 'worktree')).toHaveLength(2)
  })

  it('a recorded place that leads out of the roots by a link, or through a damaged file, is not followed', async () => {
    const app = await repository(world.at('src', 'app'))
    const other = await repository(world.at('other'))
    await git(app, 'worktree', 'add', '-q', '-b', 'x', world.at('src', 'app', 'trees', 'x'))
    await rm(world.at('src', 'app', 'trees', 'x'), { recursive: true })
    await symlink(other, world.at('src', 'app', 'trees', 'x'))
    const admin = join(app, '.git', 'worktrees')
    for (const [name, text] of [
      ['nul', 'a\0b'],
      ['long', 'x'.repeat(70_000)],
      ['up', '../../../../../other/.git']
    ] as const) {
      await mkdir(join(admin, name))
      await writeFile(join(admin, name, 'gitdir'), text)
    }
    await mkdir(join(admin, 'pipe'))
    execFileSync('mkfifo', [join(admin, 'pipe', 'gitdir')])
    expect((await discover([world.at('src')])).paths).toEqual([app])
  })

  it.each(['beside the bare repository', 'in it', 'of a hidden one'])(
    'bare main: its worktrees are found %s, and it is no checkout itself',
    async (how) => {
      const app = await repository(world.at('app'))
      const bare = how === 'of a hidden one' ? world.at('src', 'p', '.bare') : world.at('src', 'proj.git')
      await git(world.home, 'clone', '-q', '--bare', app, bare)
      const tree = how === 'in it' ? join(bare, 'main2') : world.at('src', 'p', 'main2')
      await git(bare, 'worktree', 'add', '-q', '-b', 'side', tree)
      if (how === 'of a hidden one') await writeFile(world.at('src', 'p', '.git'), 'gitdir: ./.bare\n')
      const { sites, paths } = await discover([world.at('src')])
      expect(paths).toEqual([tree])
      expect(sites[0]).toMatchObject({ kind: 'worktree', branch: 'side' })
    }
  )

  it('a separate git folder: the checkout and its worktree are found once, and the folder is none', async () => {
    await repository(world.at('src', 'app'))
    await git(world.at('src', 'app'), 'init', '-q', `--separate-git-dir=${world.at('src', 'store')}`)
    await git(world.at('src', 'app'), 'worktree', 'add', '-q', '-b', 'x', world.at('src', 'app', 'deep', 'x'))
    const { sites, paths } = await discover([world.at('src')])
    expect(paths).toEqual([world.at('src', 'app'), world.at('src', 'app', 'deep', 'x')])
    expect(sites.map(({ kind }) => kind).sort()).toEqual(['checkout', 'worktree'])
  })

  it('passes over large tool folders, bare repositories and symbolic links', async () => {
    const app = await repository(world.at('app'))
    await repository(world.at('node_modules', 'lib'))
    await git(world.home, 'clone', '-q', '--bare', app, world.at('bare.git'))
    await repository(world.at('bare.git', 'hooks', 'inside'))
    await symlink(app, world.at('link'))
    await symlink(world.home, world.at('loop'))
    expect((await discover([world.home])).paths).toEqual([app])
  })

  it('follows a symbolic link that was chosen, and finds what two places share once', async () => {
    const app = await repository(world.at('src', 'app'))
    await symlink(world.at('src'), world.at('chosen'))
    expect((await discover([world.at('chosen'), world.at('src'), world.home])).paths).toEqual([app])
  })

  it('keeps names byte for byte', async () => {
    const odd = Buffer.concat([Buffer.from(`${world.home}/`), Buffer.from([0xff, 0x0a, 0x2d])])
    await repository(world.at('app'))
    await rename(world.at('app'), odd)
    const { sites } = await discover([world.home])
    expect(sites.map(({ place }) => Buffer.from(place, 'latin1'))).toEqual([odd])
    expect(sites[0]?.branch).toBe('main')
  })

  it('goes twelve folders deep and no deeper', async () => {
    const steps = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`)
    const reached = await repository(world.at(...steps(11), 'in'))
    await repository(world.at(...steps(12), 'out'))
    expect((await discover([world.home])).paths).toEqual([reached])
  })

  it('a broken .git is no checkout, and what lies around it is still found', async () => {
    await mkdir(world.at('odd', '.git'), { recursive: true })
    const inner = await repository(world.at('odd', 'inner'))
    await mkdir(world.at('fake'))
    await writeFile(world.at('fake', '.git'), 'rubbish')
    expect((await discover([world.home])).paths).toEqual([inner])
  })
})

describe('what cannot be had', () => {
  it('a place that is gone is said, and the others are searched', async () => {
    const app = await repository(world.at('app'))
    const { paths, report } = await discover([world.at('gone'), world.home])
    expect(paths).toEqual([app])
    expect(report('folders')).toMatchObject({
      ok: false,
      name: '1 folder could not be read',
      said: `${world.at('gone')}: No such file or directory`
    })
  })

  it('a place that is a file is said, too', async () => {
    await writeFile(world.at('file'), '')
    const { paths, report } = await discover([world.at('file')])
    expect(paths).toEqual([])
    expect(report('folders')).toMatchObject({ ok: false, said: `${world.at('file')}: Not a directory` })
  })

  it('unreadable folders are one line with their count and the first', async () => {
    await mkdir(world.at('b'))
    await mkdir(world.at('a'))
    await chmod(world.at('a'), 0)
    await chmod(world.at('b'), 0)
    await world.giveAway()
    expect((await asOrdinaryUser(() => discover([world.home]))).report('folders')).toMatchObject({
      name: '2 folders could not be read',
      said: `${world.at('a')}: Permission denied`
    })
  })

  it('git missing: checkouts are found all the same, and the report says what waits', async () => {
    const app = await repository(world.at('app'))
    const { paths, report } = await discover([world.home], { ...world.env, PATH: '/nowhere' })
    expect(paths).toEqual([app])
    expect(report('git')).toMatchObject({ ok: false, name: 'git is missing', said: 'git: command not found' })
    expect(report('git')?.means).toContain('no removal plan runs')
  })

  it('a git that answers rubbish is not called missing', async () => {
    await world.program('git', 'echo hello')
    expect((await discover([world.home])).report('git')).toMatchObject({ ok: false, name: 'git could not be asked' })
  })

  it('stops when told to', async () => {
    await repository(world.at('app'))
    const control = new AbortController()
    control.abort()
    expect((await discover([world.home], world.env, control.signal)).paths).toEqual([])
  })

  it('reads ten thousand folders in bounded time, and says so when it stops at its limit', async () => {
    const folders: string[] = []
    for (let outer = 0; outer < 100; outer++)
      for (let inner = 0; inner < 100; inner++) folders.push(world.at('many', `o${outer}`, `i${inner}`))
    for (const folder of folders) await mkdir(folder, { recursive: true })
    const found: Place[] = []
    const begun = Date.now()
    const outcome = await findCheckouts([placeOf(world.home)], new AbortController().signal, async ({ place }) => {
      found.push(place)
    })
    expect(outcome).toEqual({ closed: { count: 0, first: null }, cut: false })
    expect(Date.now() - begun).toBeLessThan(10_000)
    const few = await findCheckouts([placeOf(world.home)], new AbortController().signal, async () => undefined, 50)
    expect(few.cut).toBe(true)
  })
})
