import { execFileSync } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeText } from '../../../../e2e/world/disk'
import { eachPruning, said } from '../../../../e2e/world/pruning'
import { asOrdinaryUser } from '../../../../e2e/world/world'

const { clone, copy, launchLock, list, opens, pruning, world } = eachPruning()
const record = (path: string, workspace: string, devpod: string | null = workspace) =>
  world().records({ clones: [{ owner: 'acme', repo: 'app', branch: 'main', path, workspace, devpod }] })

describe('volumes, records and launch locks (DL-PRUNE-11 to 13)', () => {
  it('P027, P028, P031, P032: copies of forgotten workspaces that name a volume, clone or no clone', async () => {
    await list(opens('listed', world().at('project')))
    await copy('c', '{"volumes":["v"],"image":null,"more":3}')
    await copy('listed', '{"volumes":["l"]}')
    await copy('empty', '{"volumes":[]}')
    await copy('broken', '{"volumes":')
    const plan = await pruning().plan()
    expect(plan.rows).toMatchObject([{ kind: 'volumes', name: 'c', volumes: ['v'], decision: 'remove', disk: null }])
  })

  it('a volume is kept while a record anywhere knows its workspace, while a live one shares it, or with an odd name', async () => {
    await list(opens('live', world().at('project')))
    await world().devpod.record('away', opens('away', world().at('project')), 'work')
    await copy('live', '{"volumes":["content-pixi"]}')
    await copy('away', '{"volumes":["a"]}')
    await copy('shares', '{"volumes":["own","content-pixi"]}')
    for (const [id, name] of [
      ['dash', '--all'],
      ['slash', '/etc'],
      ['blank', '']
    ] as const)
      await copy(id, JSON.stringify({ volumes: [name] }))
    const plan = await pruning().plan()
    expect(said(plan, 'away')).toBe('keep: held held')
    expect(said(plan, 'shares')).toBe('keep: held shared')
    for (const id of ['dash', 'slash', 'blank']) expect(said(plan, id), id).toBe('keep: unknown volume-name')
  })

  it('P026: a record of a folder that is gone is dropped; one that cannot be looked at or named stays', async () => {
    const base = { owner: 'acme', repo: 'app', workspace: 'x' }
    await mkdir(world().at('closed'))
    await world().records({
      clones: [
        { ...base, branch: 'gone', path: join(world().cloneRoot, 'acme', 'app', 'gone') },
        { ...base, branch: 'closed', path: world().at('closed', 'in') },
        { ...base, branch: '--evil', path: '' }
      ]
    })
    await chmod(world().at('closed'), 0o000)
    await world().giveAway()
    const plan = await asOrdinaryUser(() => pruning().plan())
    expect(plan.rows).toMatchObject([{ kind: 'record', name: 'acme/app/gone', decision: 'drop' }])
  })

  it('L001, L002, L006: free locks of unlisted workspaces go; held, listed and other files stay; none is created', async () => {
    const free = await launchLock('free.lock')
    const held = await launchLock('held.lock')
    await launchLock('listed.lock')
    await launchLock('README')
    await symlink(free, join(world().cache, 'launch-locks', 'link.lock'))
    await list(opens('listed', world().at('project')))
    const holder = execFileSync('sh', ['-c', `flock -x '${held}' sleep 20 >/dev/null 2>&1 & echo $!`]).toString()
    try {
      await expect.poll(async () => said(await pruning().plan(), 'held')).toBe('keep: claimed busy')
      const plan = await pruning().plan()
      expect(plan.rows.map(({ path }) => path)).toEqual([free, held])
      expect(said(plan, 'free')).toBe('remove')
    } finally {
      process.kill(Number(holder))
    }
  })
})

describe('looking', () => {
  it('writes nothing, creates no lock, asks devpod once and nobody else (6.2, DL-PRUNE-22)', async () => {
    const one = await clone()
    await copy('c', '{"volumes":["v"]}')
    await launchLock('free.lock')
    await record(one, 'forgotten')
    await world().forgetCalls()
    const before = await treeText(world().cache)
    await pruning().plan(true)
    expect(await treeText(world().cache)).toBe(before)
    expect(await world().calls()).toEqual([['devpod', 'list', '--output', 'json']])
  })

  it('A005, A006, A007: a listing that cannot be had is a refusal, never an empty one', async () => {
    await clone()
    for (const text of ['', '{}', '[3]', '[{"source":3}]']) {
      await world().devpod.list(text)
      await expect(pruning().plan(), text).rejects.toThrow(/^devpod-unreadable: /)
    }
    await world().devpod.fail('missing')
    await expect(pruning().plan()).rejects.toThrow(/^devpod-missing: /)
  })

  it('2.1: a config that still names a folder for clones is spoken of, and nothing is looked for there', async () => {
    await mkdir(world().at('.config', 'devlaunch'), { recursive: true })
    await mkdir(world().at('old-clones', 'acme', 'app', 'main', '.git'), { recursive: true })
    await writeFile(
      world().at('.config', 'devlaunch', 'config.toml'),
      `[worktree]\nrepos_dir = "${world().at('old-clones')}"\n`
    )
    const plan = await pruning().plan()
    expect(plan.rows).toEqual([])
    expect(plan.notes[0]).toContain(`worktree.repos_dir to ${world().at('old-clones')}`)
  })

  it('P034: nothing to do is a plan without rows', async () => {
    const plan = await pruning().plan()
    expect(plan).toMatchObject({ plan: 'prune', rows: [], totals: { clones: { exclusiveBytes: 0 } } })
    expect(plan.notes.join(' ')).toContain('docker system df')
  })

  it('P035: a repository lock is waited for, told, and free again while the question is open', async () => {
    const one = await clone()
    const file = join(world().cloneRoot, 'acme', 'app', '.lock')
    await writeFile(file, '')
    const waits: (string | null)[] = []
    pruning().engine.on((name, payload) => {
      if (name === 'plan.progress') waits.push((payload as { planning: { waiting: string | null } }).planning.waiting)
    })
    const holder = execFileSync('sh', ['-c', `flock -x '${file}' sleep 1 >/dev/null 2>&1 & echo $!`]).toString()
    await new Promise((done) => setTimeout(done, 200))
    expect(said(await pruning().plan(), one)).toBe('remove')
    expect(waits).toContain(join(world().cloneRoot, 'acme', 'app'))
    expect(Number(holder)).toBeGreaterThan(0)
    execFileSync('flock', ['-n', file, 'true'])
  })

  it('P036: a repository lock that cannot be opened ends the pass', async () => {
    await clone()
    await mkdir(join(world().cloneRoot, 'acme', 'app', '.lock'))
    await expect(pruning().plan()).rejects.toThrow(/^lock: /)
  })
})
