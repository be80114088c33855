import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill, hardLink, seal, sparse } from '../world/disk'
import { createWorld, type World } from '../world/world'
import { bin, build, clearhold, copyForAnyone, shell } from './clearhold'

const mebi = 1024 * 1024
let world: World

beforeAll(async () => {
  await build()
  world = await createWorld()
}, 120_000)
afterAll(() => world.dispose())

interface Document {
  readonly paths: { path: string; disk: { exclusiveBytes?: number; atLeastBytes?: number; unreadable?: number } }[]
  readonly together: { exclusiveBytes?: number }
  readonly total: { exclusiveBytes?: number }
}

async function sizes(...words: string[]): Promise<Document> {
  const ended = await clearhold(['size', '--json', ...words], { env: world.env })
  expect(ended).toMatchObject({ code: 0, err: '' })
  return JSON.parse(ended.out) as Document
}
const du = (...paths: string[]) =>
  Number(
    execFileSync('du', ['-s', '-c', '-B1', ...paths])
      .toString()
      .trim()
      .split('\n')
      .at(-1)
      ?.split('\t')[0]
  )

/** The files that Node has to read before a command can begin. */
async function loadedFirst(file: string, seen = new Map<string, string>()): Promise<Map<string, string>> {
  if (seen.has(file)) return seen
  const text = await readFile(file, 'utf8')
  seen.set(file, text)
  for (const [, name = ''] of text.matchAll(/^(?:import|export) [^'"]*from ["'](\.\/[^"']+)["']/gm))
    await loadedFirst(join(dirname(file), name), seen)
  return seen
}

it('size begins with little to load: no schema library, and not half as much as the whole of the command', async () => {
  const first = await loadedFirst(join(dirname(dirname(bin)), 'out', 'cli', 'clearhold.mjs'))
  const text = [...first.values()].join('')
  expect(text).toContain('createWalk')
  expect(text).not.toContain('node_modules/zod')
  expect(text.length).toBeLessThan(200_000)
})

describe("clearhold size (the call 'cli.size')", () => {
  it('prints one document with the contract’s keys, each path absolute, the set and what du says', async () => {
    await fill(world.at('plain', 'a'), mebi)
    await fill(world.at('plain', 'b'), 1000)
    const ended = await clearhold(['size', 'plain', './plain/b', '--json'], { env: world.env, cwd: world.home })
    const document = JSON.parse(ended.out) as Document
    expect(Object.keys(document)).toEqual(['paths', 'together', 'total'])
    expect(document.paths.map(({ path }) => path)).toEqual([world.at('plain'), world.at('plain', 'b')])
    expect(document.together).toEqual({ exclusiveBytes: du(world.at('plain')) })
    expect(document.total).toEqual({ exclusiveBytes: du(world.at('plain')) })
    expect(ended.out).toMatch(/^\{\n {2}"paths": \[\n {4}\{\n {6}"path"/)
  })

  it('two sites that share bytes free little alone and all of it together (DL-SIZE-02, DL-SIZE-11)', async () => {
    const shared = await fill(world.at('one', 'shared'), 2 * mebi)
    await hardLink(shared, world.at('two', 'shared'))
    const { paths, together } = await sizes(world.at('one'), world.at('two'))
    for (const { disk } of paths) expect(disk.exclusiveBytes).toBeLessThan(mebi)
    expect(together.exclusiveBytes).toBe(du(world.at('one'), world.at('two')))
    const said = await clearhold(['size', world.at('one'), world.at('two')], { env: world.env })
    expect(said.out).toMatch(/^ *2\.0 MiB {2}together: what deleting all 2 would free$/m)
    expect(said.out).toMatch(/^2\.0 MiB of that is shared between them/m)
    const alone = await clearhold(['size', world.at('one')], { env: world.env })
    expect(alone.out).toMatch(/^2\.0 MiB more is in files with links elsewhere too/m)
  })

  it('weighs sparse files, pipes, sockets and loops of links without opening them (DL-SIZE-01, 04, 12, S006, S007, S014)', async () => {
    const odd = world.at('odd')
    await sparse(join(odd, 'sparse'), 100 * mebi)
    await symlink('loop', join(odd, 'loop'))
    await symlink(world.at('plain'), join(odd, 'outside'))
    execFileSync('mkfifo', [join(odd, 'pipe')])
    const server = createServer()
    await new Promise<void>((done) => server.listen(join(odd, 'socket'), done))
    try {
      const { paths } = await sizes(odd)
      expect(paths[0]?.disk).toEqual({ exclusiveBytes: du(odd) })
      expect((await sizes(join(odd, 'outside'))).together.exclusiveBytes).toBeLessThanOrEqual(4096)
    } finally {
      server.close()
    }
  })

  it('a tree of a missing path is an error that names it; of a link that leads nowhere, the link', async () => {
    for (const json of [[], ['--json']]) {
      const ended = await clearhold(['tree', world.at('nowhere'), ...json], { env: world.env })
      const err = `${world.at('nowhere')} does not exist. Check the path and try again.\n`
      expect(ended).toMatchObject({ code: 1, out: '', err })
    }
    await symlink('nothing-there', world.at('dangling'))
    expect(await clearhold(['tree', world.at('dangling')], { env: world.env })).toMatchObject({ code: 0, err: '' })
  })

  it('a missing path is worth 0, and said (DL-SIZE-05)', async () => {
    const ended = await clearhold(['size', '--json', 'nowhere'], { env: world.env, cwd: world.home })
    expect(ended.code).toBe(0)
    expect((JSON.parse(ended.out) as Document).paths).toEqual([
      { path: world.at('nowhere'), disk: { exclusiveBytes: 0 } }
    ])
    expect(ended.err).toBe(`${world.at('nowhere')} does not exist, so it counts as 0 bytes.\n`)
  })

  it('takes names with newlines, escapes and invalid UTF-8 as the bytes they are, and shows them tamed', async () => {
    const folder = world.at('hostile')
    await mkdir(folder)
    const env = { ...world.env }
    const make = `cd hostile && mkdir "$(printf 'a\\377b')" && head -c 3000000 /dev/zero > "$(printf 'a\\377b')/f"`
    await shell(make, { env, cwd: world.home })
    const bad = await shell(`$clearhold size "$(printf 'hostile/a\\377b')"`, { env, cwd: world.home })
    expect(bad).toMatchObject({ code: 0, err: '' })
    expect(bad.out).toMatch(/^2\.9 MiB {2}.*\/hostile\/a\ufffdb\n$/)
    const evil = join(folder, 'line\nbreak\u001b[2J')
    await fill(join(evil, 'f'), mebi)
    const text = await clearhold(['size', evil], { env })
    expect(text.out).toMatch(/^1\.0 MiB {2}.*\/hostile\/line\\nbreak\\e\[2J\n$/)
    const json = await clearhold(['size', '--json', evil], { env })
    expect(json.out).not.toContain('\u001b')
    expect((JSON.parse(json.out) as Document).paths[0]?.path).toBe(evil)
    expect((await sizes(folder)).together.exclusiveBytes).toBe(du(folder))
  })

  it('marks a floor and names each closed door, as an ordinary user (S009, DL-SIZE-07, DL-SIZE-08)', async () => {
    const other = await createWorld()
    try {
      await fill(other.at('closed', 'inside', 'f'), 4 * mebi)
      await fill(other.at('closed', 'open'), mebi)
      const script = await copyForAnyone(other.base)
      const user = await other.giveAway()
      await seal(other.at('closed', 'inside'))
      const options = { env: other.env, bin: script, cwd: other.base, ...user }
      const text = await clearhold(['size', other.at('closed')], options)
      expect(text).toMatchObject({ code: 0, err: '' })
      expect(text.out).toMatch(/^≥1\.0 MiB {2}/)
      expect(text.out).toContain(`  ${other.at('closed', 'inside')}: Permission denied\n`)
      const json = await clearhold(['size', '--json', other.at('closed')], options)
      expect((JSON.parse(json.out) as Document).paths[0]?.disk).toMatchObject({ unreadable: 1 })
    } finally {
      await other.dispose()
    }
  })

  it('is right while a folder vanishes under it (DL-SIZE-06, S013)', async () => {
    const churn = world.at('churn')
    await fill(join(churn, 'stays'), mebi)
    let going = true
    const vanish = (async () => {
      while (going) {
        await mkdir(join(churn, 'x', 'y'), { recursive: true })
        await Promise.all(Array.from({ length: 40 }, (_, n) => writeFile(join(churn, 'x', 'y', String(n)), '')))
        await rm(join(churn, 'x'), { recursive: true, force: true })
      }
    })()
    try {
      for (let round = 0; round < 5; round++) {
        const { paths } = await sizes(churn)
        expect(paths[0]?.disk.exclusiveBytes).toBeGreaterThanOrEqual(mebi)
        expect(paths[0]?.disk.exclusiveBytes).toBeLessThan(2 * mebi)
      }
    } finally {
      going = false
      await vanish
    }
  })

  it.runIf(process.getuid?.() === 0)('does not enter a bind mount, and names it (DL-SIZE-12)', async () => {
    const bound = world.at('bound')
    await fill(join(bound, 'real', 'f'), 3 * mebi)
    await mkdir(join(bound, 'again'))
    const plain = (await sizes(bound)).together.exclusiveBytes ?? 0
    const line = `mount --bind '${bound}/real' '${bound}/again' && $clearhold size --json '${bound}'`
    const ended = await shell(`unshare -m bash -c "${line.replaceAll('$clearhold', `${process.execPath} ${bin}`)}"`, {
      env: world.env
    })
    expect(ended.code, ended.err).toBe(0)
    const document = JSON.parse(ended.out) as Document & { readonly notices: string[] }
    expect(document.together.exclusiveBytes).toBe(plain - 4096)
    expect(document.notices.join()).toContain(`${bound}/again is a mount of its own`)
  })

  it('a pnpm store with two projects, and a clone hard-linked to its mirror (S004, S005)', async () => {
    const store = await fill(world.at('store', 'files', 'pkg'), 2 * mebi)
    await hardLink(store, world.at('p1', 'node_modules', 'pkg', 'index.js'))
    await hardLink(store, world.at('p2', 'node_modules', 'pkg', 'index.js'))
    const projects = await sizes(world.at('p1'), world.at('p2'))
    expect(projects.together.exclusiveBytes).toBeLessThan(mebi)
    expect(projects.total.exclusiveBytes).toBe(du(world.at('p1'), world.at('p2')))
    expect((await sizes(world.at('store'), world.at('p1'), world.at('p2'))).together.exclusiveBytes).toBeGreaterThan(
      2 * mebi
    )
    const clone = await world.clone('acme', 'app', 'main', { files: { 'big.txt': 'x'.repeat(3000) } })
    const mirror = world.mirrorOf('acme', 'app')
    const both = await sizes(clone, mirror)
    const [one, two] = both.paths.map(({ disk }) => disk.exclusiveBytes ?? 0)
    expect(both.together.exclusiveBytes).toBeGreaterThan((one ?? 0) + (two ?? 0))
    expect(both.together.exclusiveBytes).toBe(du(clone, mirror))
  })
})

describe('its streams', () => {
  it('a reader that goes away ends it without a word', async () => {
    const ended = await shell(
      '$clearhold size --json $(yes plain | head -3000) | head -c 10 >/dev/null; echo $PIPESTATUS',
      { env: world.env, cwd: world.home }
    )
    expect(ended).toMatchObject({ err: '' })
    expect(['0\n', '141\n']).toContain(ended.out)
  })

  it('prints no colour and no progress into pipes', async () => {
    const ended = await clearhold(['size', world.at('plain'), world.at('one')], {
      env: { ...world.env, TERM: 'xterm' }
    })
    expect(ended.out + ended.err).not.toContain('\u001b')
  })

  it('colours on a terminal, unless NO_COLOR says no', async () => {
    const line = `script -qec "$clearhold size '${world.at('plain')}' '${world.at('one')}'" /dev/null`
    const env = { ...world.env, TERM: 'xterm' }
    expect((await shell(line, { env })).out).toContain('\u001b[1m')
    expect((await shell(line, { env: { ...env, NO_COLOR: '1' } })).out).not.toContain('\u001b[1m')
  })
})
