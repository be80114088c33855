import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill } from '../../../../../e2e/world/disk'
import { git } from '../../../../../e2e/world/git'
import { builtWalker } from '../../../../../e2e/world/paths'
import { entry } from '../../../../../e2e/world/programs'
import { createWorld, type World } from '../../../../../e2e/world/world'
import { weigh } from '../../scan/weigh'
import { createRun } from '../../tools/run'
import { type ListingRow, listing, type Measure } from './listing'
import { listingAnswer } from './listing-answer'
import { locate } from './locations'

let world: World
let k = ''
beforeAll(async () => {
  world = await createWorld()
  k = await world.clone('acme', 'app', 'main')
})
afterAll(() => world.dispose())

const measure: Measure = async (places) => {
  const sites = places.map((place, index) => ({ id: String(index), place }))
  const ledger = await weigh({ sites, worker: builtWalker })
  return new Map(sites.map(({ id, place }) => [place, { disk: ledger.exclusive(id), estimate: null }]))
}
const ask = (size: boolean, env = world.env) =>
  listing({ locations: locate(env), run: createRun(env), measure }, { size, states: true })

async function rows(entries: readonly unknown[], size = false): Promise<ListingRow[]> {
  await world.devpod.list(entries)
  const listed = await ask(size)
  if (listed.kind !== 'listed') throw new Error(listed.kind)
  return listed.lines.map(({ row }) => row)
}
const at = (id: string, path: string, rest = {}) => entry(id, { localFolder: path }, rest)
const recorded = (branch: string, path = k, workspace = 'w') =>
  world.records({ clones: [{ owner: 'acme', repo: 'app', branch, path, workspace }] })
const unrecorded = () => rm(join(world.cache, 'metadata.json'), { force: true })

describe('whether there is a listing', () => {
  it('A004: no workspaces are an empty list', async () => {
    expect(await rows([])).toEqual([])
  })

  it.each([
    ['A005', ''],
    ['A006', '{}'],
    ['A006', '[3]'],
    ['A006', '[{"id":"a","source":3}]'],
    ['A006', '[{"id":"a","source":null}]'],
    ['DL-LS-01', 'info: not JSON']
  ])('%s: devpod printing %j makes all of it unreadable', async (_id, text) => {
    await world.devpod.list(text)
    const listed = await ask(false)
    expect(listed.kind).toBe('unreadable')
    const { rows: none, refused } = listingAnswer(listed)
    expect(none).toEqual([])
    expect(refused?.code).toBe('devpod-unreadable')
  })

  it('DL-LS-01: a refusal of devpod is told in its own words, without colours', async () => {
    await world.devpod.fail('refuse')
    expect(await ask(false)).toEqual({
      kind: 'unreadable',
      said: 'devpod list failed with exit code 1: fatal something is wrong'
    })
    await world.devpod.fail('ok')
  })

  it('A007: a missing devpod is an answer of its own', async () => {
    const env = { ...world.env, PATH: '/nowhere' }
    const listed = await ask(false, env)
    expect(listed).toEqual({ kind: 'missing' })
    expect(listingAnswer(listed).refused?.code).toBe('devpod-missing')
  })
})

describe('the rows', () => {
  it('A008: every source in the given order, disk null exactly for what is not ours', async () => {
    const found = await rows(
      [
        at('w', k),
        at('w2', world.at('p')),
        entry('w3', { gitRepository: 'https://forge.example/a/b', gitBranch: 'x' }),
        entry('w4', { image: 'ubuntu:24.04' })
      ],
      true
    )
    expect(found.map((row) => [row.id, row.devlaunch, row.disk === null, row.unsaved === null])).toEqual([
      ['w', true, false, false],
      ['w2', false, true, true],
      ['w3', false, true, true],
      ['w4', false, true, true]
    ])
    expect(Object.keys(found[0] ?? {})).toEqual(
      'id devlaunch repo branch checkedOut path state lastUsed unsaved disk'.split(' ')
    )
  })

  it('A009: the cache itself and a neighbour with its name as a prefix are not ours', async () => {
    const found = await rows([at('w', world.cache), at('w2', `${world.cache}-scratch/x`)])
    expect(found.map(({ devlaunch }) => devlaunch)).toEqual([false, false])
  })

  it('A010: a deleted clone is still ours, and is worth nothing', async () => {
    const gone = join(world.cloneRoot, 'acme', 'app', 'gone')
    expect(await rows([at('w', gone)], true)).toMatchObject([
      { devlaunch: true, path: gone, disk: { exclusiveBytes: 0 }, checkedOut: null }
    ])
  })

  it('A011: the recorded branch and the one checked out are told apart', async () => {
    await recorded('b')
    await git(k, 'checkout', '-q', '-B', 'topic/c')
    expect(await rows([at('w', k)])).toMatchObject([{ repo: 'acme/app', branch: 'b', checkedOut: 'topic/c' }])
    await git(k, 'pack-refs', '--all')
    expect(await rows([at('w', k)])).toMatchObject([{ checkedOut: 'topic/c' }])
    await git(k, 'checkout', '-q', 'main')
  })

  it('A012: a detached HEAD reads HEAD, an unborn one null', async () => {
    await git(k, 'checkout', '-q', '--detach')
    expect(await rows([at('w', k)])).toMatchObject([{ checkedOut: 'HEAD' }])
    await git(k, 'checkout', '-q', '--orphan', 'new')
    expect(await rows([at('w', k)])).toMatchObject([{ checkedOut: null }])
    await git(k, 'checkout', '-q', '-f', 'main')
  })

  it('A013: a status that fails leaves its own state null and the others alone', async () => {
    await world.devpod.status('w', 'Running')
    await world.devpod.status('w3', 'NotFound')
    const found = await rows([at('w', k), at('w2', k), at('w3', k)])
    expect(found.map(({ state }) => state)).toEqual(['Running', null, 'NotFound'])
  })

  it('A014, A015: the last sweep that left trouble, once per repository under the table', async () => {
    for (const said of ["fatal: unable to create 'packed-refs.lock': Permission denied", null]) {
      const sweep = { trouble: 'refs_not_packed', said }
      await world.records({
        clones: [{ owner: 'acme', repo: 'app', branch: 'main', path: k, workspace: 'w' }],
        sweeps: { 'acme/app': sweep }
      })
      const [row] = await rows([at('w', k)], true)
      expect(row?.lastSweep).toEqual(sweep)
      expect(Object.keys(row ?? {}).slice(-2)).toEqual(['disk', 'lastSweep'])
      const { sweeps } = listingAnswer(await ask(false))
      expect(sweeps).toHaveLength(1)
      expect(sweeps[0]).toContain(`acme/app: `)
      expect(sweeps[0]).toContain(said ?? 'could not be packed')
    }
  })

  it('A016, DL-LS-04: without size there is no disk, and nothing is walked', async () => {
    await world.devpod.list([at('w', k)])
    const refuse: Measure = () => Promise.reject(new Error('walked'))
    const ports = { locations: locate(world.env), run: createRun(world.env), measure: refuse }
    const listed = await listing(ports, { size: false, states: false })
    expect(listed.kind === 'listed' && Object.keys(listed.lines[0]?.row ?? {})).not.toContain('disk')
    await expect(listing(ports, { size: true, states: false })).rejects.toThrow('walked')
  })

  it('DL-LS-03: one list, and a status per row only when states are wanted', async () => {
    await world.forgetCalls()
    await rows([at('w', k), at('w2', k)])
    const verbs = (await world.calls()).map((call) => call.slice(0, 2).join(' ')).sort()
    expect(verbs).toEqual(['devpod list', 'devpod status', 'devpod status'])
    await world.forgetCalls()
    await listing({ locations: locate(world.env), run: createRun(world.env), measure }, { size: false, states: false })
    expect(await world.calls()).toEqual([['devpod', 'list', '--output', 'json']])
  })

  it('A017: lastUsed is verbatim, and empty when devpod has none', async () => {
    const found = await rows([at('w', k, { lastUsed: '2026-08-08T11:43:27.123Z' }), at('w2', k, { lastUsed: null })])
    expect(found.map(({ lastUsed }) => lastUsed)).toEqual(['2026-08-08T11:43:27.123Z', ''])
  })

  it('A018: worktrees are a part of the figure beside them, and absent without the folder', async () => {
    const inside = join(k, '.claude', 'worktrees', 'a')
    await fill(join(inside, 'file'), 300_000)
    const [row] = await rows([at('w', k)], true)
    const { disk } = row ?? {}
    if (!disk || !('exclusiveBytes' in disk) || !disk.worktrees || !('exclusiveBytes' in disk.worktrees))
      throw new Error(JSON.stringify(disk))
    expect(disk.worktrees.exclusiveBytes).toBeGreaterThan(300_000)
    expect(disk.worktrees.exclusiveBytes).toBeLessThanOrEqual(disk.exclusiveBytes)
    await rm(join(k, '.claude'), { recursive: true })
    expect((await rows([at('w', k)], true))[0]?.disk).not.toHaveProperty('worktrees')
  })

  it('A019: a leftover record never makes a foreign workspace ours', async () => {
    await recorded('main')
    expect(await rows([at('w', world.at('p'))])).toMatchObject([{ devlaunch: false, repo: null, path: null }])
  })

  it('A020: a clone without a record is ours with nothing recorded', async () => {
    await unrecorded()
    const [row] = await rows([at('w', k)])
    expect(row).toMatchObject({ devlaunch: true, repo: null, branch: null, path: k, checkedOut: 'main' })
    expect(row?.unsaved).not.toBeNull()
  })

  it('DL-META-08: a stale record leads to the derived directory, an unusable one to the source', async () => {
    await recorded('main', '/nowhere/at/all')
    const [derived] = await rows([at('w', k)])
    expect(derived?.path).toMatch(/\/repos\/acme\/app\/app-main-[0-9a-z]{4}$/)
    await world.records({ clones: [{ owner: 'acme', repo: 'app', branch: '--evil', path: '', workspace: 'w' }] })
    expect((await rows([at('w', k)]))[0]?.path).toBe(k)
  })

  it('DL-LS-06: the id devpod gave it finds the record too', async () => {
    await world.records({ clones: [{ owner: 'a', repo: 'b', branch: 'c', path: k, workspace: 'x', devpod: 'w' }] })
    expect(await rows([at('w', k)])).toMatchObject([{ repo: 'a/b', branch: 'c' }])
  })

  it('6.2: a workspace opened below its clone is about the clone; its disk is of what it opens (DL-LS-07)', async () => {
    await unrecorded()
    await mkdir(join(k, 'packages', 'web'), { recursive: true })
    const [row] = await rows([at('w', join(k, 'packages', 'web'))], true)
    expect(row).toMatchObject({ path: k, checkedOut: 'main' })
    const disk = row?.disk
    expect(disk && 'exclusiveBytes' in disk && disk.exclusiveBytes).toBeLessThan(10_000)
  })

  it('a path with a NUL character, or too long for the system, spoils no other row', async () => {
    const odd = [at('nul', `${k}\0x`), at('long', join(k, 'x'.repeat(5000))), at('w', k)]
    const found = await rows(odd, true)
    expect(found.map(({ id, devlaunch }) => [id, devlaunch])).toEqual([
      ['nul', true],
      ['long', true],
      ['w', true]
    ])
    expect(found[2]?.disk).toHaveProperty('exclusiveBytes')
  })

  it('DL-SIZE-04: a clone that is a symbolic link is worth the link', async () => {
    const link = join(world.cloneRoot, 'acme', 'app', 'link')
    await symlink(k, link)
    const [row] = await rows([at('w', link)], true)
    expect(row?.disk && 'exclusiveBytes' in row.disk && row.disk.exclusiveBytes).toBeLessThanOrEqual(4096)
    await rm(link)
  })
})
