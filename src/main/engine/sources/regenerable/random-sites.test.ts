import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  cacheTag,
  cargoProject,
  files,
  pixiEnvironment,
  pixiProject,
  uvProject
} from '../../../../../e2e/world/rebuildable'
import { scratch } from '../../../../../e2e/world/scanning'
import { placeOf, shown } from '../../place'
import { subtreesOf } from './subtrees'

const rounds = process.env['CLEARHOLD_SOAK'] === undefined ? 20 : 2000

let disk: ReturnType<typeof scratch>
beforeEach(() => {
  disk = scratch()
})
afterEach(() => disk.remove())

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const damages = [
  'nothing',
  'no tag',
  'linked tag',
  'odd tag',
  'no lock',
  'empty lock',
  'no project',
  'repository',
  'linked folder',
  'pipe for a lock'
] as const
type Damage = (typeof damages)[number]
const locks = ['pixi.lock', 'Cargo.lock', 'uv.lock']
const projects = ['pixi.toml', 'Cargo.toml', 'pyproject.toml']

/** Makes a project with a folder to rebuild, and damages it. Answers with that folder. */
function project(at: string, maker: number, damage: Damage): string {
  const made = [() => pixiEnvironment(pixiProject(at)), () => cargoProject(at), () => uvProject(at)][maker]?.() ?? at
  const tag = join(made, 'CACHEDIR.TAG')
  const lock = join(at, locks[maker] ?? '')
  const shell = (script: string, ...words: string[]) => execFileSync('sh', ['-ec', script, ...words])
  if (damage === 'no tag') shell('rm "$0"', tag)
  if (damage === 'linked tag') shell('mv "$0" "$0.x"; ln -s "$0.x" "$0"', tag)
  if (damage === 'odd tag') writeFileSync(tag, `x${cacheTag}`)
  if (damage === 'no lock') shell('rm "$0"', lock)
  if (damage === 'empty lock') writeFileSync(lock, '')
  if (damage === 'no project') shell('rm "$0"', join(at, projects[maker] ?? ''))
  if (damage === 'repository') files(join(made, 'deep', '.git'), { HEAD: 'x' })
  if (damage === 'linked folder') shell('mv "$0" "$1"; ln -s "$1" "$0"', made, join(at, 'moved'))
  if (damage === 'pipe for a lock') shell('rm "$0"; mkfifo "$0"', lock)
  return made
}

/** What an offered folder has to be, told in the plainest way. */
function mayGo(site: string, folder: string): boolean {
  const tag = join(folder, 'CACHEDIR.TAG')
  const inner = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const beside = folder.endsWith('/.pixi/envs/default') ? join(folder, '..', '..', '..') : dirname(folder)
  return (
    realpathSync(folder) === folder &&
    folder.startsWith(`${site}/`) &&
    lstatSync(tag).isFile() &&
    readFileSync(tag, 'latin1').startsWith(cacheTag) &&
    !inner.some((name) => /(^|\/)\.git(\/|$)/.test(name)) &&
    locks.some((name) => existsSync(join(beside, name)) && lstatSync(join(beside, name)).size > 0) &&
    projects.some((name) => existsSync(join(beside, name)))
  )
}

it('CS-94: in random sites all that is whole is offered, and nothing else', async () => {
  const next = numbers(11)
  let offered = 0
  for (let round = 0; round < rounds; round += 1) {
    const site = disk.at(String(round), 'site')
    mkdirSync(site, { recursive: true })
    const canary = disk.at(String(round), 'canary')
    const whole: string[] = []
    for (let number = 0; number < 1 + next(6); number += 1) {
      const at = join(site, ...Array.from({ length: next(4) }, () => `f${next(2)}`), `p${number}`)
      const damage = damages[next(3) === 0 ? 0 : next(damages.length)] ?? 'nothing'
      const made = project(at, next(3), damage)
      if (damage === 'nothing') whole.push(made)
    }
    symlinkSync(dirname(pixiEnvironment(pixiProject(canary))), join(site, 'out'))
    const asked = { site: placeOf(site), sites: [], claims: [], gitDir: null, usersOf: () => [] }
    const { subtrees, cut } = await subtreesOf(asked)
    expect(cut).toBeNull()
    const restorable = subtrees.flatMap((one) => (one.verdict === 'restorable' ? [shown(one.place)] : []))
    expect(restorable.sort(), `round ${round}`).toEqual(whole.sort())
    for (const folder of restorable) expect(mayGo(site, folder), folder).toBe(true)
    offered += restorable.length
  }
  expect(offered).toBeGreaterThan(rounds / 2)
}, 1_200_000)
