import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeText } from '../../../../e2e/world/disk'
import { commit } from '../../../../e2e/world/git'
import { eachPruning, outcomeOf } from '../../../../e2e/world/pruning'
import type { CloneRecordWish } from '../../../../e2e/world/records'

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

describe('the second look (DL-PRUNE-15 to 19)', () => {
  const withheld = async (path: string, meanwhile: () => unknown, force = false) => {
    const { report } = await pruning().prune({ meanwhile, force })
    const row = outcomeOf(report.rows, path)
    expect(row.outcome).toBe('kept')
    expect(report.exit).toBe(0)
    return row.because
  }

  it('P020, P021: a clone that became dirty is withheld, also under force', async () => {
    const one = await clone()
    const other = await clone('other')
    await writeFile(join(other, 'notes'), 'x')
    expect(await withheld(one, () => writeFile(join(one, 'notes'), 'x'))).toMatch(
      /^It changed since the plan\. Would lose/
    )
    expect(await stands(join(one, 'notes'))).toBe(true)
    await rm(join(one, 'notes'))
    expect(await withheld(one, () => writeFile(join(one, 'notes'), 'x'), true)).toMatch(/Would lose 1 uncommitted/)
    expect(await stands(other)).toBe(false)
  })

  it('what somebody insisted past is what was shown: a loss that grew is withheld', async () => {
    const one = await clone()
    await writeFile(join(one, 'notes'), 'x')
    expect(await withheld(one, () => commit(one, 'More', { more: 'x' }), true)).toContain('1 unpushed commit(s)')
    expect(await stands(one)).toBe(true)
  })

  it('P022, P030: a workspace that came back keeps its clone, its volumes and its lock', async () => {
    const one = await clone('app')
    const file = await copy('app', '{"volumes":["v"]}')
    const lock = await launchLock('app.lock')
    await world().forgetCalls()
    const { report } = await pruning().prune({ force: true, meanwhile: () => list(opens('app', one)) })
    expect(report.rows.map(({ outcome }) => outcome)).toEqual(['kept', 'kept', 'kept'])
    expect(report.exit).toBe(0)
    for (const path of [one, file, lock]) expect(await stands(path)).toBe(true)
    expect(await dockerCalls()).toEqual([])
  })

  it('P023: a second listing that cannot be read, or a workspace that could be anywhere, leaves everything', async () => {
    const one = await clone()
    await copy('c', '{"volumes":["v"]}')
    const before = await treeText(world().cache)
    for (const second of ['', JSON.stringify([opens('lost', 7)])]) {
      await list()
      const { report, refused } = await pruning().prune({ meanwhile: () => world().devpod.list(second) })
      expect(refused?.code).toBe(second === '' ? 'devpod-unreadable' : 'unlocatable')
      expect(report.exit).toBe(1)
      expect(report.rows.map(({ outcome }) => outcome)).toEqual(['kept', 'kept'])
    }
    expect(await treeText(world().cache)).toBe(before)
    expect(await stands(one)).toBe(true)
    expect(await dockerCalls()).toEqual([])
  })

  it('P024: an orphan that appeared is for the next plan', async () => {
    const one = await clone()
    let late = ''
    const { report } = await pruning().prune({
      meanwhile: async () => {
        late = await clone('late')
      }
    })
    expect(report.rows.map(({ path }) => path)).toEqual([one])
    expect([await stands(one), await stands(late)]).toEqual([false, true])
  })

  it('CS-21: another folder under the same name, a link or a file in its place is withheld; what is gone was gone', async () => {
    const [swapped, linked, filed, gone] = [await clone('a'), await clone('b'), await clone('c'), await clone('d')]
    const aside = world().at('aside')
    await mkdir(aside)
    const { report } = await pruning().prune({
      meanwhile: async () => {
        for (const path of [swapped, linked, filed]) await rename(path, join(aside, path.slice(-1)))
        execFileSync('cp', ['-a', join(aside, 'a'), swapped])
        await symlink(join(aside, 'b'), linked)
        await writeFile(filed, 'x')
        await rm(gone, { recursive: true })
      }
    })
    for (const path of [swapped, linked, filed]) expect(outcomeOf(report.rows, path).outcome, path).toBe('kept')
    expect(outcomeOf(report.rows, gone).outcome).toBe('absent')
    for (const path of [swapped, linked, filed, join(aside, 'b', 'README.md')]) expect(await stands(path)).toBe(true)
  })

  it('2.13: a record that appeared in another context withholds its clone', async () => {
    const one = await clone()
    const because = await withheld(one, () => world().devpod.record('w', opens('w', one), 'work'))
    expect(because).toContain('A workspace opens it: w.')
  })

  it('a launch in progress withholds the clone it makes, before devpod knows of it', async () => {
    const one = await clone('fresh')
    const lock = await launchLock('fresh.lock')
    await rm(lock)
    let holder = 0
    const because = await withheld(one, async () => {
      await writeFile(lock, '')
      holder = Number(execFileSync('sh', ['-c', `flock -x '${lock}' sleep 20 >/dev/null 2>&1 & echo $!`]).toString())
      await new Promise((done) => setTimeout(done, 200))
    })
    process.kill(holder)
    expect(because).toBe('A launch holds it at the moment.')
  })

  it('a copy that names other volumes by now, or shares one with a live workspace, is withheld', async () => {
    const file = await copy('c', '{"volumes":["v"]}')
    await withheld('c', () => writeFile(file, '{"volumes":["other"]}'))
    await writeFile(file, '{"volumes":["v"]}')
    await withheld('c', async () => {
      await list(opens('live', world().at('project')))
      await copy('live', '{"volumes":["v"]}')
    })
    expect(await dockerCalls()).toEqual([])
  })

  it('a record whose folder came back stays', async () => {
    const gone = join(world().cloneRoot, 'acme', 'app', 'gone')
    await clone('held')
    await list(opens('held', join(world().cloneRoot, 'acme', 'app', 'held')))
    await world().records({ clones: [record('gone', gone)] })
    await withheld('acme/app/gone', () => mkdir(gone))
    expect(Object.keys((await metadata()).worktrees)).toEqual(['acme/app/gone'])
  })
})
