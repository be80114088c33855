import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entry } from '../world/programs'
import { createWorld, type World } from '../world/world'
import { bin, build } from './clearhold'

let world: World
const started: ChildProcess[] = []

beforeAll(async () => {
  await build()
  world = await createWorld()
  await mkdir(world.at('tmp'))
  await world.devpod.list([entry('w', { image: 'ubuntu:24.04' })])
}, 120_000)
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await world.dispose()
})

interface Running {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly ended: Promise<number | null>
  /** Waits until standard output or error shows it. */
  shows(pattern: RegExp): Promise<RegExpMatchArray>
}

function start(words: readonly string[], env: Readonly<Record<string, string>> = world.env): Running {
  const child = spawn(process.execPath, [bin, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (part) => {
    out += part
  })
  child.stderr.on('data', (part) => {
    err += part
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  const shows = async (pattern: RegExp) => {
    for (let waited = 0; waited < 30_000; waited += 50) {
      const found = `${out}\n${err}`.match(pattern)
      if (found !== null) return found
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`${words.join(' ')} never showed ${pattern}: ${out}${err}`)
  }
  return { child, out: () => out, err: () => err, ended, shows }
}

const address = /Clearhold is at (http:\/\/127\.0\.0\.1:(\d+)\/)#(\S{40,})/
const startDemo = () => start(['demo', '--serve'], { ...world.env, TMPDIR: world.at('tmp') })
const demoFolders = () => readdir(world.at('tmp'))

describe('clearhold serve', () => {
  it('prints one address with its token, and the ssh line for a remote machine; Ctrl-C ends it (C1, C2)', async () => {
    const serving = start(['serve', '--port', '0'])
    const [, url = '', port = ''] = await serving.shows(address)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>')
    await serving.shows(new RegExp(`ssh -L ${port}:127\\.0\\.0\\.1:${port} `))
    serving.child.kill('SIGINT')
    expect(await serving.ended).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
  })

  it('a port that is taken: one sentence, status 1', async () => {
    const serving = start(['serve'])
    const [, , port = ''] = await serving.shows(address)
    const second = start(['serve', '--port', port])
    expect(await second.ended).toBe(1)
    expect(second.err()).toBe(`Port ${port} is taken by another program. Choose another with --port.\n`)
    serving.child.kill('SIGTERM')
    await serving.ended
  })
})

describe('clearhold demo', () => {
  it('builds a world of its own, serves that alone, and removes it at Ctrl-C', async () => {
    const demo = startDemo()
    const [, folder = ''] = await demo.shows(/A sample world with 12 clones is in (\/\S+)\.\n/)
    await demo.shows(address)
    const listing = await readFile(join(folder, 'home/.cache/devlaunch/metadata.json'), 'utf8')
    expect(Object.keys(JSON.parse(listing).worktrees)).toHaveLength(13)
    expect(await world.calls()).not.toContainEqual(expect.arrayContaining(['devpod']))
    demo.child.kill('SIGINT')
    expect(await demo.ended).toBe(0)
    expect(await demoFolders()).toEqual([])
  })

  it('goes away when it is interrupted while it builds, too', async () => {
    const demo = startDemo()
    for (let waited = 0; waited < 10_000 && (await demoFolders()).length === 0; waited += 10)
      await new Promise((done) => setTimeout(done, 10))
    demo.child.kill('SIGINT')
    expect([0, 130]).toContain(await demo.ended)
    expect(await demoFolders()).toEqual([])
  })

  it('opens the window on that world where there is a display and an Electron, and removes it with the window', async () => {
    const dist = world.at('electron')
    await mkdir(dist)
    await writeFile(join(dist, 'electron'), '#!/bin/sh\nprintf "%s\\n" "$HOME" "$@" > "$0.said"\nsleep 0.3\n')
    await chmod(join(dist, 'electron'), 0o755)
    const demo = start(['demo'], {
      ...world.env,
      TMPDIR: world.at('tmp'),
      DISPLAY: ':7',
      ELECTRON_OVERRIDE_DIST_PATH: dist
    })
    const [, folder = ''] = await demo.shows(/A sample world with 12 clones is in (\/\S+)\.\n/)
    expect(await demo.ended).toBe(0)
    const [home, ...words] = (await readFile(join(dist, 'electron.said'), 'utf8')).trim().split('\n')
    expect(home).toBe(join(folder, 'home'))
    expect(words).toEqual(expect.arrayContaining(['--demo', `--user-data-dir=${join(folder, 'electron')}`]))
    expect(demo.out()).toBe('')
    expect(await demoFolders()).toEqual([])
  })
})
