import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world/world'
import { bin, build, clearhold, shell } from './clearhold'

let world: World

beforeAll(async () => {
  await build()
  world = await createWorld()
}, 120_000)
afterAll(() => world.dispose())

/** A zombie that nobody has reaped yet is gone. */
const runs = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a devpod that cannot be trusted', () => {
  it.each(['ls', 'survey'])('%s that is interrupted leaves no devpod behind (E5)', async (command) => {
    const file = join(world.base, `pid-${command}`)
    await world.program('devpod', `echo $$ > ${file}\nexec sleep 600`)
    const child = spawn(process.execPath, [bin, command], { env: world.env, stdio: 'ignore' })
    await expect
      .poll(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), { timeout: 20_000 })
      .toBe(true)
    child.kill('SIGINT')
    expect((await once(child, 'exit'))[0]).toBe(130)
    const pid = Number(readFileSync(file, 'utf8'))
    await expect.poll(() => runs(pid)).toBe(false)
  })

  it('a NUL in an id is a workspace whose state is not known', async () => {
    const listing = join(world.base, 'listing.json')
    await world.program('devpod', `[ "$1" = list ] && exec cat ${listing}; exit 1`)
    await writeFile(listing, JSON.stringify([{ id: 'a\0b', source: { localFolder: '/nowhere' } }]))
    const { code, out, err } = await clearhold(['ls', '--json'], { env: world.env })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject([{ id: 'a\0b', state: null }])
  })
})

describe('a folder that was removed while one stood in it', () => {
  it('survey works all the same, and says nothing of an error of its own', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await world.devpod.fail('ok')
    const line = `mkdir gone && cd gone && rmdir ../gone && $clearhold survey --json`
    const { code, out, err } = await shell(line, { env: world.env, cwd: world.base })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out).sites).toMatchObject([{ path: clone }])
  })
})

describe('an answer that finds no room', () => {
  it.each(['size .', 'help', 'ls --json'])('%s on a full disk ends with status 1 and says why', async (words) => {
    await world.devpod.fail('ok')
    const { code, err } = await shell(`$clearhold ${words} > /dev/full`, { env: world.env, cwd: world.home })
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The answer could not be written whole: No space left on device.\n'
    })
  })
})
