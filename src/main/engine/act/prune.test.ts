import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fill } from '../../../../e2e/world/disk'
import { commit, git } from '../../../../e2e/world/git'
import { eachPruning, outcomeOf, rowOf } from '../../../../e2e/world/pruning'
import type { CloneRecordWish } from '../../../../e2e/world/records'
import { asOrdinaryUser } from '../../../../e2e/world/world'

const { clone, copy, launchLock, list, opens, pruning, world } = eachPruning()
const record = (branch: string, path: string, workspace = branch): CloneRecordWish => ({
  owner: 'acme',
  repo: 'app',
  branch,
  path,
  workspace
})
const metadata = async () => JSON.parse(await readFile(join(world().cache, 'metadata.json'), 'utf8'))
const stands = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )
const dockerCalls = async () => (await world().calls()).filter(([program]) => program === 'docker')

describe('what goes', () => {
  it('P001, P014: an orphan that is pushed goes, and its record with it', async () => {
    const [one, held] = [await clone('one'), await clone('held')]
    await list(opens('held', held))
    await world().records({ clones: [record('one', one), record('held', held)] })
    const { report, head } = await pruning().prune()
    expect(outcomeOf(report.rows, one)).toMatchObject({ outcome: 'removed', because: null, refusals: [] })
    expect(report).toMatchObject({ exit: 0, plan: 'prune' })
    expect(head).toMatchObject({ ending: 'all', exit: 0 })
    expect([await stands(one), await stands(held)]).toEqual([false, true])
    const { repositories, worktrees } = await metadata()
    expect(Object.keys(worktrees)).toEqual(['acme/app/held'])
    expect(repositories['acme/app'].worktrees).toEqual(['held'])
    expect(await stands(world().mirrorOf('acme', 'app'))).toBe(true)
  })

  it('what the plan promised is what was counted, when nothing is shared (DL-PRUNE-20)', async () => {
    const one = await clone()
    await fill(join(one, '.git', 'own'), 3_000_000)
    const { report } = await pruning().prune()
    const promised = 'exclusiveBytes' in report.promised ? report.promised.exclusiveBytes : 0
    expect(promised).toBeGreaterThan(3_000_000)
    expect(report.freed.removedBytes).toBe(promised)
    expect(outcomeOf(report.rows, one).removedBytes).toBe(promised)
  })

  it('P015, P016: force takes what was kept, row by row, and nothing that is held or disputed', async () => {
    const [mine, held] = [await clone('mine'), await clone('held')]
    await commit(mine, 'Mine', { mine: 'x' })
    const junk = join(world().cloneRoot, 'acme', 'app', 'junk')
    await mkdir(junk)
    await list(opens('w', held))
    expect((await pruning().prune()).report.rows).toEqual([])
    expect(await stands(mine)).toBe(true)
    const { report } = await pruning().prune({ force: true })
    expect(report.rows.map(({ path, outcome }) => [path, outcome]).sort()).toEqual([
      [junk, 'removed'],
      [mine, 'removed']
    ])
    expect(await stands(held)).toBe(true)
  })

  it('P026, P037: stale records are dropped, and a second run finds nothing', async () => {
    const gone = join(world().cloneRoot, 'acme', 'app', 'gone')
    await clone()
    await world().records({ clones: [record('gone', gone)] })
    const { report } = await pruning().prune()
    expect(outcomeOf(report.rows, 'acme/app/gone')).toMatchObject({ kind: 'record', outcome: 'dropped' })
    expect((await metadata()).worktrees).toEqual({})
    expect((await pruning().plan()).rows).toEqual([])
  })

  it('P027, P032: the volumes of a copy go in one docker call, and then the copy', async () => {
    const file = await copy('c', '{"volumes":["v","w"]}')
    await world().forgetCalls()
    const { report } = await pruning().prune()
    expect(outcomeOf(report.rows, 'c')).toMatchObject({ kind: 'volumes', outcome: 'removed' })
    expect(await dockerCalls()).toEqual([['docker', 'volume', 'rm', '--force', 'v', 'w']])
    expect(await stands(file)).toBe(false)
  })

  it('P029: volumes that docker refuses are reported, their copy stays, and that is no failure', async () => {
    const file = await copy('c', '{"volumes":["v"]}')
    await world().program('docker', 'case "$2" in rm) printf "Error: volume is in use\\n" >&2; exit 1;; esac; exit 0')
    const { report } = await pruning().prune()
    expect(report.exit).toBe(0)
    expect(outcomeOf(report.rows, 'c').outcome).toBe('kept')
    expect(JSON.stringify(outcomeOf(report.rows, 'c'))).toContain('volume is in use')
    expect(await stands(file)).toBe(true)
  })

  it('L001: a launch lock that nobody holds is unlinked', async () => {
    const file = await launchLock('gone.lock')
    const { report } = await pruning().prune()
    expect(outcomeOf(report.rows, 'gone')).toMatchObject({ kind: 'launch-lock', outcome: 'removed' })
    expect(await stands(file)).toBe(false)
  })
})

describe('what refuses', () => {
  it('P025: one sealed clone is named and keeps its record, the others go, exit 1', async () => {
    const [sealed, free] = [await clone('sealed'), await clone('free')]
    await mkdir(join(sealed, 'locked'))
    await writeFile(join(sealed, 'locked', 'file'), 'x')
    await git(sealed, 'add', '-A')
    await git(sealed, 'commit', '-q', '-m', 'Locked')
    await git(sealed, 'push', '-q', world().mirrorOf('acme', 'app'), 'HEAD:main')
    await git(sealed, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    await world().records({ clones: [record('sealed', sealed), record('free', free)] })
    await world().giveAway()
    await chmod(join(sealed, 'locked'), 0o555)
    const { report, head } = await asOrdinaryUser(() => pruning().prune())
    expect(outcomeOf(report.rows, free).outcome).toBe('removed')
    const row = outcomeOf(report.rows, sealed)
    expect(row.outcome).toBe('removed-in-part')
    expect(row.refusals).toMatchObject([{ said: 'Permission denied' }])
    expect(row.refusals[0]?.path).toContain(join(sealed, 'locked'))
    expect(report.exit).toBe(1)
    expect(head.ending).toBe('part')
    expect(head.notes).toEqual([])
    expect(Object.keys((await metadata()).worktrees)).toEqual(['acme/app/sealed'])
    expect(await stands(join(sealed, 'locked', 'file'))).toBe(true)
  })

  it('P035, P036: a repository lock is waited for; one that cannot be opened is no permission', async () => {
    const one = await clone()
    const file = join(world().cloneRoot, 'acme', 'app', '.lock')
    const { report } = await pruning().prune({
      meanwhile: async () => {
        await writeFile(file, '')
        execFileSync('sh', ['-c', `flock -x '${file}' sleep 1 >/dev/null 2>&1 &`])
        await new Promise((done) => setTimeout(done, 200))
      }
    })
    expect(outcomeOf(report.rows, one).outcome).toBe('removed')
    const two = await clone('two')
    const second = await pruning().prune({
      meanwhile: async () => {
        await rm(file)
        await mkdir(file)
      }
    })
    expect(outcomeOf(second.report.rows, two).outcome).toBe('failed')
    expect([second.report.exit, await stands(two)]).toEqual([1, true])
  })

  it('a stop ends the waiting for a lock, and what was not begun is kept', async () => {
    const one = await clone()
    await copy('c', '{"volumes":["v"]}')
    const plan = await pruning().plan()
    const file = join(world().cloneRoot, 'acme', 'app', '.lock')
    await writeFile(file, '')
    const holder = execFileSync('sh', ['-c', `flock -x '${file}' sleep 30 >/dev/null 2>&1 & echo $!`]).toString()
    await new Promise((done) => setTimeout(done, 200))
    const waits: (string | null)[] = []
    pruning().engine.on((name, payload) => {
      if (name !== 'act.progress') return
      const { progress } = payload as { progress: { act: string; waiting: string | null } }
      waits.push(progress.waiting)
      if (progress.waiting !== null) void pruning().ask('act.stop', { act: progress.act })
    })
    const { report, head } = await pruning().ask('cli.act', { plan: plan.id })
    process.kill(Number(holder))
    expect(waits).toContain(join(world().cloneRoot, 'acme', 'app'))
    expect(report.rows.map(({ outcome, because }) => [outcome, because])).toEqual([
      ['kept', 'The act was stopped before its turn came.'],
      ['kept', 'The act was stopped before its turn came.']
    ])
    expect(head).toMatchObject({ stopped: true, ending: 'nothing', exit: 0 })
    expect(await stands(one)).toBe(true)
    expect(await dockerCalls()).toEqual([])
  })

  it('a plan is spent once, and two acts at a time are one too many', async () => {
    await clone()
    const plan = await pruning().plan()
    await pruning().ask('cli.act', { plan: plan.id })
    await expect(pruning().ask('cli.act', { plan: plan.id })).rejects.toThrow('This plan was used already')
    await clone('two')
    const next = await pruning().plan()
    const file = join(world().env['XDG_DATA_HOME'] ?? '', 'clearhold', 'act.lock')
    const holder = execFileSync('sh', ['-c', `flock -x '${file}' sleep 20 >/dev/null 2>&1 & echo $!`]).toString()
    await new Promise((done) => setTimeout(done, 200))
    const { report, refused } = await pruning().ask('cli.act', { plan: next.id })
    process.kill(Number(holder))
    expect(refused).toMatchObject({ code: 'busy' })
    expect(refused?.text).toContain(`process ${process.pid}`)
    expect(report).toMatchObject({ exit: 1, rows: [{ outcome: 'kept' }] })
  })

  it('nothing is left beside: no folder aside, no lock of ours in the cache but the repository’s', async () => {
    await clone()
    await pruning().prune()
    expect((await readdir(world().cache)).filter((name) => name.startsWith('.clearhold'))).toEqual([])
    expect(await readdir(join(world().cloneRoot, 'acme', 'app'))).toEqual(['.bare', '.lock'])
  })
})

describe('what a page may ask', () => {
  it('a row goes past its reasons only by its own name, typed, and only when it was insisted on', async () => {
    const one = await clone('mine')
    await commit(one, 'Mine', { mine: 'x' })
    const page = async (name: string, input: unknown) => {
      const answer = await pruning().engine.dispatch('browser')(name, input)
      if (!answer.ok) throw new Error(answer.fault.message)
      return answer.value as Record<string, unknown>
    }
    const plan = (await pruning().plan()).id
    const row = rowOf((await pruning().plan()).rows, one).id
    const started = (insisted: readonly string[]) => page('act.start', { plan, rows: [row], insisted })
    await expect(started([])).rejects.toThrow('is to be kept')
    await expect(started([row])).rejects.toThrow('only after somebody insisted')
    await expect(page('plan.insist', { plan, row, typed: 'Mine' })).rejects.toThrow('not the name of this row')
    expect(await page('plan.insist', { plan, row, typed: 'mine' })).toMatchObject({
      decision: 'remove',
      overridden: [{ code: 'unsaved' }]
    })
    expect(await page('plan.relent', { plan, row })).toMatchObject({ decision: 'keep', overridden: [] })
    await expect(started([row])).rejects.toThrow('only after somebody insisted')
    await page('plan.insist', { plan, row, typed: 'mine' })
    await expect(page('act.start', { plan, rows: ['other'], insisted: [] })).rejects.toThrow('not part of this plan')
    const { act } = await started([row])
    await expect.poll(async () => (await page('act.now', {}))['state']).toBe('done')
    expect(await page('act.rows', { act, after: null })).toMatchObject({ rows: [{ outcome: 'removed' }], next: null })
    expect(await page('report.head', { act })).toMatchObject({ ending: 'all' })
    expect(await page('report.rows', { act, after: null })).toMatchObject({ rows: [{ path: one }] })
    expect(await page('history.list', { after: null })).toMatchObject({ reports: [{ act }] })
    expect(await stands(one)).toBe(false)
  })
})
