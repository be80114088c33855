import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPrograms } from '../../../../../e2e/world/programs'
import { createRun, type Run } from '../run'
import { listWorkspaces, parseListing } from './list'
import { askStatus } from './status'
import { sourceFrom, typeAndDetail } from './workspace'

const folder = await mkdtemp(join(tmpdir(), 'devpod-'))
const { devpod, program, calls, forgetCalls } = await createPrograms(folder, join(folder, 'home'))
const run = createRun({ PATH: `${folder}:${process.env['PATH']}` })
/** The same runner, with a patience that a test can afford. */
const impatient: Run = (name, args, options) => run(name, args, { ...options, timeoutMs: 300 })
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => devpod.fail('ok'))

describe('devpod list (2.7)', () => {
  it.each([
    [{ localFolder: '/a b' }, 'local', '/a b'],
    [{ localFolder: '', gitRepository: 'git@h:o/r' }, 'git', 'git@h:o/r'],
    [{ localFolder: 3, gitRepository: 'x' }, 'unknown', '{"localFolder": 3, "gitRepository": "x"}'],
    [{ image: 'ubuntu:24.04' }, 'unknown', '{"image": "ubuntu:24.04"}'],
    [{ image: 'über', n: [1, null, {}] }, 'unknown', '{"image": "\\u00fcber", "n": [1, null, {}]}'],
    [{}, 'unknown', '{}']
  ])('%j is %s %s', (source, type, detail) => {
    expect(typeAndDetail(sourceFrom(source))).toEqual({ type, detail })
  })

  it('a source that nests deeper than any stack is cut, and is no error', () => {
    const depth = 200_000
    const listed = parseListing(Buffer.from(`[{"source":{"image":${'['.repeat(depth)}${']'.repeat(depth)}}}]`))
    const [workspace] = listed.kind === 'listed' ? listed.workspaces : []
    expect(workspace && typeAndDetail(workspace.source).detail).toMatch(/^\{"image": \[+\.\.\.\]+\}$/)
  })

  it('fills in what an entry leaves out', () => {
    const listed = parseListing(Buffer.from('[{"lastUsed":null,"context":""}]'))
    expect(listed).toMatchObject({
      kind: 'listed',
      workspaces: [{ id: '', lastUsed: '', context: 'default', provider: null, source: { kind: 'other' } }]
    })
  })

  it('refuses bytes that are no UTF-8, and names the entry that is damaged', () => {
    expect(parseListing(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toMatchObject({ kind: 'unreadable' })
    expect(parseListing(Buffer.from('[{},3]'))).toEqual({
      kind: 'unreadable',
      said: 'Entry 2 of what devpod list printed is damaged'
    })
  })

  it('tells every way of not answering apart from an empty list', async () => {
    expect(await listWorkspaces(run)).toEqual({ kind: 'listed', workspaces: [] })
    await devpod.fail('hang')
    const hung = await listWorkspaces(impatient)
    expect(hung).toEqual({ kind: 'unreadable', said: 'devpod did not answer within 0.3 seconds' })
    await program('devpod', "printf '[]'; printf '\\033[31mfatal\\033[0m no\\n' >&2; exit 1")
    expect(await listWorkspaces(run)).toEqual({
      kind: 'unreadable',
      said: 'devpod list failed with exit code 1: fatal no'
    })
    await program('devpod', 'kill -9 $$')
    expect(await listWorkspaces(run)).toEqual({ kind: 'unreadable', said: 'devpod was ended by SIGKILL' })
    await devpod.fail('missing')
    expect(await listWorkspaces(run)).toEqual({ kind: 'missing' })
  })
})

describe('devpod status', () => {
  it('keeps any word, and is null for anything else', async () => {
    await devpod.status('w', 'Resting')
    expect(await askStatus(run, 'w')).toBe('Resting')
    expect(await askStatus(run, 'nobody')).toBeNull()
    for (const text of ['', '[]', '{"state":3}', 'Running', 'null']) {
      await program('devpod', `printf '%s' '${text}'`)
      expect(await askStatus(run, 'w')).toBeNull()
    }
    await program('devpod', 'printf \'{"state":"Running"}\'; exit 1')
    expect(await askStatus(run, 'w')).toBeNull()
    await program('devpod', 'exec sleep 60')
    expect(await askStatus(impatient, 'w')).toBeNull()
  })

  it('never hands devpod an id that it would take for an option', async () => {
    await program('devpod', 'printf \'{"state":"Running"}\'')
    await forgetCalls()
    expect(await askStatus(run, '--force')).toBeNull()
    expect(await askStatus(run, '')).toBeNull()
    expect(await calls()).toEqual([])
  })
})
