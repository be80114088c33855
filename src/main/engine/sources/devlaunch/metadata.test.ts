import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { placeOf } from '../../place'
import { readMetadata } from './metadata'

const folder = await mkdtemp(join(tmpdir(), 'metadata-'))
const file = join(folder, 'metadata.json')
const read = () => readMetadata(placeOf(file))
const written = async (value: unknown) => {
  await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value))
  return read()
}
afterAll(() => rm(folder, { recursive: true }))

const clone = {
  owner: 'acme',
  repo: 'app',
  branch: 'feature/auth',
  local_path: '/k',
  workspace_id: 'w',
  created_at: '2026-09-01T08:00:00',
  last_used: '2026-09-14T10:02:11.004512',
  devpod_workspace_id: null
}
const repository = { owner: 'acme', repo: 'app', remote_url: 'u', local_path: '/b' }

describe("devlaunch's records", () => {
  it('DL-META-01: a missing file is an empty store', async () => {
    await rm(file, { force: true })
    expect(await read()).toMatchObject({ state: 'absent', notice: null, metadata: { version: 3, clones: [] } })
  })

  it.each(['{"version": 3,', '[]', '3', ''])(
    'DL-META-02, DL-META-06: %j is damaged, said, and left as it is',
    async (text) => {
      const reading = await written(text)
      expect(reading).toMatchObject({ state: 'damaged', metadata: { clones: [] } })
      expect(reading.notice).toContain(file)
      expect(await readdir(folder)).toEqual(['metadata.json'])
      expect(await readFile(file, 'utf8')).toBe(text)
    }
  )

  it('DL-META-02: bytes that are not UTF-8 are damaged', async () => {
    await writeFile(file, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect((await read()).state).toBe('damaged')
  })

  it('DL-META-03: a bad section is ignored whole, a bad entry alone', async () => {
    const { metadata, notice } = await written({
      version: 3,
      repositories: [],
      worktrees: {
        good: clone,
        more: { ...clone, workspace_id: 'x', unknown_field: 1 },
        number: 3,
        missing: { ...clone, branch: undefined },
        type: { ...clone, local_path: null },
        zone: { ...clone, created_at: '2026-09-01T08:00:00Z' },
        month: { ...clone, created_at: '2026-13-01T08:00:00' },
        empty: { ...clone, last_used: '' }
      }
    })
    expect(metadata.clones.map(({ workspaceId }) => workspaceId)).toEqual(['w', 'x'])
    expect(metadata.skipped).toBe(6)
    expect(notice).toContain('6 damaged entries')
  })

  it('DL-META-03: a malformed last_sweep takes its repository entry with it', async () => {
    const { metadata } = await written({
      repositories: {
        'a/clean': repository,
        'a/trouble': { ...repository, last_fetched: '', last_sweep: { trouble: 'refs_not_packed', said: null } },
        'a/odd': { ...repository, last_sweep: { trouble: 'weird' } }
      }
    })
    expect(metadata.version).toBe(1)
    expect([...metadata.repositories.keys()]).toEqual(['a/clean', 'a/trouble'])
    expect(metadata.repositories.get('a/trouble')?.lastSweep).toEqual({ trouble: 'refs_not_packed', said: null })
  })

  it.each([1, 2, 4, 1.0, true, '3', 2.5])('DL-META-06: version %s is read all the same', async (version) => {
    const { metadata } = await written({ version, worktrees: { k: clone } })
    expect(metadata.clones).toHaveLength(1)
    expect(metadata.version).toBe(typeof version === 'number' && version % 1 === 0 ? version : 1)
  })

  it('reads 50 MB, and says so beyond 64 MiB instead of reading on', async () => {
    const worktrees: Record<string, unknown> = {}
    const said = 'x'.repeat(5000)
    for (let index = 0; index < 10_000; index++)
      worktrees[`acme/app/b${index}`] = { ...clone, workspace_id: `w${index}`, note: said }
    const large = await written({ version: 3, worktrees })
    expect(large.metadata.clones).toHaveLength(10_000)
    await truncate(file, 65 * 1024 * 1024)
    const beyond = await read()
    expect(beyond.state).toBe('damaged')
    expect(beyond.notice).toContain('68 MB, more than the 64 MiB that are read')
  })
})
