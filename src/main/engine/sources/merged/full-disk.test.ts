import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commit, git, repository } from '../../../../../e2e/world/git'
import { mounting } from '../../../../../e2e/world/mounting'
import { mayMount, scratch } from '../../../../../e2e/world/scanning'
import { placeOf } from '../../place'
import { createGit } from '../../tools/git/run'
import { createRun } from '../../tools/run'
import { mergedInto } from './merged'

let disk: ReturnType<typeof scratch>
const { mount, undo } = mounting()
const before = process.env['TMPDIR']
beforeEach(() => {
  disk = scratch()
})
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  undo()
  disk.remove()
})

/** A file system in memory, and a file that fills it. */
const small = (place: string) => mount(place, '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs')
const fill = (place: string) => spawnSync('dd', ['if=/dev/zero', `of=${place}/fill`, 'bs=4k'])

async function squashed(folder: string) {
  await repository(folder, { a: '1\n' })
  await git(folder, 'checkout', '-q', '-b', 'f')
  await commit(folder, 'f', { n: 'new\n' })
  await git(folder, 'checkout', '-q', 'main')
  await git(folder, 'merge', '-q', '--squash', 'f')
  await git(folder, 'commit', '-q', '-m', 'Squashed')
  await commit(folder, 'Main', { m: 'm\n' })
}
const verdict = async (folder: string) =>
  mergedInto(createGit(createRun(process.env)), {
    commonDir: placeOf(`${folder}/.git`),
    branch: 'refs/heads/f',
    head: await git(folder, 'rev-parse', 'f'),
    into: ['refs/heads/main'],
    base: null
  })

describe.skipIf(!mayMount)('a full disk (MW-MERGE-08, MW-MERGE-10, CS-63)', () => {
  it('under the repository changes nothing', async () => {
    small(disk.at('repo'))
    await squashed(disk.at('repo'))
    fill(disk.at('repo'))
    expect(await verdict(disk.at('repo'))).toMatchObject({ kind: 'contained' })
  })

  it('under the private folder proves nothing', async () => {
    await squashed(disk.at('repo'))
    await git(disk.at('repo'), 'checkout', '-q', 'main')
    small(disk.at('tmp'))
    process.env['TMPDIR'] = disk.at('tmp')
    expect(await verdict(disk.at('repo'))).toMatchObject({ kind: 'contained' })
    fill(disk.at('tmp'))
    await commit(disk.at('repo'), 'More', { a: `${'x\n'.repeat(50)}1\n` })
    await git(disk.at('repo'), 'checkout', '-q', 'f')
    await commit(disk.at('repo'), 'f too', { a: `1\n${'y\n'.repeat(50)}` })
    expect(await verdict(disk.at('repo'))).toMatchObject({
      kind: 'unmerged',
      text: expect.stringContaining('No space left on device')
    })
    process.env['TMPDIR'] = disk.at('nowhere')
    expect(await verdict(disk.at('repo'))).toMatchObject({
      kind: 'unmerged',
      text: expect.stringContaining('no private folder could be used: No such file or directory')
    })
  })
})
