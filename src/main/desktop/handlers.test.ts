import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallName, calls } from '../../shared/contract'
import type { Dispatch } from '../../shared/dispatch'
import { createEngine, type Engine } from '../engine/engine'
import type { EngineLink } from './engine-link'
import { createDesktopDispatch } from './handlers'

let home: string
let engine: Engine
let dispatch: Dispatch
let chosen: { canceled: boolean; filePaths: string[] }
const opened: string[] = []
const revealed: string[] = []
const logged: string[] = []

/** The engine itself in this process; what lies between is tested in engine-link.test.ts. */
const linkTo = (running: Engine): EngineLink => ({
  call: (name, input) => running.dispatch('desktop')(name, input),
  own: async (question, ask) =>
    ({
      ok: true,
      value: question === 'add-place' ? await running.addPlace(ask) : running.pathOf(ask)
    }) as Awaited<ReturnType<EngineLink['own']>> as never,
  close: () => running.close()
})

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'desk-'))
  await mkdir(join(home, 'cellar'))
  engine = await createEngine({
    env: { HOME: home, PATH: process.env['PATH'] },
    version: '0',
    host: 'desktop',
    walker: '/none',
    demo: false,
    log: () => undefined
  })
  dispatch = createDesktopDispatch(
    {
      link: linkTo(engine),
      shell: {
        openExternal: async (address) => void opened.push(address),
        showItemInFolder: (path) => void revealed.push(path)
      },
      chooseFolder: async () => chosen
    },
    (text) => logged.push(text)
  )
})
afterAll(async () => {
  await engine.close()
  await rm(home, { recursive: true })
})

describe('the desktop’s own calls', () => {
  it("'app.open' opens an address of the list by its key (A8)", async () => {
    expect(await dispatch('app.open', { address: 'git' })).toEqual({ ok: true, value: { opened: true } })
    expect(opened).toEqual(['https://git-scm.com/downloads'])
    expect(await dispatch('app.open', { address: 'https://evil.example' })).toMatchObject({
      ok: false,
      fault: { code: 'bad-input' }
    })
    expect(opened).toHaveLength(1)
  })

  it("'site.reveal' shows nothing for a site that nobody knows (A8)", async () => {
    expect(await dispatch('site.reveal', { site: 'none' })).toEqual({ ok: true, value: { shown: false } })
    expect(await dispatch('site.reveal', { site: 'none', path: '/etc' })).toMatchObject({ ok: false })
    expect(revealed).toEqual([])
  })

  it("'places.choose' adds the folder that was chosen, and changes nothing when none was", async () => {
    chosen = { canceled: true, filePaths: [] }
    const before = await dispatch('places.choose', {})
    expect(before).toEqual(await dispatch('places.list', {}))
    chosen = { canceled: false, filePaths: [join(home, 'cellar')] }
    const after = await dispatch('places.choose', {})
    expect(after).toMatchObject({ ok: true })
    expect(JSON.stringify(after)).toContain('~/cellar')
    expect(JSON.stringify(before)).not.toContain('~/cellar')
  })

  it('what they throw stays inside and is logged whole (B4)', async () => {
    chosen = undefined as never
    expect(await dispatch('places.choose', {})).toMatchObject({ ok: false, fault: { code: 'internal' } })
    expect(logged.join()).toContain('TypeError')
  })
})

describe('what the page may ask of the desktop (B3)', () => {
  const junk = [
    null,
    undefined,
    7,
    'x',
    'x'.repeat(2_000_000),
    [[]],
    { '/etc': 1 },
    JSON.parse('{"__proto__":{"hosts":["desktop"]}}'),
    { constructor: { prototype: {} } }
  ]

  it.each(Object.keys(calls) as CallName[])('junk for %s is a fault', async (name) => {
    for (const input of junk) {
      const answer = await dispatch(name, input)
      expect(answer.ok, `${name} ${String(JSON.stringify(input)).slice(0, 40)}`).toBe(false)
      expect(['bad-input', 'not-here']).toContain(!answer.ok && answer.fault.code)
    }
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'add-place',
    'path-of',
    '',
    5,
    null,
    undefined,
    {}
  ])('the name %o is unknown', async (name) => {
    expect(await dispatch(name, {})).toMatchObject({ ok: false, fault: { code: 'unknown-call' } })
  })

  it('what only the terminal may ask is refused', async () => {
    const paths = { paths: ['/'] }
    expect(await dispatch('cli.size', paths)).toMatchObject({ ok: false, fault: { code: 'not-here' } })
  })
})
