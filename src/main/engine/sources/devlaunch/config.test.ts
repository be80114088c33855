import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOf } from '../../place'
import { retiredFolderNotice } from './config'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearhold-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

const noticeOf = async (text: string) => {
  const file = join(folder, 'config.toml')
  await writeFile(file, text)
  return retiredFolderNotice(placeOf(file))
}

it('2.1: the retired repos_dir is reported, in each plain form, and no other key is taken for it', async () => {
  for (const text of [
    '[worktree]\nenabled = true\nrepos_dir = "/srv/clones" # old\n',
    "[ worktree ]\n  repos_dir='/srv/clones'\n",
    'worktree.repos_dir = "/srv/clones"\n[worktree.cleanup]\nauto_prune = true\n'
  ])
    expect(await noticeOf(text), text).toContain('worktree.repos_dir to /srv/clones, which devlaunch no longer reads')
  for (const text of [
    '',
    'repos_dir = "/a"\n',
    '[worktree.cleanup]\nrepos_dir = "/a"\n',
    '[worktree]\n# repos_dir = "/a"\n',
    '[worktree]\nrepos_dir = 3\n',
    '[worktree]\nother_repos_dir = "/a"\n'
  ])
    expect(await noticeOf(text), text).toBeNull()
})

it('a config that is not there, is no file or is no text is nothing to speak of', async () => {
  expect(await retiredFolderNotice(null)).toBeNull()
  expect(await retiredFolderNotice(placeOf(join(folder, 'nowhere', 'config.toml')))).toBeNull()
  await mkdir(join(folder, 'dir.toml'))
  expect(await retiredFolderNotice(placeOf(join(folder, 'dir.toml')))).toBeNull()
  await writeFile(join(folder, 'bytes.toml'), Buffer.from([0xff, 0x0a]))
  expect(await retiredFolderNotice(placeOf(join(folder, 'bytes.toml')))).toBeNull()
})
