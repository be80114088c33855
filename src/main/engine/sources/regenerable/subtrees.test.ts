import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  cacheTag,
  cargoProject,
  files,
  identityOf,
  pixiEnvironment,
  pixiProject
} from '../../../../../e2e/world/rebuildable'
import { scratch } from '../../../../../e2e/world/scanning'
import type { Reason } from '../../../../shared/model'
import { placeOf, shown } from '../../place'
import { type SubtreeWish, subtreesOf } from './subtrees'

let disk: ReturnType<typeof scratch>
let site: string
beforeEach(() => {
  disk = scratch()
  site = files(disk.at('clone', '.claude', 'worktrees', 'a'), { 'README.md': 'Hello\n' })
})
afterEach(() => disk.remove())

const ask = (more: Partial<SubtreeWish> = {}, from = site) =>
  subtreesOf({ site: placeOf(from), sites: [], claims: [], gitDir: null, usersOf: () => [], ...more })

/** Each tagged folder by its path in the site: the command that restores it, or the codes of its reasons. */
async function told(more: Partial<SubtreeWish> = {}, from = site) {
  const { subtrees, cut } = await ask(more, from)
  expect(cut).toBeNull()
  return Object.fromEntries(
    subtrees.map((one) => [
      shown(one.place).slice(from.length + 1),
      one.verdict === 'restorable' ? one.restore.command : one.reasons.map(({ code }) => code)
    ])
  )
}
const env = '.pixi/envs/default'
const restored = { [env]: 'pixi install --frozen -e default' }

describe('environments of pixi', () => {
  it('D001, DL-REGEN-07: tag, record, lockfile and project beside: restorable, with the lockfile named', async () => {
    pixiEnvironment(pixiProject(site))
    const { subtrees } = await ask()
    expect(subtrees).toEqual([
      {
        place: placeOf(join(site, env)),
        identity: identityOf(join(site, env)),
        maker: 'pixi',
        verdict: 'restorable',
        restore: {
          command: 'pixi install --frozen -e default',
          folder: placeOf(site),
          lockfile: placeOf(join(site, 'pixi.lock'))
        }
      }
    ])
  })

  it('D002: no lockfile, an environment it lacks, no manifest: each with its own reason', async () => {
    pixiEnvironment(site)
    expect(await told()).toEqual({ [env]: ['no-lockfile'] })
    pixiProject(site, 'other', 'defaults')
    expect(await told()).toEqual({ [env]: ['not-in-lockfile'] })
    const { subtrees } = await ask()
    expect(JSON.stringify(subtrees, (_, value) => (typeof value === 'bigint' ? 0 : value))).toContain(
      'pixi clean -e default'
    )
    pixiProject(site)
    rmSync(join(site, 'pixi.toml'))
    expect(await told()).toEqual({ [env]: ['no-project'] })
    files(site, { 'pyproject.toml': '[project]\nname = "x"\n[tool.black]\nx = "[tool.pixi]"\n' })
    expect(await told()).toEqual({ [env]: ['no-project'] })
  })

  it('D003: a pyproject.toml with a table of pixi’s is a project', async () => {
    pixiEnvironment(pixiProject(site))
    rmSync(join(site, 'pixi.toml'))
    files(site, { 'pyproject.toml': '[project]\nname = "x"\n\n[tool.pixi.workspace]\nchannels = []\n' })
    expect(await told()).toEqual(restored)
  })

  it('D004, DL-REGEN-06: tag and record planted on .pixi, or on an environment of another name', async () => {
    pixiProject(site)
    pixiEnvironment(site, 'other', 'default')
    expect(await told()).toEqual({ '.pixi/envs/other': ['other-place'] })
    pixiEnvironment(site)
    files(join(site, '.pixi'), { 'CACHEDIR.TAG': cacheTag, 'conda-meta/pixi': '{"environment_name":"default"}' })
    expect(await told()).toEqual({ '.pixi': ['other-place'] })
  })

  it('D005: a lockfile above the site counts for nothing', async () => {
    pixiProject(disk.at('clone'))
    pixiEnvironment(site)
    expect(await told()).toEqual({ [env]: ['no-lockfile'] })
  })

  it('D006: a nearer lockfile without a project, a farther one with it', async () => {
    pixiEnvironment(pixiProject(join(site, 'pkg')))
    rmSync(join(site, 'pkg', 'pixi.toml'))
    pixiProject(site)
    expect(await told()).toEqual({ [`pkg/${env}`]: ['other-place'] })
  })

  it('D007: an environment of a package further down', async () => {
    pixiEnvironment(pixiProject(join(site, 'pkg')))
    expect(await told()).toEqual({ [`pkg/${env}`]: 'pixi install --frozen -e default' })
  })

  it('D008, DL-REGEN-03: a tag inside a tagged folder is no other folder', async () => {
    files(join(pixiEnvironment(pixiProject(site)), 'share', 'cache'), { 'CACHEDIR.TAG': cacheTag })
    expect(await told()).toEqual(restored)
  })

  it.each([
    ['a blank first', ` ${cacheTag}\n`],
    ['42 bytes', cacheTag.slice(0, 42)],
    ['a line first', `# A tag\n${cacheTag}\n`],
    ['another letter', cacheTag.replace('bc55', 'bc56')],
    ['nothing', '']
  ])('D009, DL-REGEN-02: %s is no tag', async (_, tag) => {
    files(pixiEnvironment(pixiProject(site)), { 'CACHEDIR.TAG': tag })
    expect(await told()).toEqual({})
  })

  it('D012, DL-REGEN-04: a claim pins, and is one reason among the others', async () => {
    pixiEnvironment(pixiProject(site, 'other'))
    const claim: Reason = { kind: 'claimed', code: 'locked', text: 'It is locked: claude session.' }
    expect(await told({ claims: [claim] })).toEqual({ [env]: ['locked', 'not-in-lockfile'] })
    pixiProject(site)
    expect(await told({ claims: [claim] })).toEqual({ [env]: ['locked'] })
  })

  it('D014: another site under the tag pins it; one beside it does not, and is not entered', async () => {
    pixiEnvironment(pixiProject(site))
    const inner = join(site, '.claude', 'worktrees', 'b')
    pixiEnvironment(pixiProject(inner))
    expect(await told({ sites: [placeOf(site), placeOf(inner)] })).toEqual(restored)
    files(join(site, env, '.claude', 'worktrees', 'c'), { x: '' })
    const below = placeOf(join(site, env, '.claude', 'worktrees', 'c'))
    expect(await told({ sites: [placeOf(inner), below] })).toEqual({ [env]: ['site-inside'] })
  })

  it('D015: a tag on the site itself is no subtree', async () => {
    files(site, { 'CACHEDIR.TAG': cacheTag, 'conda-meta/pixi': '{"environment_name":"default"}' })
    pixiEnvironment(pixiProject(site))
    expect(await told()).toEqual(restored)
  })

  it('D016, CS-20: a link to an environment is not followed, nor one in the way to its record', async () => {
    pixiEnvironment(pixiProject(disk.at('else')))
    pixiProject(site)
    mkdirSync(join(site, '.pixi', 'envs'), { recursive: true })
    symlinkSync(disk.at('else', env), join(site, env))
    expect(await told()).toEqual({})
    rmSync(join(site, env))
    files(join(site, env), { 'CACHEDIR.TAG': cacheTag })
    symlinkSync(disk.at('else', env, 'conda-meta'), join(site, env, 'conda-meta'))
    expect(await told()).toEqual({ [env]: ['record-unreadable'] })
  })

  it('D017, DL-REGEN-09: a second look finds what changed, and looks at nothing else', async () => {
    pixiEnvironment(pixiProject(site))
    cargoProject(site)
    const only = placeOf(join(site, env))
    expect(await told({ only })).toEqual(restored)
    rmSync(join(site, 'pixi.toml'))
    expect(await told({ only })).toEqual({ [env]: ['no-project'] })
    rmSync(join(site, env, 'CACHEDIR.TAG'))
    expect(await told({ only })).toEqual({})
  })

  it('D017, CS-21: a folder that was swapped for another of its name has another identity', async () => {
    pixiEnvironment(pixiProject(site))
    const before = (await ask()).subtrees[0]?.identity
    renameSync(join(site, env), disk.at('aside'))
    pixiEnvironment(site)
    const after = (await ask()).subtrees[0]?.identity
    expect(after).toEqual(identityOf(join(site, env)))
    expect(after).not.toEqual(before)
  })

  it('D018: what was put into it later is not compared', async () => {
    files(pixiEnvironment(pixiProject(site)), { 'notes.txt': 'mine' })
    expect(await told()).toEqual(restored)
  })

  it('D020, DL-REGEN-10: a lockfile that is older than the manifest is fine', async () => {
    pixiEnvironment(pixiProject(site))
    files(site, { 'pixi.toml': 'this is no TOML [[[' })
    expect(await told()).toEqual(restored)
  })
})

describe('what nobody is known to rebuild', () => {
  it('D010: target with a tag and no Cargo files above it is named', async () => {
    files(join(site, 'target'), { 'CACHEDIR.TAG': `${cacheTag}\n`, 'debug/x': 'x' })
    expect(await told()).toEqual({ target: ['no-reader'] })
    expect((await ask()).subtrees[0]).toMatchObject({ maker: null, verdict: 'stands' })
  })

  it('D011: a folder without a tag is not mentioned, whatever its name', async () => {
    files(join(site, 'node_modules', 'x'), { 'index.js': '' })
    files(join(site, '.venv'), { 'pyvenv.cfg': 'uv = 0.9.0\n' })
    files(join(site, 'target', 'debug'), { app: '' })
    expect(await told()).toEqual({})
  })

  it('git’s own folder is not looked through', async () => {
    files(join(site, '.git', 'cache'), { 'CACHEDIR.TAG': cacheTag })
    expect(await told()).toEqual({})
  })

  it('a tag further down in an untagged folder is found', async () => {
    files(join(site, 'node_modules', '.cache', 'x'), { 'CACHEDIR.TAG': cacheTag })
    expect(await told()).toEqual({ 'node_modules/.cache/x': ['no-reader'] })
  })
})

describe('a site that cannot be looked through', () => {
  it('is gone, is a link, or lies behind one', async () => {
    expect(await ask({}, disk.at('gone'))).toEqual({ subtrees: [], cut: `${disk.at('gone')} is gone` })
    symlinkSync(disk.at('clone'), disk.at('link'))
    pixiEnvironment(pixiProject(site))
    const behind = disk.at('link', '.claude', 'worktrees', 'a')
    expect(await ask({}, behind)).toEqual({ subtrees: [], cut: `${disk.at('link')} is a symbolic link` })
    expect((await ask({}, disk.at('link'))).cut).toContain('is a symbolic link')
  })

  it('CS-01: a walk that was stopped says so', async () => {
    pixiEnvironment(pixiProject(site))
    expect(await ask({ signal: AbortSignal.abort() })).toEqual({ subtrees: [], cut: 'It was stopped' })
  })

  it('reading changes nothing', async () => {
    pixiEnvironment(pixiProject(site))
    const state = () => execFileSync('find', [disk.at(), '-printf', '%p %i %T@ %C@ %s\n'], { encoding: 'utf8' })
    const before = state()
    await ask()
    expect(state()).toBe(before)
    expect(existsSync(join(site, env))).toBe(true)
    writeFileSync(join(site, 'x'), '')
    expect(state()).not.toBe(before)
  })
})
