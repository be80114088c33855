import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seal, treeText } from '../../../../../e2e/world/disk'
import { type Entry, entry } from '../../../../../e2e/world/programs'
import { asOrdinaryUser, createWorld, type World } from '../../../../../e2e/world/world'
import type { SourceReport } from '../../../../shared/model'
import { shown } from '../../place'
import { createRun } from '../../tools/run'
import type { FoundSite } from '../source'
import { createDevlaunchSource } from './source'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.dispose())

const opens = (id: string, path: string, rest: Entry = {}) => entry(id, { localFolder: path }, rest)

async function discover(env: Record<string, string> = world.env, signal = new AbortController().signal) {
  const stream: FoundSite[] = []
  const reports: SourceReport[] = []
  const notices: string[] = []
  await createDevlaunchSource({ env, run: createRun(env) }).discover({
    signal,
    found: (site) => stream.push(site),
    report: (report) => reports.push(report),
    notice: (text) => notices.push(text)
  })
  const sites = new Map(stream.map((site) => [shown(site.place), site]))
  const site = (path: string) => {
    const found = sites.get(path)
    if (found === undefined) throw new Error(`${path} is not among ${[...sites.keys()].join(', ')}`)
    return found
  }
  const reportOf = (id: string) => reports.find((report) => report.id === id)
  return { stream, sites, site, reportOf, notices }
}

const heldAnswer = ({ evidence }: FoundSite) => {
  const answer = evidence.find(({ question }) => question === 'held')
  return answer?.kind === 'reason' ? `${answer.reason.kind} ${answer.reason.code}: ${answer.reason.text}` : answer?.kind
}

describe('clones and who opens them', () => {
  it('streams every clone first, then again with the state devpod gives it', async () => {
    const live = await world.clone('acme', 'app', 'main')
    const stopped = await world.clone('acme', 'app', 'feature/auth')
    const silent = await world.clone('acme', 'app', 'silent')
    const orphan = await world.clone('acme', 'lib', 'main')
    await world.devpod.list([
      opens('a', live),
      opens('b', join(stopped, 'src'), { lastUsed: '2026-01-01T00:00:00Z' }),
      opens('c', stopped),
      opens('d', silent)
    ])
    await world.devpod.status('a', 'Busy')
    await world.devpod.status('b', 'NotFound')
    await world.devpod.status('c', 'Stopped')
    const { stream, site, sites, reportOf } = await discover()
    expect(sites.size).toBe(4)
    expect(
      stream
        .slice(0, 4)
        .map(({ state }) => state)
        .sort()
    ).toEqual(['orphaned', 'unknown', 'unknown', 'unknown'])
    expect(site(live)).toMatchObject({ kind: 'clone', label: 'app-main', repo: 'acme/app', branch: 'main' })
    expect(site(live)).toMatchObject({ state: 'live', stateWord: 'Busy', workspaces: ['a'] })
    expect(site(stopped)).toMatchObject({ state: 'stopped', stateWord: 'NotFound', workspaces: ['b', 'c'] })
    expect(site(stopped)).toMatchObject({ branch: 'feature/auth', lastUsed: '2026-09-14T08:02:11Z' })
    expect(site(silent)).toMatchObject({ state: 'unknown', stateWord: null })
    expect(heldAnswer(site(live))).toBe('held held: A workspace opens it: a.')
    expect(heldAnswer(site(stopped))).toBe('held held: Workspaces open it: b, c.')
    expect(site(orphan)).toMatchObject({ state: 'orphaned', workspaces: [] })
    expect(heldAnswer(site(orphan))).toBe('safe')
    expect(reportOf('devpod')).toMatchObject({ ok: true, said: '4 workspaces' })
    expect(reportOf('devlaunch')).toMatchObject({ ok: true, said: '4 clones' })
  })

  it('DL-PRUNE-01: only real folders at the third step, never the mirror', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    const repository = join(world.cloneRoot, 'acme', 'app')
    await symlink(clone, join(repository, 'link'))
    await writeFile(join(repository, '.lock'), '')
    await writeFile(join(world.cloneRoot, 'acme', 'file'), '')
    await symlink(join(world.cloneRoot, 'acme'), join(world.cloneRoot, 'alias'))
    await mkdir(join(repository, 'stub'))
    const { sites } = await discover()
    expect([...sites.keys()].sort()).toEqual([clone, join(repository, 'stub')])
  })

  it('keeps the bytes of a name that is not UTF-8', async () => {
    const odd = Buffer.concat([
      Buffer.from(`${join(world.cloneRoot, 'acme', 'app')}/`),
      Buffer.from([0x61, 0xff, 0x0a])
    ])
    await mkdir(odd, { recursive: true })
    const { stream } = await discover()
    expect(Buffer.from(stream[0]?.place ?? '', 'latin1')).toEqual(odd)
    expect(stream[0]?.label).toBe('a\ufffd\n')
  })

  it('a source through a symbolic link holds the clone it leads to (2.13)', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await symlink(world.cache, world.at('short'))
    await world.devpod.list([opens('w', world.at('short', 'repos', 'acme', 'app', 'app-main'))])
    expect(heldAnswer((await discover()).site(clone))).toContain('held')
  })

  it('a link to a clone that is gone still counts as misplaced in its repository', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    const gone = join(world.cloneRoot, 'acme', 'app', 'gone')
    await symlink(gone, world.at('link'))
    await world.devpod.list([opens('w', world.at('link'))])
    expect(heldAnswer((await discover()).site(clone))).toContain('disputed disputed')
  })
})

describe('records that disagree', () => {
  it('DL-PRUNE-04: a misplaced workspace disputes its own repository alone', async () => {
    const held = await world.clone('acme', 'app', 'main')
    const other = await world.clone('acme', 'app', 'other')
    const lib = await world.clone('acme', 'lib', 'main')
    await world.devpod.list([opens('w', held), opens('lost', join(world.cloneRoot, 'acme', 'app', 'deleted'))])
    const { site } = await discover()
    expect(heldAnswer(site(held))).toContain('held held')
    expect(site(other).state).toBe('disagree')
    expect(heldAnswer(site(other))).toContain('lost')
    expect(site(lib).state).toBe('orphaned')
  })

  it.each(['workspace', 'devpod'])('DL-PRUNE-05: a record that names a listed workspace by its %s id', async (by) => {
    const clone = await world.clone('acme', 'app', 'main')
    const ids = by === 'devpod' ? { workspace: 'x', devpod: 'w' } : { workspace: 'w', devpod: null }
    await world.records({ clones: [{ owner: 'acme', repo: 'app', branch: 'b', path: clone, ...ids }] })
    await world.devpod.list([opens('w', world.at())])
    const { site } = await discover()
    expect(site(clone)).toMatchObject({ state: 'disagree', branch: 'b' })
    expect(heldAnswer(site(clone))).toContain('the workspace w')
    await world.devpod.list([])
    expect((await discover()).site(clone)).toMatchObject({ state: 'orphaned', lastUsed: '2026-09-14T10:02:11.004512' })
  })
})

describe('what the listing lacks (2.13)', () => {
  it('a record of another context holds its clone, and devpod is not asked for its state', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await world.devpod.record('w', opens('w', clone), 'work')
    await world.devpod.status('w', 'Running')
    const { site } = await discover()
    expect(site(clone)).toMatchObject({ workspaces: ['w'], state: 'unknown', stateWord: null })
    expect(heldAnswer(site(clone))).toContain('held held')
    expect((await world.calls()).filter(([, verb]) => verb === 'status')).toEqual([])
  })

  it('the folder that was mounted last is a second place to look', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await world.devpod.record('w', opens('w', world.at()))
    await world.devpod.result('w', { SubstitutionContext: { LocalWorkspaceFolder: clone, Env: { TOKEN: 'secret' } } })
    const { site } = await discover()
    expect(heldAnswer(site(clone))).toContain('held held')
  })

  it.each(['', '{"id":"w","source":{"localFol', '[]', '{"source":3}'])(
    'a record that is cut or damaged (%j) leaves every orphan unknown, and its text is told to nobody',
    async (text) => {
      const clone = await world.clone('acme', 'app', 'main')
      await world.devpod.record('w', text)
      const { site } = await discover()
      expect(site(clone).state).toBe('unknown')
      expect(heldAnswer(site(clone))).toMatch(/^unknown unlocatable: The workspace w could be anywhere/)
    }
  )

  it('an empty folder among the records claims nothing', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await mkdir(join(world.devpodHome, 'contexts', 'default', 'workspaces', 'left'), { recursive: true })
    expect((await discover()).site(clone).state).toBe('orphaned')
  })

  it('a damaged result never shows the environment it holds', async () => {
    await world.clone('acme', 'app', 'main')
    await world.devpod.record('w', opens('w', world.at()))
    await world.devpod.result('w', '{"SubstitutionContext":{"Env":{"TOKEN":"hunter2"')
    expect(JSON.stringify([...(await discover()).stream])).not.toContain('hunter2')
  })
})

describe('folders of other workspaces', () => {
  it('a real folder elsewhere is a site that stays; one that is gone is none', async () => {
    await mkdir(world.at('p'))
    await world.devpod.list([opens('w', world.at('p')), opens('v', world.at('p')), opens('gone', world.at('nothing'))])
    await world.devpod.status('v', 'Running')
    const { sites, site } = await discover()
    expect(sites.size).toBe(1)
    expect(site(world.at('p'))).toMatchObject({ kind: 'folder', label: 'p', workspaces: ['w', 'v'], state: 'live' })
    expect(heldAnswer(site(world.at('p')))).toBe('protected foreign: devlaunch did not make this workspace.')
  })
})

describe('when something cannot be asked or read', () => {
  it.each([
    ['missing', 'devpod is missing', 'devpod: command not found'],
    ['empty', 'devpod could not list its workspaces', 'devpod list printed nothing'],
    ['rubbish', 'devpod could not list its workspaces', 'devpod list printed something that is not JSON']
  ] as const)('devpod %s: nothing counts as orphaned, and the report says so', async (mode, name, said) => {
    const clone = await world.clone('acme', 'app', 'main')
    await world.devpod.fail(mode)
    const { site, reportOf } = await discover()
    expect(site(clone).state).toBe('unknown')
    expect(heldAnswer(site(clone))).toBe('unknown devpod-unreadable: devpod could not be asked who opens it.')
    expect(reportOf('devpod')).toMatchObject({
      ok: false,
      name,
      said,
      means:
        'Clearhold cannot tell which workspaces exist, so none counts as orphaned. Prune, Purge and Reconcile wait.'
    })
  })

  it('no cache at all is no failure', async () => {
    await rename(world.cache, `${world.cache}.away`)
    const { reportOf, stream } = await discover()
    expect(stream).toEqual([])
    expect(reportOf('devlaunch')).toMatchObject({ ok: true, said: `${world.cache} does not exist` })
  })

  it('DL-META-06: a damaged metadata.json is said and left as it is; its clones are shown', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await writeFile(join(world.cache, 'metadata.json'), '{"version":')
    const { site, reportOf, notices } = await discover()
    expect(site(clone).state).toBe('orphaned')
    expect(reportOf('devlaunch')).toMatchObject({ ok: false, name: "devlaunch's records are damaged" })
    expect(notices).toHaveLength(1)
    expect(await readdir(world.cache)).not.toContain('metadata.json.corrupt')
  })

  it('a repository folder that is closed is said, and the rest is found', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await world.clone('acme', 'lib', 'main')
    await seal(join(world.cloneRoot, 'acme', 'lib'))
    await world.giveAway()
    const { sites, reportOf } = await asOrdinaryUser(() => discover())
    expect([...sites.keys()]).toEqual([clone])
    expect(reportOf('devlaunch')).toMatchObject({
      ok: false,
      name: '1 folder of devlaunch could not be read',
      said: `${join(world.cloneRoot, 'acme', 'lib')}: Permission denied`
    })
  })

  it('a workspace behind a closed folder could be anywhere, so no clone counts as orphaned', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await mkdir(world.at('closed', 'p'), { recursive: true })
    await world.devpod.list([opens('w', world.at('closed', 'p'))])
    await seal(world.at('closed'))
    await world.giveAway()
    const { site } = await asOrdinaryUser(() => discover())
    expect(heldAnswer(site(clone))).toBe(
      'unknown unlocatable: The workspace w could be anywhere: its folder cannot be found: Permission denied.'
    )
  })

  it('HOME unset is a sentence that says what to set', async () => {
    const { reportOf } = await discover({ PATH: world.env['PATH'] ?? '' })
    expect(reportOf('devlaunch')?.said).toMatch(/Set HOME/)
  })

  it('looking writes nothing, and stops when told to', async () => {
    const clone = await world.clone('acme', 'app', 'main')
    await world.devpod.list([opens('w', clone)])
    await world.devpod.record('w', opens('w', clone))
    const before = await treeText(world.home)
    await discover()
    expect(await treeText(world.home)).toBe(before)
    const { stream } = await discover(world.env, AbortSignal.abort())
    expect(stream).toEqual([])
  })
})
