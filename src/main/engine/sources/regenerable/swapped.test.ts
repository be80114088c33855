import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, lstatSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { files, pixiEnvironment, pixiProject } from '../../../../../e2e/world/rebuildable'
import { scratch } from '../../../../../e2e/world/scanning'
import { placeOf } from '../../place'
import { subtreesOf } from './subtrees'

const rounds = 400
const env = '.pixi/envs/default'

let disk: ReturnType<typeof scratch>
let swapper: ChildProcess | null = null
beforeEach(() => {
  disk = scratch()
})
afterEach(() => {
  swapper?.kill('SIGKILL')
  disk.remove()
})

async function swap(...pairs: string[]): Promise<void> {
  const child = spawn('python3', [resolve('e2e/world/swapping.py'), ...pairs], { stdio: ['ignore', 'pipe', 'inherit'] })
  swapper = child
  await new Promise<void>((ready, failed) => {
    child.stdout?.once('data', () => ready())
    child.once('exit', (code) => failed(new Error(`swapping ended with ${code}`)))
  })
}

const inodeOf = (path: string) => lstatSync(path, { bigint: true }).ino

const look = (site: string) =>
  subtreesOf({ site: placeOf(site), sites: [], claims: [], gitDir: null, usersOf: () => [] })

it('CS-21: while a folder is exchanged for one that may not go, that one is never offered', async () => {
  const site = pixiProject(disk.at('site'))
  const good = inodeOf(pixiEnvironment(site))
  const bad = files(pixiEnvironment(disk.at('bad')), { 'src/.git/HEAD': 'ref: refs/heads/main\n' })
  await swap(join(site, env), bad)
  const offered = new Set<bigint>()
  let changed = 0
  for (let round = 0; round < rounds; round += 1)
    for (const one of (await look(site)).subtrees) {
      if (one.verdict === 'restorable') offered.add(one.identity.ino)
      else if (one.reasons.some(({ code }) => code === 'changed')) changed += 1
    }
  expect([...offered]).toEqual([good])
  expect(changed).toBeGreaterThan(0)
})

it('CS-20: while a folder in the way is exchanged for a link, what the link leads to is never offered', async () => {
  const site = pixiProject(disk.at('site'))
  const own = inodeOf(pixiEnvironment(site))
  pixiEnvironment(pixiProject(disk.at('canary')))
  symlinkSync(disk.at('canary', '.pixi'), disk.at('bait'))
  await swap(join(site, '.pixi'), disk.at('bait'))
  const seen = new Set<bigint>()
  for (let round = 0; round < rounds; round += 1)
    for (const { identity } of (await look(site)).subtrees) seen.add(identity.ino)
  expect([...seen]).toEqual([own])
  expect(existsSync(disk.at('canary', env))).toBe(true)
})
