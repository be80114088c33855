import { afterEach, beforeEach, expect, it } from 'vitest'
import { git, repository } from '../../../../../e2e/world/git'
import { scratch } from '../../../../../e2e/world/scanning'
import { placeOf } from '../../place'
import { createGit } from '../../tools/git/run'
import { createRun } from '../../tools/run'
import { defaultBranches } from './references'

let disk: ReturnType<typeof scratch>
let home: string
beforeEach(async () => {
  disk = scratch()
  home = await repository(disk.at('repo'))
})
afterEach(() => disk.remove())

async function names() {
  const gitDir = placeOf(disk.at('repo', '.git'))
  const answer = await defaultBranches(createGit(createRun(process.env)), { workTree: null, gitDir, filters: [] })
  return answer.kind === 'found' ? answer.names : answer.said
}

it('without a remote it is main or master, and neither where there are both', async () => {
  expect(await names()).toEqual(['refs/heads/main'])
  await git(home, 'branch', 'master')
  expect(await names()).toEqual([])
  await git(home, 'checkout', '-q', 'master')
  await git(home, 'branch', '-D', 'main')
  expect(await names()).toEqual(['refs/heads/master'])
})

it('a remote’s HEAD decides, origin’s first, and the local branch of its name counts too', async () => {
  await git(home, 'update-ref', 'refs/remotes/fork/main', 'HEAD')
  await git(home, 'symbolic-ref', 'refs/remotes/fork/HEAD', 'refs/remotes/fork/main')
  expect(await names()).toEqual(['refs/remotes/fork/main', 'refs/heads/main'])
  await git(home, 'update-ref', 'refs/remotes/origin/dev/next', 'HEAD')
  await git(home, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/dev/next')
  expect(await names()).toEqual(['refs/remotes/origin/dev/next', 'refs/heads/dev/next'])
})

it('a HEAD that leads to another remote, or a branch called HEAD, decides nothing', async () => {
  await git(home, 'update-ref', 'refs/remotes/fork/main', 'HEAD')
  await git(home, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/fork/main')
  expect(await names()).toEqual(['refs/heads/main'])
  await git(home, 'symbolic-ref', '-d', 'refs/remotes/origin/HEAD')
  await git(home, 'update-ref', 'refs/remotes/origin/x/HEAD', 'HEAD')
  expect(await names()).toEqual(['refs/heads/main'])
})
