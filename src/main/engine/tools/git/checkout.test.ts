import { mkdir, mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git, repository } from '../../../../../e2e/world/git'
import { placeOf } from '../../place'
import { ownerAndRepo, readCheckout, readHead, readOrigin } from './checkout'

let base = ''
let repo = ''
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'checkout-'))
  repo = await repository(join(base, 'repo'))
})
afterAll(() => rm(base, { recursive: true }))

async function headOf(folder: string) {
  const checkout = await readCheckout(placeOf(folder))
  return checkout === null ? null : readHead(checkout)
}

describe('what git’s own files tell about a checkout', () => {
  it('a branch, loose and packed, also with slashes and beyond ASCII', async () => {
    for (const name of ['main', 'feature/a b'.replace(' ', '-'), 'größe/ü']) {
      await git(repo, 'checkout', '-q', '-B', name)
      expect(await headOf(repo)).toEqual({ kind: 'branch', name })
      await git(repo, 'pack-refs', '--all')
      expect(await headOf(repo)).toEqual({ kind: 'branch', name })
    }
    await git(repo, 'checkout', '-q', 'main')
  })

  it('detached and unborn', async () => {
    await git(repo, 'checkout', '-q', '--detach')
    expect(await headOf(repo)).toEqual({ kind: 'detached' })
    await git(repo, 'checkout', '-q', 'main')
    const empty = join(base, 'empty')
    await mkdir(empty)
    await git(empty, 'init', '-q')
    expect(await headOf(empty)).toEqual({ kind: 'unborn', name: 'main' })
  })

  it('a linked worktree is told from a checkout, and its branch lies in the shared repository', async () => {
    const linked = join(base, 'linked')
    await git(repo, 'worktree', 'add', '-q', '-b', 'side', linked)
    const checkout = await readCheckout(placeOf(linked))
    expect(checkout).toMatchObject({ linked: true, commonDir: join(repo, '.git') })
    expect(await headOf(linked)).toEqual({ kind: 'branch', name: 'side' })
    expect(await readCheckout(placeOf(repo))).toMatchObject({ linked: false })
  })

  it('a worktree whose repository cannot be seen from here is still one', async () => {
    const lost = join(base, 'lost')
    await mkdir(lost)
    await writeFile(join(lost, '.git'), 'gitdir: /workspaces/app/.git/worktrees/a\n')
    expect(await readCheckout(placeOf(lost))).toMatchObject({ linked: true })
    expect(await headOf(lost)).toEqual({ kind: 'unknown' })
  })

  it('a separate git directory is no worktree', async () => {
    const apart = join(base, 'apart')
    await mkdir(apart)
    await git(apart, 'init', '-q', `--separate-git-dir=${join(base, 'apart.git')}`)
    expect(await readCheckout(placeOf(apart))).toMatchObject({ linked: false, gitDir: join(base, 'apart.git') })
  })

  it('what is no repository is null or unknown, never a branch', async () => {
    const odd = join(base, 'odd')
    await mkdir(join(odd, '.git'), { recursive: true })
    expect(await readCheckout(placeOf(odd))).toBeNull()
    for (const head of ['', 'ref: refs/heads/.invalid', 'ref: refs/heads/../../x', 'rubbish', 'ref: refs/tags/x']) {
      await writeFile(join(odd, '.git', 'HEAD'), head)
      expect(await headOf(odd)).toEqual({ kind: 'unknown' })
    }
    expect(await readCheckout(placeOf(base))).toBeNull()
    await rm(join(odd, '.git'), { recursive: true })
    await writeFile(join(odd, '.git'), 'not a pointer')
    expect(await readCheckout(placeOf(odd))).toBeNull()
  })

  it('a HEAD that is a symbolic link, as very old repositories have', async () => {
    await unlink(join(repo, '.git', 'HEAD'))
    await symlink('refs/heads/main', join(repo, '.git', 'HEAD'))
    expect(await headOf(repo)).toEqual({ kind: 'branch', name: 'main' })
  })

  it('the repository’s name from the address of origin alone', async () => {
    await git(repo, 'remote', 'add', 'upstream', 'https://forge.example/other/name.git')
    const checkout = await readCheckout(placeOf(repo))
    if (checkout === null) throw new Error('no checkout')
    expect(await readOrigin(checkout)).toBeNull()
    await git(repo, 'remote', 'add', 'origin', 'git@forge.example:acme/app.git')
    expect(await readOrigin(checkout)).toBe('acme/app')
  })

  it.each([
    ['https://forge.example/acme/app.git', 'acme/app'],
    ['ssh://git@forge.example:22/group/acme/app/', 'acme/app'],
    ['forge:acme/app', 'acme/app'],
    ['file:///srv/acme/app.git', null],
    ['/srv/acme/app', null],
    ['../app', null],
    ['https://forge.example/app', null]
  ])('%s is %s', (url, name) => {
    expect(ownerAndRepo(url)).toBe(name)
  })
})
