import { spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fill } from '../world/disk'
import { entry } from '../world/programs'
import { createWorld, type World } from '../world/world'
import { bin, build, clearhold, copyForAnyone, type Options, shell } from './clearhold'

let world: World
let clone: string

beforeAll(async () => {
  await build()
  world = await createWorld()
  clone = await world.clone('acme', 'app', 'main')
  await fill(join(clone, 'data'), 1_000_000)
  await world.records({ clones: [{ owner: 'acme', repo: 'app', branch: 'main', path: clone, workspace: 'app-main' }] })
}, 120_000)
afterAll(() => world.dispose())
beforeEach(async () => {
  await world.devpod.fail('ok')
  await world.devpod.list([entry('app-main', { localFolder: clone })])
  await world.devpod.status('app-main', 'Running')
})

const here = (more: Readonly<Record<string, string>> = {}): Options => ({ env: { ...world.env, ...more } })
const without = (...names: string[]): Options => ({
  env: Object.fromEntries(Object.entries(world.env).filter(([name]) => !names.includes(name)))
})

describe("clearhold ls (the call 'cli.listing')", () => {
  it('lists for people and for programs; only the JSON form asks for states (DL-LS-03, DL-LS-04, A016)', async () => {
    await world.forgetCalls()
    const text = await clearhold(['ls'], here())
    expect(text).toMatchObject({ code: 0, err: '' })
    expect(text.out).toMatch(/^WORKSPACE +TYPE +SOURCE +LAST USED\n-+\napp-main +local +\S+ +2026-09-14 08:02:11\n$/)
    expect(await world.calls()).toEqual([['devpod', 'list', '--output', 'json']])
    const json = await clearhold(['ls', '--json'], here())
    expect(json).toMatchObject({ code: 0, err: '' })
    const [row] = JSON.parse(json.out)
    expect(Object.keys(row)).toEqual('id devlaunch repo branch checkedOut path state lastUsed unsaved'.split(' '))
    expect(row).toMatchObject({ id: 'app-main', devlaunch: true, repo: 'acme/app', state: 'Running' })
    const sized = JSON.parse((await clearhold(['ls', '--json', '--size'], here())).out)
    expect(sized[0].disk.exclusiveBytes).toBeGreaterThan(1_000_000)
  })

  it('no devpod: one sentence, status 127, nothing on standard output (A007)', async () => {
    await world.devpod.fail('missing')
    for (const words of [['ls'], ['ls', '--json'], ['ls', '--size']]) {
      const ended = await clearhold(words, here())
      expect(ended).toMatchObject({ code: 127, out: '' })
      expect(ended.err).toMatch(/^devpod is not installed.*\.\n$/)
    }
  })

  it.each(['empty', 'rubbish', 'refuse'] as const)(
    'devpod answers with %s: status 1, not an empty listing (A005, A006)',
    async (mode) => {
      await world.devpod.fail(mode)
      const ended = await clearhold(['ls', '--json'], here())
      expect(ended).toMatchObject({ code: 1, out: '' })
      expect(ended.err.trim().split('\n')).toHaveLength(1)
    }
  )

  it('no workspaces: `[]` or a sentence, status 0 (A004)', async () => {
    await world.devpod.list([])
    expect(await clearhold(['ls', '--json'], here())).toMatchObject({ code: 0, out: '[]\n', err: '' })
    expect(await clearhold(['ls'], here())).toMatchObject({ code: 0, out: 'devpod has no workspaces.\n' })
  })

  it('a hostile name keeps to its line', async () => {
    await world.devpod.list([entry('evil\u001b[2J\nname', { localFolder: '/x\u0007' })])
    const ended = await clearhold(['ls'], here())
    expect(ended.out.split('\n')).toHaveLength(4)
    expect(ended.out).toContain('evil\\e[2J\\nname')
  })

  it('Ctrl-C ends it with 130 and a sentence, and devpod with it', async () => {
    await world.devpod.fail('hang')
    const child = spawn(process.execPath, [bin, 'ls'], { env: world.env })
    let said = ''
    child.stderr.on('data', (part) => {
      said += part
    })
    await world.forgetCalls()
    while ((await world.calls()).length === 0) await wait(20)
    const asked = Date.now()
    child.kill('SIGINT')
    const code = await new Promise((done) => child.on('close', done))
    expect({ code, said }).toEqual({ code: 130, said: 'Stopped before it was done.\n' })
    expect(Date.now() - asked).toBeLessThan(6_000)
  })
})

describe("clearhold survey (the call 'cli.survey')", () => {
  it('prints the contract’s document, each site once', async () => {
    const ended = await clearhold(['survey', '--json'], here())
    expect(ended).toMatchObject({ code: 0, err: '' })
    const document = JSON.parse(ended.out)
    expect(Object.keys(document)).toEqual(['revision', 'sites', 'notices'])
    const site = document.sites.find((one: { path: string }) => one.path === clone)
    expect(Object.keys(site)).toEqual(
      'id source kind path label state lastUsed disk unsaved verdict reasons'.split(' ')
    )
    expect(site).toMatchObject({ source: 'devlaunch', kind: 'clone', state: 'live', verdict: 'stands' })
    expect(site.disk.exclusiveBytes).toBeGreaterThan(1_000_000)
    const paths = document.sites.map((one: { path: string }) => one.path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('looks under --roots instead, and finds plain checkouts there', async () => {
    const folder = world.at('elsewhere', 'mine')
    await mkdir(folder, { recursive: true })
    await shell('git init -q . && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m x', {
      ...here(),
      cwd: folder
    })
    const ended = await clearhold(['survey', '--json', '--roots', 'elsewhere'], { ...here(), cwd: world.home })
    const paths = JSON.parse(ended.out).sites.map((one: { path: string }) => one.path)
    expect(paths).toContain(folder)
    const table = await clearhold(['survey', '--roots', world.at('elsewhere')], here())
    expect(table.out).toMatch(/^NAME +KIND +STATE +FREES +VERDICT +PATH +WHY\n/)
    expect(table.out).toContain(folder)
  })

  it('shows progress on a terminal, on one line that is taken away again, and nowhere else', async () => {
    await world.program('devpod', 'sleep 1; echo "[]"')
    const line = `${process.execPath} ${bin} survey`
    const shown = await shell(`script -qec '${line}' /dev/null`, here({ TERM: 'xterm' }))
    expect(shown.out).toContain('\r\u001b[2KAsking devpod')
    const after = shown.out.slice(shown.out.lastIndexOf('Asking devpod'))
    expect(after).toContain('\r\u001b[2K')
    expect(shown.out.split('Asking devpod').length).toBeLessThan(20)
    const piped = await clearhold(['survey'], here({ TERM: 'xterm' }))
    expect(piped.out + piped.err).not.toMatch(/\r|Asking devpod/)
  })

  it('without devpod it measures all the same, and says what is missing', async () => {
    await world.devpod.fail('missing')
    const ended = await clearhold(['survey', '--json'], here())
    const site = JSON.parse(ended.out).sites.find((one: { path: string }) => one.path === clone)
    expect(site).toMatchObject({ state: 'unknown', verdict: 'stands' })
    expect(site.disk.exclusiveBytes).toBeGreaterThan(1_000_000)
    expect(ended.err).toContain('devpod')
  })
})

describe("clearhold tree (the call 'cli.tree')", () => {
  it('prints the levels that were asked for', async () => {
    await fill(world.at('tree', 'a', 'b', 'f'), 2_000_000)
    await fill(world.at('tree', 'a', 'g'), 5000)
    const text = await clearhold(['tree', 'tree'], { ...here(), cwd: world.home })
    expect(text).toMatchObject({ code: 0, err: '' })
    const lines = text.out.trimEnd().split('\n')
    expect(lines.map((line) => line.replace(/^ *[\d.]+ [KM]iB {2}/, ''))).toEqual([
      world.at('tree'),
      '  a',
      '    b',
      '    files directly in it',
      '  files directly in it'
    ])
    const json = JSON.parse((await clearhold(['tree', '--json', '--depth', '1', world.at('tree')], here())).out)
    expect(Object.keys(json)).toEqual(['path', 'disk', 'tree'])
    expect(json.tree.folders).toHaveLength(1)
    expect(json.tree.folders[0].folders).toEqual([])
  })

  it('a file is worth a line, too, and a missing path an error', async () => {
    const file = await clearhold(['tree', world.at('tree', 'a', 'g')], here())
    expect(file).toMatchObject({ code: 0 })
    expect(file.out).toMatch(/^8\.0 KiB {2}\S+\/g\n$/)
    const gone = await clearhold(['tree', world.at('nowhere')], here())
    expect(gone).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/nowhere does not exist\. Check the path/)
    })
  })
})

describe('bad surroundings', () => {
  it('HOME unset: a clear sentence, and the rest works', async () => {
    const bare = without('HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'DEVPOD_HOME')
    const size = await clearhold(['size', '--json', clone], bare)
    expect(size.code).toBe(0)
    expect(JSON.parse(size.out).together.exclusiveBytes).toBeGreaterThan(1_000_000)
    const survey = await clearhold(['survey', '--json', '--roots', world.cloneRoot], bare)
    expect(survey.err).toMatch(/HOME is not set/)
    expect(JSON.parse(survey.out).sites.map((one: { path: string }) => one.path)).toContain(clone)
    const ls = await clearhold(['ls', '--json'], bare)
    expect(ls).toMatchObject({ code: 1, out: '' })
    expect(ls.err).toMatch(/HOME is not set/)
    expect(ls.err).not.toMatch(/error of its own/)
  })

  it('a read-only home, as an ordinary user: everything is shown, nothing is written', async () => {
    const other = await createWorld()
    try {
      const folder = await other.clone('acme', 'app', 'main')
      await other.devpod.list([entry('app-main', { localFolder: folder })])
      const script = await copyForAnyone(other.base)
      const user = await other.giveAway()
      await chmod(other.home, 0o500)
      const options = { env: { ...other.env, XDG_DATA_HOME: other.at('.data') }, bin: script, cwd: other.base, ...user }
      expect(await clearhold(['ls'], options)).toMatchObject({ code: 0 })
      expect(await clearhold(['size', other.home], options)).toMatchObject({ code: 0 })
      const survey = await clearhold(['survey', '--json'], options)
      expect(survey.err).not.toMatch(/error of its own/)
      expect(JSON.parse(survey.out).sites.map((one: { path: string }) => one.path)).toContain(folder)
      expect(await readdir(other.home)).not.toContain('.data')
    } finally {
      await other.dispose()
    }
  })

  it.runIf(process.getuid?.() === 0)('a full disk under our state folder: the rest works', async () => {
    const state = world.at('full')
    await mkdir(join(state, 'clearhold'), { recursive: true })
    const inside = [
      `mount -t tmpfs -o size=64k none '${state}'`,
      `mkdir '${state}/clearhold'`,
      `head -c 1000000 /dev/zero > '${state}/filler' 2>/dev/null`,
      `$clearhold survey --json`
    ].join('; ')
    const ended = await shell(`unshare -m bash -c "${inside.replaceAll('$clearhold', `${process.execPath} ${bin}`)}"`, {
      env: { ...world.env, XDG_DATA_HOME: state }
    })
    expect(ended.err).not.toMatch(/error of its own/)
    expect(JSON.parse(ended.out).sites.map((one: { path: string }) => one.path)).toContain(clone)
  })

  it('a damaged settings file is set aside and said; a metadata.json of 50 MB is read or refused in a sentence', async () => {
    const other = await createWorld()
    try {
      const folder = await other.clone('acme', 'app', 'main')
      await mkdir(other.at('.local/share/clearhold'), { recursive: true })
      await shell(`printf '{' > settings.json`, { cwd: other.at('.local/share/clearhold') })
      await shell(`{ printf '{"x":"'; head -c 50000000 /dev/zero | tr '\\0' a; printf '"}'; } > metadata.json`, {
        cwd: other.cache
      })
      const ended = await clearhold(['survey', '--json'], { env: other.env })
      expect(ended.err).toMatch(/settings\.json was damaged\. It was set aside/)
      expect(await readdir(other.at('.local/share/clearhold'))).toContainEqual(
        expect.stringMatching(/^settings\.json\.damaged-/)
      )
      expect(JSON.parse(ended.out).sites.map((one: { path: string }) => one.path)).toContain(folder)
    } finally {
      await other.dispose()
    }
  })

  it('no git: sizes and listing work, and what git would have said is not made up', async () => {
    const bare = world.at('few')
    await mkdir(bare, { recursive: true })
    await symlink(process.execPath, join(bare, 'node')).catch(() => undefined)
    for (const name of ['sh', 'cat', 'printf']) await symlink(`/bin/${name}`, join(bare, name)).catch(() => undefined)
    const env = { ...world.env, PATH: `${join(world.base, 'bin')}:${bare}` }
    const ended = await clearhold(['ls', '--json', '--size'], { env })
    expect(ended.code).toBe(0)
    expect(JSON.parse(ended.out)[0]).toMatchObject({ id: 'app-main', unsaved: { couldNotTell: expect.any(String) } })
    const survey = await clearhold(['survey', '--json'], { env })
    const site = JSON.parse(survey.out).sites.find((one: { path: string }) => one.path === clone)
    expect(site).toMatchObject({
      unsaved: { couldNotTell: expect.stringContaining('git is not installed') },
      verdict: 'stands'
    })
  })

  it('writes nothing of its own by only looking', async () => {
    const before = await readFile(join(world.cache, 'metadata.json'))
    await clearhold(['survey'], here())
    expect(await readFile(join(world.cache, 'metadata.json'))).toEqual(before)
    expect(await readdir(world.cache)).not.toContain('metadata.json.corrupt')
  })
})
