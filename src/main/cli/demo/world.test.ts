import { execFileSync } from 'node:child_process'
import { access, chmod, lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clones, owner } from './story'
import { type DemoFolder, makeDemoFolder } from './sweep'
import { buildWorld, type World } from './world'

let folder: DemoFolder
let world: World
const at = (...names: string[]) => join(world.folder, 'home', ...names)
const say = (program: string, ...args: string[]) => execFileSync(program, args, { env: world.env }).toString()
const clone = async (repo: string, start: string) => {
  const repos = at('.cache/devlaunch/repos', owner, repo)
  const name = (await readdir(repos)).find((leaf) => leaf.startsWith(start))
  return join(repos, name ?? 'none')
}

beforeAll(async () => {
  folder = await makeDemoFolder()
  world = await buildWorld(folder.path, { ...process.env, DEVPOD_HOME: '/elsewhere' }, new Date())
}, 60_000)
afterAll(() => folder.sweep())

describe('the sample world', () => {
  it('leads every tool into its own folder', () => {
    for (const name of ['HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'])
      expect(world.env[name]?.startsWith(`${world.folder}/`), name).toBe(true)
    expect(world.env['PATH']?.split(':')[0]).toBe(join(world.folder, 'bin'))
    expect(world.env['DEVPOD_HOME']).toBeUndefined()
  })

  it('has the clones of the story as real repositories, with their records', async () => {
    const records = JSON.parse(await readFile(at('.cache/devlaunch/metadata.json'), 'utf8'))
    const paths: string[] = Object.values<{ local_path: string }>(records.worktrees).map((record) => record.local_path)
    const there = paths.filter((path) => !path.endsWith('kestrel-arena-5d02'))
    expect([paths.length, there.length]).toEqual([clones.length + 1, clones.length])
    for (const path of there) await access(join(path, '.git'))
    const kestrel = await clone('kestrel', 'kestrel-main')
    expect(say('git', '-C', kestrel, 'log', '--oneline', 'origin/main..main').trim().split('\n')).toHaveLength(2)
    expect(say('git', '-C', kestrel, 'status', '--porcelain')).toContain('?? notes.md')
  })

  it('has a clone with every kind of work that exists only there, and a clean one', async () => {
    const orbit = await clone('orbit-web', 'orbit-web-feature')
    expect(say('git', '-C', orbit, 'status', '--porcelain')).toBe(' M README.md\n?? src/rounding.test.ts\n')
    const beyond = say('git', '-C', orbit, 'rev-list', '--count', 'HEAD', '--not', '--remotes')
    expect(beyond.trim()).toBe('3')
    expect(say('git', '-C', orbit, 'rev-list', '--count', 'v1', '--not', 'HEAD').trim()).toBe('1')
    expect(say('git', '-C', orbit, 'stash', 'list').trim().split('\n')).toHaveLength(1)
    const docs = await clone('quill-docs', 'quill-docs')
    expect(say('git', '-C', docs, 'status', '--porcelain')).toBe('')
    expect(say('git', '-C', docs, 'rev-list', '--count', '--all', '--not', '--remotes').trim()).toBe('0')
    const fetched = (await lstat(join(docs, '..', '.bare', 'FETCH_HEAD'))).mtimeMs
    expect((Date.now() - fetched) / 3_600_000).toBeCloseTo(2, 1)
  })

  it('has agent worktrees: clean, changed, locked, nested', async () => {
    const kestrel = await clone('kestrel', 'kestrel-main')
    const listed = say('git', '-C', kestrel, 'worktree', 'list', '--porcelain')
    expect(listed.match(/^worktree /gm)).toHaveLength(7)
    expect(listed).toContain('locked claude session')
    const inside = (...names: string[]) => join(kestrel, '.claude/worktrees', ...names)
    expect(say('git', '-C', inside('agent-a49a'), 'status', '--porcelain')).toBe('')
    expect(say('git', '-C', inside('agent-a49a'), 'log', '--oneline', 'origin/main..HEAD')).toBe('')
    expect(say('git', '-C', inside('agent-c771'), 'status', '--porcelain')).not.toBe('')
    await access(inside('agent-e5f2', '.claude/worktrees/sub-1'))
    const tag = await readFile(inside('agent-a49a', '.pixi/envs/default/CACHEDIR.TAG'), 'utf8')
    expect(tag).toMatch(/^Signature: 8a477f597d28d172789f06886806bc55/)
  })

  it('shares packs with the mirrors, and weighs what it says', async () => {
    const docs = await clone('quill-docs', 'quill-docs')
    const packs = (await readdir(join(docs, '.git/objects/pack'))).filter((name) => name.endsWith('.pack'))
    expect((await lstat(join(docs, '.git/objects/pack', packs[0] ?? ''))).nlink).toBe(2)
    const mebibytes = Number(say('du', '-sm', world.folder).split('\t')[0])
    expect(mebibytes).toBeGreaterThan(40)
    expect(mebibytes).toBeLessThan(90)
  })

  it('has what workspaces that are gone leave behind, and a docker of its own that reaches no real volume', async () => {
    const copies = await readdir(at('.cache/devlaunch/workspace-copies'))
    expect(copies).toHaveLength(2)
    expect(await readdir(at('.cache/devlaunch/launch-locks'))).toHaveLength(3)
    expect(say('sh', '-c', 'command -v docker').trim()).toBe(join(world.folder, 'bin', 'docker'))
    const before = await readdir(at('.sample-volumes'))
    expect(() => say('docker', 'volume', 'rm', '--force', '../.gitconfig')).toThrow()
    expect(() => say('docker', 'image', 'rm', 'x')).toThrow()
    expect(say('docker', 'volume', 'rm', '--force', 'quill-docs-style-8b1e-pixi').trim()).toBe(
      'quill-docs-style-8b1e-pixi'
    )
    expect(await readdir(at('.sample-volumes'))).toHaveLength(before.length - 1)
    await access(at('.gitconfig'))
  })

  it('has a devpod of its own, which deletes only its own records', async () => {
    const rows = JSON.parse(say('devpod', 'list', '--output', 'json'))
    expect(rows).toHaveLength(clones.filter((one) => one.workspace !== null).length + 2)
    const used = rows.map((row: { lastUsed: string }) => row.lastUsed)
    expect(used).toEqual([...used].sort().reverse())
    expect(JSON.parse(say('devpod', 'status', rows[0].id))).toMatchObject({ id: rows[0].id, state: 'Running' })
    expect(() => say('devpod', 'delete', '../../x')).toThrow()
    say('devpod', 'delete', 'playground')
    expect(JSON.parse(say('devpod', 'list', '--output', 'json'))).toHaveLength(rows.length - 1)
  })
})

describe('its folder', () => {
  it('goes whole, sealed folders too, and only when it is the one that was made', async () => {
    const own = await makeDemoFolder()
    await mkdir(join(own.path, 'sealed', 'deep'), { recursive: true })
    await chmod(join(own.path, 'sealed'), 0o000)
    const aside = `${own.path}-aside`
    await rename(own.path, aside)
    await mkdir(own.path)
    await expect(own.sweep()).rejects.toThrow('is not the folder that was made for the demo')
    await access(own.path)
    execFileSync('rmdir', [own.path])
    await rename(aside, own.path)
    await own.sweep()
    await expect(access(own.path)).rejects.toThrow()
  })
})
