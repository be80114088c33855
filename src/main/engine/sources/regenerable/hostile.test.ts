import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fuse, mayFuse } from '../../../../../e2e/world/fuse'
import { git, repository } from '../../../../../e2e/world/git'
import { mounting } from '../../../../../e2e/world/mounting'
import { cacheTag, cargoProject, files, pixiEnvironment, pixiProject } from '../../../../../e2e/world/rebuildable'
import { giveAway, mayMount, scratch } from '../../../../../e2e/world/scanning'
import { asOrdinaryUser } from '../../../../../e2e/world/world'
import { bytesOf, type Place, placeOf } from '../../place'
import { readProcesses } from '../../tools/system/processes'
import { type SubtreeWish, subtreesOf } from './subtrees'

let disk: ReturnType<typeof scratch>
let site: string
const { mount, undo } = mounting()
beforeEach(() => {
  disk = scratch()
  site = files(disk.at('site'), {})
})
afterEach(() => {
  undo()
  disk.remove()
})

const ask = (more: Partial<SubtreeWish> = {}) =>
  subtreesOf({ site: placeOf(site), sites: [], claims: [], gitDir: null, usersOf: () => [], ...more })
const codesOf = async (more: Partial<SubtreeWish> = {}) =>
  (await ask(more)).subtrees.map((one) =>
    one.verdict === 'stands' ? one.reasons.map(({ code }) => code) : 'restorable'
  )
const env = '.pixi/envs/default'
const usersNow = async () => (await readProcesses()).usersOf(placeOf(join(site, env)))
const pipe = (path: string) => execFileSync('mkfifo', [path])
/** Puts something else in the place of a file. */
const instead = (path: string, put: (path: string) => void) => {
  rmSync(path)
  put(path)
}

describe('hostile files', () => {
  beforeEach(() => {
    pixiEnvironment(pixiProject(site))
  })

  it.each<[string, (path: string) => void]>([
    ['a link to a tag', (path) => symlinkSync(files(disk.at('x'), { tag: cacheTag }) && disk.at('x', 'tag'), path)],
    ['a pipe', pipe],
    ['a folder', (path) => mkdirSync(path)],
    ['a device', (path) => symlinkSync('/dev/zero', path)]
  ])('DL-REGEN-02, CS-12: a tag that is %s is none', async (_, put) => {
    instead(join(site, env, 'CACHEDIR.TAG'), put)
    expect(await codesOf()).toEqual([])
  })

  it('a tag of a terabyte is read no further than its maker’s words', async () => {
    truncateSync(join(site, env, 'CACHEDIR.TAG'), 1e12)
    expect(await codesOf()).toEqual(['restorable'])
  })

  it.each<[string, (path: string) => void]>([
    ['a pipe', pipe],
    ['a link', (path) => symlinkSync(pixiProject(disk.at('other')) && disk.at('other', 'pixi.lock'), path)],
    ['a link to nothing', (path) => symlinkSync('/nowhere', path)],
    ['a folder', (path) => mkdirSync(path)],
    ['a terabyte', (path) => execFileSync('truncate', ['-s', '1T', path])]
  ])('CS-01: a lockfile that is %s proves nothing', async (_, put) => {
    instead(join(site, 'pixi.lock'), put)
    expect(await codesOf()).toEqual([['lockfile-unreadable']])
  })

  it.each<[string, (path: string) => void]>([
    ['a pipe', pipe],
    ['a link', (path) => symlinkSync('/etc/hostname', path)]
  ])('a project file that is %s makes no project, and a farther one is not taken instead', async (_, put) => {
    pixiEnvironment(pixiProject(join(site, 'pkg')))
    rmSync(join(site, env), { recursive: true })
    instead(join(site, 'pkg', 'pixi.toml'), put)
    expect(await codesOf()).toEqual([['project-unreadable']])
  })

  it.each([
    ['a pipe', ['record-unreadable']],
    ['no JSON', ['no-name']],
    ['a list', ['no-name']],
    ['an empty name', ['no-name']],
    ['a number', ['no-name']],
    ['a way out', ['odd-name']],
    ['a command', ['odd-name']]
  ])('DL-REGEN-05: a record that is %s', async (what, codes) => {
    const record = join(site, env, 'conda-meta', 'pixi')
    const texts: Record<string, string> = {
      'no JSON': '{',
      'a list': '[]',
      'an empty name': '{"environment_name":""}',
      'a number': '{"environment_name":1}',
      'a way out': '{"environment_name":"../envs/default"}',
      'a command': '{"environment_name":"x; touch y"}'
    }
    if (what === 'a pipe') instead(record, pipe)
    else writeFileSync(record, texts[what] ?? '')
    expect(await codesOf()).toEqual([codes])
  })

  it('CS-25: a record that may not be read, and a folder inside that may not be listed', async () => {
    mkdirSync(join(site, env, 'closed'))
    chmodSync(join(site, env, 'conda-meta', 'pixi'), 0)
    giveAway(disk.at())
    expect(await asOrdinaryUser(() => codesOf())).toEqual([['record-unreadable']])
    chmodSync(join(site, env, 'conda-meta', 'pixi'), 0o644)
    chmodSync(join(site, env, 'closed'), 0)
    expect(await asOrdinaryUser(() => codesOf())).toEqual([['unreadable']])
  })

  it('a folder of the site that may not be listed leaves the rest found, and is said', async () => {
    mkdirSync(join(site, 'closed'))
    giveAway(disk.at())
    chmodSync(join(site, 'closed'), 0)
    const { subtrees, cut } = await asOrdinaryUser(() => ask())
    expect(subtrees).toHaveLength(1)
    expect(cut).toBe(`${join(site, 'closed')}: Permission denied`)
  })
})

describe('names', () => {
  it('CS-28: bytes that are not UTF-8, a newline and a leading dash in the way', async () => {
    for (const name of ['a\xffb', 'new\nline', '-x', ' blank ', 'a:b']) {
      const folder = `${placeOf(site)}/${name}` as Place
      mkdirSync(bytesOf(folder))
      pixiEnvironment(pixiProject(disk.at('made')))
      renameSync(disk.at('made'), bytesOf(`${folder}/pkg` as Place))
    }
    const { subtrees } = await ask()
    expect(subtrees.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 5 }, () => 'restorable'))
    expect(subtrees.map(({ place }) => place)).toContain(`${placeOf(site)}/a\xffb/pkg/${env}`)
  })

  it('CS-29: a tree that is nested too deeply is said, and what is found above it is not lost', async () => {
    pixiEnvironment(pixiProject(site))
    let deep = join(site, 'deep')
    for (let depth = 0; depth < 200; depth += 1) deep = join(deep, 'd')
    mkdirSync(deep, { recursive: true })
    const { subtrees, cut } = await ask()
    expect(subtrees).toHaveLength(1)
    expect(cut).toContain('nested too deeply')
    renameSync(join(site, 'deep'), join(site, env, 'deep'))
    expect(await codesOf()).toEqual([['unreadable']])
  })
})

describe('what lies in a tagged folder', () => {
  it.each(['repository', 'worktree', 'bare'])('CS-05: a %s in it pins it', async (kind) => {
    pixiEnvironment(pixiProject(site))
    const inside = join(site, env, 'src', 'deep')
    const elsewhere = await repository(disk.at('elsewhere'))
    if (kind === 'repository') await repository(inside)
    else if (kind === 'worktree') await git(elsewhere, 'worktree', 'add', '-q', inside)
    else await git(elsewhere, 'clone', '-q', '--bare', elsewhere, inside)
    const { subtrees } = await ask()
    expect(subtrees).toMatchObject([{ verdict: 'stands', reasons: [{ code: 'nested' }] }])
    expect(JSON.stringify((subtrees[0] as { reasons?: unknown }).reasons)).toContain(inside)
  })

  it('in use: a program with its working folder in it, and one that holds a lock there', async () => {
    pixiEnvironment(pixiProject(site))
    const sits = spawn('sh', ['-c', 'read nothing'], { cwd: join(site, env, 'lib'), stdio: 'pipe' })
    const locks = spawn('flock', [join(site, env, 'lock'), 'sleep', '60'], { detached: true, stdio: 'ignore' })
    try {
      await expect.poll(async () => (await usersNow()).length).toBeGreaterThan(1)
      const { usersOf } = await readProcesses()
      expect(await codesOf({ usersOf })).toEqual([['in-use']])
    } finally {
      sits.kill('SIGKILL')
      process.kill(-(locks.pid ?? 0), 'SIGKILL')
    }
    await expect.poll(usersNow).toEqual([])
    const { usersOf } = await readProcesses()
    expect(await codesOf({ usersOf })).toEqual(['restorable'])
  })

  it('in use: whoever works in it is named', async () => {
    pixiEnvironment(pixiProject(site))
    const usersOf = (place: Place) => (place === placeOf(join(site, env)) ? [{ pid: 7, name: 'python' }] : [])
    expect((await ask({ usersOf })).subtrees).toMatchObject([
      {
        verdict: 'stands',
        reasons: [{ kind: 'held', code: 'in-use', text: 'python (7) works in it. Close that first.' }]
      }
    ])
  })

  it.skipIf(!mayMount)('CS-24: a mount is not entered; one inside pins, and one in its place hides it', async () => {
    pixiEnvironment(pixiProject(site))
    pixiEnvironment(pixiProject(disk.at('canary')))
    mount(join(site, 'mounted'), '--bind', disk.at('canary'))
    expect(await ask()).toMatchObject({
      subtrees: [{ verdict: 'restorable' }],
      cut: `${join(site, 'mounted')}: Another file system is mounted there`
    })
    mount(join(site, env, 'inner'), '--bind', disk.at('canary'))
    expect(await codesOf()).toEqual([['mount', 'unreadable']])
    undo()
    mount(join(site, env), '--bind', disk.at('canary', env))
    expect(await codesOf()).toEqual([])
  })
})

describe.skipIf(!mayFuse)('CS-47: a file system that never answers', () => {
  it('is given up, also where it stands inside a site', async () => {
    pixiEnvironment(pixiProject(site))
    const inside = await fuse(join(site, 'share'), 'silent')
    try {
      expect(await ask()).toMatchObject({
        subtrees: [{ verdict: 'restorable' }],
        cut: expect.stringContaining('mounted')
      })
    } finally {
      await inside.end()
    }
    const dead = await fuse(disk.at('dead'), 'silent')
    try {
      const cut = `${disk.at('dead')}: it did not answer in time`
      expect(await ask({ site: placeOf(disk.at('dead')) })).toEqual({ subtrees: [], cut })
    } finally {
      await dead.end()
    }
  })
})

describe('what git tracks', () => {
  const track = async (folder: string, ...how: string[]) => {
    await git(folder, 'add', '-f', 'target/debug/app')
    if (how.length > 0) await git(folder, ...how)
  }

  it.each([
    ['version 2', ['update-index', '--index-version', '2']],
    ['version 3', ['add', '-N', '-f', 'target/CACHEDIR.TAG']],
    ['version 4', ['update-index', '--index-version', '4']]
  ])('an index of %s: a file in it that is tracked pins it', async (_, how) => {
    await repository(site, { 'a/target/x': '1', target2: '2', 'targe/t': '3', 'zz/target/debug/app': '4' })
    cargoProject(site)
    expect(await codesOf()).toEqual(['restorable'])
    await git(site, 'update-index', '--index-version', '4')
    expect(await codesOf()).toEqual(['restorable'])
    await track(site, ...how)
    const { subtrees } = await ask()
    expect(subtrees).toMatchObject([{ reasons: [{ kind: 'loses', code: 'tracked' }] }])
  })

  it('SHA-256, and folders of 255 bytes', async () => {
    mkdirSync(site, { recursive: true })
    await git(site, 'init', '-q', '--object-format=sha256')
    cargoProject(site)
    files(site, { ['n'.repeat(255)]: 'x' })
    await git(site, 'add', 'n*', 'src')
    expect(await codesOf()).toEqual(['restorable'])
    await track(site)
    expect(await codesOf()).toEqual([['tracked']])
  })

  it('a split or a sparse index, a damaged one, and one that is a pipe: not known', async () => {
    await repository(site, { 'src/x': '1', 'docs/y': '2' })
    cargoProject(site)
    await git(site, 'update-index', '--split-index')
    expect(await codesOf()).toEqual([['tracked']])
    await git(site, 'update-index', '--no-split-index')
    expect(await codesOf()).toEqual(['restorable'])
    await git(site, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'src')
    expect(await codesOf()).toEqual([['tracked']])
    truncateSync(join(site, '.git', 'index'), 100)
    expect(await codesOf()).toEqual([['tracked']])
    instead(join(site, '.git', 'index'), pipe)
    expect(await codesOf()).toEqual([['tracked']])
  })

  it('a worktree whose .git leads into a container is asked by its administrative folder', async () => {
    const main = await repository(disk.at('main'))
    rmSync(site, { recursive: true })
    await git(main, 'worktree', 'add', '-q', site)
    cargoProject(site)
    await track(site)
    writeFileSync(join(site, '.git'), 'gitdir: /workspaces/main/.git/worktrees/site\n')
    const gitDir = placeOf(join(main, '.git', 'worktrees', 'site'))
    expect(await codesOf({ gitDir })).toEqual([['tracked']])
  })

  it('a locked worktree inside the site that nobody named pins what is in it, and nothing else', async () => {
    await repository(site, { x: '' })
    pixiEnvironment(pixiProject(site))
    const nested = join(site, 'trees', 'b')
    await git(site, 'worktree', 'add', '-q', nested)
    pixiEnvironment(pixiProject(join(nested, 'pkg')))
    expect(await codesOf()).toEqual(['restorable', 'restorable'])
    await git(site, 'worktree', 'lock', '--reason', 'still needed', nested)
    expect(await codesOf()).toEqual(['restorable', ['locked']])
    expect(await codesOf({ sites: [placeOf(nested)] })).toEqual(['restorable'])
  })

  it('D013: another repository’s worktree, a plain folder and a clean or dirty one are no reason', async () => {
    pixiEnvironment(pixiProject(site))
    writeFileSync(join(site, '.git'), 'gitdir: /workspaces/main/.git/worktrees/site\n')
    expect(await codesOf()).toEqual(['restorable'])
    rmSync(join(site, '.git'))
    expect(await codesOf()).toEqual(['restorable'])
    await repository(site, { '.gitignore': '.pixi\n' })
    files(site, { dirt: '' })
    expect(await codesOf()).toEqual(['restorable'])
  })

  it('a plain folder is judged by the checkout around it, a nested one by its own', async () => {
    await repository(disk.at())
    cargoProject(site)
    expect(await codesOf()).toEqual(['restorable'])
    await git(disk.at(), 'add', '-f', 'site/target')
    expect(await codesOf()).toEqual([['tracked']])
    await repository(join(site, 'own'), { x: '' })
    cargoProject(join(site, 'own'))
    await git(join(site, 'own'), 'add', '-f', 'target')
    await git(disk.at(), 'rm', '-rq', '--cached', 'site/target')
    expect(await codesOf()).toEqual([['tracked'], 'restorable'])
  })
})
