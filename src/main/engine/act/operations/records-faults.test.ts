import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dropAll } from '../../../../../e2e/world/dropping'
import { mayMount } from '../../../../../e2e/world/scanning'
import { asOrdinaryUser, createWorld, type World } from '../../../../../e2e/world/world'

const program = resolve('.cache/test/dropping.cjs')
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: resolve('e2e/world/dropping.ts'),
      target: 'node16',
      emptyOutDir: false,
      outDir: resolve('.cache/test'),
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'dropping.cjs', codeSplitting: false } }
    }
  })
}, 60_000)

let world: World
let file: string
beforeEach(async () => {
  world = await createWorld()
  file = join(world.cache, 'metadata.json')
  await world.records({ clones: [record('keep', '/'), ...branches.map((branch) => record(branch))] })
})
afterEach(() => world.dispose())

const branches = Array.from({ length: 60 }, (_, index) => `gone-${index}`)
const record = (branch: string, path = `/nowhere/${branch}`) => ({
  owner: 'acme',
  repo: 'app',
  branch,
  path,
  workspace: branch
})
const text = () => readFile(file, 'utf8')
const left = async () => Object.keys(JSON.parse(await text()).worktrees)
const onlyKept = ['acme/app/keep']

/** Starts dropping in a process of its own after `before` was done to the node modules that it uses. */
const script = (before = '') =>
  `${before}; require(${JSON.stringify(program)}).dropAll(process.env).then((ends) => console.log(JSON.stringify(ends)))`
const killed = (before: string) =>
  spawnSync(process.execPath, ['-e', script(before)], { env: world.env, encoding: 'utf8', timeout: 30_000 })

describe('the records when dropping them is cut short (DL-META-05, CS-60, CS-63)', () => {
  it('killed between the temporary file and its rename: the old file is whole and its lock is free', async () => {
    const before = await text()
    const ran = killed(`require('node:fs/promises').rename = () => process.kill(process.pid, 'SIGKILL')`)
    expect(ran.signal).toBe('SIGKILL')
    expect((await readdir(world.cache)).filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
    expect(await text()).toBe(before)
    expect(await dropAll(world.env)).toEqual([
      'kept: Its folder is there, or cannot be looked for.',
      ...branches.map(() => 'done')
    ])
    expect(await left()).toEqual(onlyKept)
  })

  it('killed right after the rename: the new file is whole', async () => {
    const ran = killed(`const fs = require('node:fs/promises'); const { rename } = fs
      fs.rename = async (...words) => { await rename(...words); process.kill(process.pid, 'SIGKILL') }`)
    expect(ran.signal).toBe('SIGKILL')
    expect(await left()).toEqual(onlyKept)
  })

  it('killed at any time: the file is the old one or the new one, never a part', async () => {
    const before = await text()
    const lengths = new Set<number>()
    for (let after = 40; after <= 240; after += 10) {
      await writeFile(file, before)
      const child = spawn(process.execPath, ['-e', script()], { env: world.env, stdio: 'ignore' })
      const ended = new Promise((done) => child.once('close', done))
      await pause(after)
      child.kill('SIGKILL')
      await ended
      lengths.add((await left()).length)
    }
    expect([...lengths].filter((length) => length !== 1 && length !== branches.length + 1)).toEqual([])
  })

  it.skipIf(!mayMount)(
    'on a full disk the old file is whole, the refusal is told, and nothing lies about',
    async () => {
      const before = await text()
      const copied = join(world.base, 'metadata.json')
      await writeFile(copied, before)
      const inside = `mount -t tmpfs -o size=128k tmpfs '${world.cache}' && cp '${copied}' '${file}' || exit 9
      dd if=/dev/zero of='${world.cache}/filler' bs=4k >/dev/null 2>&1
      '${process.execPath}' -e "$0"; cmp '${copied}' '${file}' && ls -A '${world.cache}'`
      const ran = spawnSync('unshare', ['-m', 'sh', '-c', inside, script()], { env: world.env, encoding: 'utf8' })
      const [ends = '', ...names] = ran.stdout.trim().split('\n')
      const said = JSON.parse(ends) as string[]
      expect(new Set(said)).toEqual(
        new Set([`failed: ${file} could not be written: No space left on device. The old one was kept.`])
      )
      expect(said).toHaveLength(branches.length + 1)
      expect(names.sort()).toEqual(['filler', 'metadata.json', 'metadata.json.lock'])
      expect(ran.status).toBe(0)
    }
  )

  it('mode and owner of the old file stay, also where root drops the records of somebody else', async () => {
    await chmod(file, 0o640)
    const who = await world.giveAway()
    expect(await dropAll(world.env)).toContain('done')
    const { mode, uid, gid } = await stat(file)
    expect(mode & 0o777).toBe(0o640)
    expect({ uid, gid }).toEqual({ uid: process.getuid?.(), gid: process.getgid?.(), ...who })
  })

  it('a folder that takes no new file keeps the old records, and says so', async () => {
    const before = await text()
    await writeFile(`${file}.lock`, '')
    await world.giveAway()
    await chmod(world.cache, 0o555)
    const ends = await asOrdinaryUser(() => dropAll(world.env))
    await chmod(world.cache, 0o755)
    expect(new Set(ends)).toEqual(
      new Set([`failed: ${file} could not be written: Permission denied. The old one was kept.`])
    )
    expect(await text()).toBe(before)
  })

  it('a folder that may be written but not listed takes the new records, and nothing else is said', async () => {
    await writeFile(`${file}.lock`, '')
    await world.giveAway()
    await chmod(world.cache, 0o300)
    const ends = await asOrdinaryUser(() => dropAll(world.env))
    await chmod(world.cache, 0o755)
    expect(new Set(ends)).toEqual(new Set(['kept: Its folder is there, or cannot be looked for.', 'done']))
    expect(await left()).toEqual(onlyKept)
  })

  it('a devlaunch that adds a record under its lock meanwhile loses nothing, and neither do we (M004)', async () => {
    const adding = `const fs = require('fs'); const file = ${JSON.stringify(file)}
      console.log('held'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800)
      const all = JSON.parse(fs.readFileSync(file, 'utf8'))
      all.worktrees['acme/app/new'] = { ...all.worktrees['acme/app/keep'], branch: 'new', workspace_id: 'new' }
      fs.writeFileSync(file + '.new', JSON.stringify(all, null, 2)); fs.renameSync(file + '.new', file)`
    const writer = execFile('flock', ['-x', `${file}.lock`, process.execPath, '-e', adding])
    const ended = new Promise((done) => writer.once('close', done))
    await new Promise((done) => writer.stdout?.once('data', done))
    const ends = await dropAll(world.env)
    await ended
    expect(ends.filter((end) => end === 'done')).toHaveLength(branches.length)
    expect(await left()).toEqual([...onlyKept, 'acme/app/new'])
  })

  it('a writer without the lock that comes between reading and writing is not written over (DL-CONC-06)', async () => {
    const stranger = JSON.stringify({ version: 3, repositories: {}, worktrees: {}, stranger: true })
    const ran = killed(`const fs = require('node:fs/promises'); const { lstat } = fs; let first = true
      fs.lstat = async (...words) => {
        if (first) require('node:fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(stranger)})
        first = false
        return lstat(...words)
      }`)
    const said = JSON.parse(ran.stdout) as string[]
    expect(said[0]).toContain('changed by somebody who does not hold their lock')
    expect(await text()).toBe(stranger)
  })
})
