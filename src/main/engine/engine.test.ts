import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amountOf } from '../../shared/bytes'
import type { CallName, EventName, Input, Output } from '../../shared/contract'
import { calls, events } from '../../shared/contract'
import type { Site, Summary } from '../../shared/model'
import { createEngine } from './engine'
import type { Engine, LogLine } from './ports'

const walker = resolve('.cache/test/walker.cjs')
const log: LogLine[] = []
let home = ''
let engine: Engine
const told: { name: EventName; payload: unknown }[] = []

async function open(env: NodeJS.ProcessEnv, beside: readonly string[] = []): Promise<Engine> {
  return createEngine({
    env,
    version: '0.0.0',
    host: 'browser',
    walker,
    demo: false,
    beside,
    log: (line) => log.push(line)
  })
}

/** Asks over the wire's own door, so that input and output are those of the contract. */
async function ask<Name extends CallName>(of: Engine, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const answer = await of.dispatch(calls[name].hosts.includes('browser' as never) ? 'browser' : 'cli')(name, input)
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`)
  return calls[name].output.parse(answer.value) as Output<Name>
}

async function scanned(of: Engine): Promise<Summary> {
  await ask(of, 'survey.scan', {})
  for (;;) {
    const summary = await ask(of, 'survey.summary', {})
    if (summary.scan !== 'running') return summary
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function allSites(of: Engine): Promise<Site[]> {
  const sites: Site[] = []
  let after: string | null = null
  do {
    const page: Output<'survey.sites'> = await ask(of, 'survey.sites', { since: 0, after })
    sites.push(...page.sites)
    after = page.next
  } while (after !== null)
  return sites
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main', ...args], {
    cwd,
    stdio: 'pipe'
  })

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'engine-')))
  const app = join(home, 'code', 'app')
  await mkdir(join(app, 'node_modules', 'left'), { recursive: true })
  git(app, 'init', '-q')
  await writeFile(join(app, 'big'), Buffer.alloc(1 << 20, 1))
  await writeFile(join(app, 'node_modules', 'left', 'pad'), Buffer.alloc(1 << 19, 1))
  git(app, 'add', 'big')
  git(app, 'commit', '-qm', 'one')
  git(app, 'worktree', 'add', '-q', join(app, '.claude', 'worktrees', 'agent-a'), '-b', 'agent/a')
  engine = await open({ PATH: process.env['PATH'], HOME: home })
  engine.on((name, payload) => told.push({ name, payload }))
})
afterAll(() => engine.close())

describe('the engine, on real folders', () => {
  it('scans nothing before it is asked, and suggests the folder with checkouts', async () => {
    const summary = await ask(engine, 'survey.summary', {})
    expect(summary).toMatchObject({
      scan: 'never',
      firstRun: true,
      sites: 0,
      total: null,
      reclaimable: null,
      revision: 0
    })
    const places = await ask(engine, 'places.list', {})
    expect(places.map((place) => [place.path, place.on, place.mode, place.found])).toEqual([
      ['~/.cache/devlaunch/repos', true, 'act', 'absent'],
      ['~/code', true, 'look', 'found']
    ])
    expect(await readdir(home)).toEqual(['code'])
  })

  it('shows each checkout with its exclusive bytes, and totals of the set', async () => {
    const summary = await scanned(engine)
    expect(summary).toMatchObject({ scan: 'done', firstRun: false, unmeasured: 0, reclaimable: null })
    const sites = await allSites(engine)
    expect(sites.map((site) => [site.label, site.kind, site.branch]).sort()).toEqual([
      ['agent-a', 'worktree', 'agent/a'],
      ['app', 'checkout', 'main']
    ])
    const app = sites.find((site) => site.label === 'app')
    const du = Number(
      execFileSync('du', ['-s', '-B1', join(home, 'code', 'app')])
        .toString()
        .split('\t')[0]
    )
    expect(app?.disk).toEqual({ exclusiveBytes: du })
    expect(summary.total).toEqual({ exclusiveBytes: du })
    expect(sites.find((site) => site.label === 'agent-a')?.parent).toBe(app?.id)
    expect(await ask(engine, 'survey.freed', { sites: sites.map((site) => site.id) })).toMatchObject({
      bytes: { exclusiveBytes: du }
    })
  })

  it('every event it tells is one of the contract, and progress came at most ten times a second (B6)', async () => {
    const last = told.at(-1)
    expect(last?.name).toBe('survey.changed')
    for (const { name, payload } of told) expect(() => events[name].parse(payload)).not.toThrow()
    const progress = told.filter(({ name }) => name === 'job.progress')
    const final = events['job.progress'].parse(progress.at(-1)?.payload).job
    expect(final.state).toBe('done')
    expect(progress.length).toBeLessThanOrEqual(final.elapsedMs / 100 + 2)
  })

  it('opens the map level by level, by nodes, with nested sites lifted out', async () => {
    const top = await ask(engine, 'tree.level', { node: null })
    expect(top.tiles.map((tile) => tile.label)).toEqual(['app'])
    expect(top.tiles[0]?.children.map((tile) => tile.label).sort()).toEqual(['Rest of the clone', 'agent-a'])
    const [app] = (await allSites(engine)).filter((site) => site.label === 'app')
    const { node } = await ask(engine, 'site.node', { site: app?.id ?? '' })
    const inside = await ask(engine, 'tree.level', { node })
    expect(inside.crumbs.map((crumb) => crumb.label)).toEqual(['app'])
    expect(inside.tiles.map((tile) => [tile.label, tile.kind])).toEqual(
      expect.arrayContaining([
        ['agent-a', 'worktrees'],
        ['.git', 'git'],
        ['node_modules', 'environments'],
        ['Files here', 'clone']
      ])
    )
    const parts = inside.tiles.reduce((sum, tile) => sum + (tile.bytes === null ? 0 : amountOf(tile.bytes)), 0)
    expect(Math.abs(parts - amountOf(inside.bytes ?? { exclusiveBytes: 0 }))).toBeLessThanOrEqual(8192)
    const deep = inside.tiles.find((tile) => tile.label === 'node_modules')
    expect((await ask(engine, 'tree.level', { node: deep?.node ?? '' })).crumbs.map((crumb) => crumb.label)).toEqual([
      'app',
      'node_modules'
    ])
    await expect(ask(engine, 'tree.level', { node: 'made-up' })).rejects.toThrow('refused')
  })

  it('tells a site in detail: held, entries, when', async () => {
    const [site] = (await allSites(engine)).filter((found) => found.label === 'app')
    const detail = await ask(engine, 'site.detail', { site: site?.id ?? '' })
    expect(detail).toMatchObject({
      reclaimable: null,
      wouldLose: null,
      closed: [],
      closedCount: 0,
      shared: 0,
      sharedWith: []
    })
    expect(detail.held).toBe(amountOf(detail.frees ?? { exclusiveBytes: -1 }))
    expect(Date.parse(detail.measuredAt ?? '')).toBeGreaterThan(0)
    await expect(ask(engine, 'site.detail', { site: 'nobody' })).rejects.toThrow('refused')
  })

  it('says what exists only in one checkout, with names (DL-GUARD)', async () => {
    await writeFile(join(home, 'code', 'app', 'notes.md'), 'only here')
    const [site] = (await allSites(engine)).filter((found) => found.label === 'app')
    const detail = await ask(engine, 'site.unsaved', { site: site?.id ?? '' })
    expect(JSON.stringify(detail)).toContain('notes.md')
    expect(JSON.stringify(detail).length).toBeLessThan(256 * 1024)
    await expect(ask(engine, 'site.unsaved', { site: 'nobody' })).rejects.toThrow('refused')
  })

  it('watches and forgets folders by tokens, and keeps the choice (B4)', async () => {
    await mkdir(join(home, 'more', 'deep'), { recursive: true })
    const start = await ask(engine, 'folders.open', { folder: null })
    expect(start.path).toBe(home)
    const more = start.folders.find((folder) => folder.name === 'more')
    const opened = await ask(engine, 'folders.open', { folder: more?.folder ?? '' })
    expect(opened.folders.map((folder) => folder.name)).toEqual(['deep'])
    const places = await ask(engine, 'places.add', { folder: opened.folder })
    const added = places.find((place) => place.path === '~/more')
    expect(added).toMatchObject({ on: true, own: true, mode: 'look' })
    expect(
      (await ask(engine, 'places.turn', { place: added?.id ?? '', on: false })).find((place) => place.id === added?.id)
        ?.on
    ).toBe(false)
    const again = await open({ PATH: process.env['PATH'], HOME: home })
    expect((await ask(again, 'places.list', {})).map((place) => place.path)).toContain('~/more')
    expect((await ask(again, 'survey.summary', {})).firstRun).toBe(false)
    await again.close()
    expect((await ask(engine, 'places.forget', { place: added?.id ?? '' })).map((place) => place.path)).not.toContain(
      '~/more'
    )
    await expect(ask(engine, 'folders.open', { folder: '/etc' })).rejects.toThrow('refused')
  })

  it('keeps settings, and sets a damaged file aside with a word', async () => {
    expect(await ask(engine, 'settings.change', { theme: 'dark' })).toMatchObject({ theme: 'dark', units: 'decimal' })
    expect(told.at(-1)).toMatchObject({ name: 'settings.changed', payload: { settings: { theme: 'dark' } } })
    const file = join(home, '.local/share/clearhold/settings.json')
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ theme: 'dark' })
    await writeFile(file, '{"theme":')
    const again = await open({ PATH: process.env['PATH'], HOME: home })
    expect(await ask(again, 'settings.get', {})).toMatchObject({ theme: 'system' })
    expect((await ask(again, 'survey.summary', {})).notices.join()).toContain('settings.json was damaged')
    const { text } = await ask(again, 'app.diagnostics', {})
    expect(text).not.toContain(home)
    expect(text).toMatch(/^Walker: (native|typescript)\. /m)
    expect(await ask(again, 'app.info', {})).toMatchObject({ host: 'browser', version: '0.0.0' })
    await again.close()
  })

  it('stop keeps what was measured as floors, and the next scan is whole again', async () => {
    await ask(engine, 'survey.scan', {})
    expect(await ask(engine, 'survey.stop', {})).toEqual({ stopped: true })
    let summary = await ask(engine, 'survey.summary', {})
    while (summary.scan === 'running') summary = await ask(engine, 'survey.summary', {})
    expect(summary.scan).toBe('stopped')
    expect(await ask(engine, 'survey.stop', {})).toEqual({ stopped: false })
    expect(summary).toMatchObject({ total: { exclusiveBytes: expect.any(Number) }, unmeasured: 0 })
    expect((await scanned(engine)).total).toHaveProperty('exclusiveBytes')
  })

  it('works without HOME, and says what that costs', async () => {
    const homeless = await open({ PATH: process.env['PATH'] })
    const summary = await ask(homeless, 'survey.summary', {})
    expect(summary.notices.join(' ')).toMatch(/HOME is not set/)
    expect((await scanned(homeless)).scan).toBe('done')
    expect(await ask(homeless, 'settings.change', { units: 'binary' })).toMatchObject({ units: 'binary' })
    await expect(ask(homeless, 'cli.listing', { size: false, states: false })).rejects.toThrow(/HOME is not set/)
    await homeless.close()
  })

  it('without git everything else works, and the sentence says what waits', async () => {
    const gitless = await open({ PATH: '/nowhere', HOME: home })
    const summary = await scanned(gitless)
    expect(summary.sources.find((source) => source.id === 'git')).toMatchObject({
      ok: false,
      said: 'git: command not found'
    })
    expect(summary.sources.find((source) => source.id === 'devpod')).toMatchObject({
      ok: true,
      said: 'Not installed, and nothing here needs it.'
    })
    expect(summary.total).toHaveProperty('exclusiveBytes')
    await gitless.close()
  })
})

describe('the terminal’s calls', () => {
  it('surveys given roots without changing anybody’s places', async () => {
    const before = await ask(engine, 'places.list', {})
    const answer = await ask(engine, 'cli.survey', { roots: [join(home, 'code')] })
    expect(answer.failed).toBe(false)
    expect(answer.sites.map((site) => site.label)).toEqual(['app', 'agent-a'])
    expect(await ask(engine, 'places.list', {})).toEqual(before)
  })

  it('sizes any folders, each and together, and a tree to a depth', async () => {
    const app = join(home, 'code', 'app')
    const answer = await ask(engine, 'cli.size', { paths: [app, join(app, 'node_modules'), join(home, 'missing')] })
    expect(answer.paths[2]).toEqual({ path: join(home, 'missing'), disk: { exclusiveBytes: 0 }, estimate: null })
    expect(answer.together).toEqual(answer.paths[0]?.disk)
    expect(answer.total).toEqual(answer.together)
    const tree = await ask(engine, 'cli.tree', { path: app, depth: 2 })
    expect(tree.disk).toEqual(answer.together)
    expect(JSON.stringify(tree.tree)).toContain(join(app, 'node_modules', 'left'))
  })
})
