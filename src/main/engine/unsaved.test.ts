import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentWorktree, commit, git, repository } from '../../../e2e/world/git'
import { entry } from '../../../e2e/world/programs'
import { createWorld, type World } from '../../../e2e/world/world'
import type { Output } from '../../shared/contract'
import type { Site } from '../../shared/model'
import { createEngine } from './engine'
import type { Engine } from './ports'

let world: World
let engine: Engine
let sites: Site[]

const siteOf = (label: string): Site => {
  const site = sites.find((one) => one.label === label)
  if (site === undefined) throw new Error(`no ${label} among ${sites.map((one) => one.label).join(', ')}`)
  return site
}
const codes = (label: string) => siteOf(label).reasons.map(({ kind, code }) => `${kind} ${code}`)
const evidence = async (label: string) => {
  const answer = await engine.dispatch('browser')('site.unsaved', { site: siteOf(label).id })
  if (!answer.ok) throw new Error(answer.fault.message)
  return answer.value as Output<'site.unsaved'>
}

/** The site as the list has it now. */
const listed = async (label: string): Promise<Site> => {
  const answer = await engine.dispatch('browser')('survey.sites', { since: 0, after: null })
  if (!answer.ok) throw new Error(answer.fault.message)
  const site = (answer.value as Output<'survey.sites'>).sites.find(({ id }) => id === siteOf(label).id)
  if (site === undefined) throw new Error(`no ${label}`)
  return site
}

/** Orphaned clones, a person's own checkout, linked worktrees of it and of a bare repository, and a plain folder. */
beforeAll(async () => {
  world = await createWorld()
  const clean = await world.clone('acme', 'app', 'clean', { leaf: 'clean' })
  await commit(clean, 'Ignore', { '.gitignore': '.env\n' })
  await git(clean, 'push', '-q', world.mirrorOf('acme', 'app'), 'HEAD:main')
  await git(clean, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  await writeFile(join(clean, '.env'), 'SECRET=1\n')
  const dirty = await world.clone('acme', 'app', 'dirty', { leaf: 'dirty' })
  await writeFile(join(dirty, 'notes.md'), 'x\n')
  const hidden = await world.clone('acme', 'app', 'hidden', { leaf: 'hidden' })
  await git(hidden, 'update-index', '--assume-unchanged', 'README.md')
  const code = world.at('code')
  await mkdir(code)
  await git(code, 'clone', '-q', '--shared', clean, join(code, 'borrower'))
  const own = await repository(join(code, 'own'), { 'README.md': 'Hello\n', '.gitignore': '.env\n.claude/\n' })
  await git(own, 'update-ref', 'refs/remotes/origin/main', 'main')
  await writeFile(join(await agentWorktree(own, 'agent'), '.env'), 'SECRET=1\n')
  await git(own, 'worktree', 'add', '-q', '-b', 'side', join(code, 'side'))
  await git(code, 'clone', '-q', '--bare', own, join(code, 'bare.git'))
  await git(join(code, 'bare.git'), 'update-ref', 'refs/remotes/origin/main', 'main')
  await git(join(code, 'bare.git'), 'worktree', 'add', '-q', '-b', 'of-bare', join(code, 'of-bare'))
  await mkdir(world.at('plain'))
  await world.devpod.list([entry('foreign', { localFolder: world.at('plain') })])
  engine = await createEngine({
    env: world.env,
    version: '0',
    host: 'cli',
    walker: resolve('.cache/test/walker.cjs'),
    demo: false,
    log: () => undefined
  })
  const answer = await engine.dispatch('cli')('cli.survey', { roots: [code] })
  if (!answer.ok) throw new Error(answer.fault.message)
  sites = (answer.value as Output<'cli.survey'>).sites
}, 120_000)
afterAll(async () => {
  await engine.close()
  await world.dispose()
})

describe('every checkout of a survey has one of three answers', () => {
  it('each is found once, and asked', () => {
    const answers = sites.map(({ label, kind, unsaved }) => [label, kind, unsaved && Object.keys(unsaved)[0]])
    expect(answers.sort()).toEqual([
      ['agent', 'worktree', 'nothingToLose'],
      ['borrower', 'checkout', 'nothingToLose'],
      ['clean', 'clone', 'nothingToLose'],
      ['dirty', 'clone', 'wouldLose'],
      ['hidden', 'clone', 'nothingToLose'],
      ['of-bare', 'worktree', 'nothingToLose'],
      ['own', 'checkout', 'nothingToLose'],
      ['plain', 'folder', null],
      ['side', 'worktree', 'nothingToLose']
    ])
  })

  it('what is proved in every question is collectable, and a main checkout never is', () => {
    expect(siteOf('side').verdict).toBe('collectable')
    expect(siteOf('of-bare').verdict).toBe('collectable')
    expect(codes('own')).toContain('protected main-checkout')
    expect(codes('borrower')).toEqual(['protected main-checkout'])
  })

  it('work keeps a clone, and so do edits hidden from git, borrowers, and a folder nobody can judge', () => {
    expect(codes('dirty')).toEqual(['loses unsaved'])
    expect(codes('hidden')).toEqual(['unknown hidden-flags'])
    expect(codes('clean')).toEqual(['unknown borrowers'])
    expect(codes('plain').sort()).toEqual(['protected foreign', 'unknown no-repository'])
  })

  it('ignored files that nothing reproduces are a hint for devlaunch’s clones, and a reason elsewhere', async () => {
    expect(codes('agent')).toEqual(['unknown ignored'])
    const weights = async (label: string) =>
      (await evidence(label)).lists.map(({ kind, weight }) => `${kind} ${weight}`)
    expect(await weights('agent')).toEqual(['ignored unknown'])
    expect(await weights('clean')).toContain('ignored hint')
  })
})

describe('the evidence, as a page asks for it', () => {
  it('names what would be lost, and knows what was cleared since', async () => {
    const before = await evidence('dirty')
    expect(before).toMatchObject({
      unsaved: { wouldLose: '1 uncommitted change(s) (notes.md)' },
      lists: [{ kind: 'changes', total: 1, items: [{ name: 'notes.md', code: '??' }] }]
    })
    expect((await evidence('plain')).unsaved).toBeNull()
  })

  it('once asked anew, the list, the verdict and the revision say the same, for better and for worse', async () => {
    const dirty = siteOf('dirty')
    const heard: number[] = []
    const forget = engine.on((name, payload) => {
      if (name === 'survey.changed') heard.push((payload as { revision: number }).revision)
    })
    await rm(join(dirty.path, 'notes.md'))
    expect((await evidence('dirty')).unsaved).toEqual({ nothingToLose: true })
    expect(await listed('dirty')).toMatchObject({
      unsaved: { nothingToLose: true },
      lost: null,
      verdict: 'collectable'
    })
    await writeFile(join(dirty.path, 'README.md'), 'stashed\n')
    await git(dirty.path, 'stash', '-q')
    await git(dirty.path, 'update-index', '--skip-worktree', 'README.md')
    expect((await evidence('dirty')).unsaved).toEqual({ wouldLose: '2 unpushed commit(s)' })
    const after = await listed('dirty')
    expect(after).toMatchObject({ verdict: 'stands', lost: { files: 0, commits: 0, stashes: 1 } })
    expect(after.reasons.map(({ code }) => code)).toEqual(['unsaved', 'hidden-flags'])
    expect(heard).toHaveLength(2)
    expect(after.changed).toBe(heard[1])
    forget()
  })

  it('a folder that the scan asked nobody about stays as it was, whatever a page asks', async () => {
    const before = await listed('plain')
    await evidence('plain')
    expect(await listed('plain')).toEqual(before)
  })

  it('is for pages alone, by a site’s id, and says when there is none', async () => {
    const site = siteOf('dirty').id
    expect(await engine.dispatch('cli')('site.unsaved', { site })).toMatchObject({ ok: false })
    expect(await engine.dispatch('browser')('site.unsaved', { site: 'nobody' })).toMatchObject({
      ok: false,
      fault: { code: 'refused' }
    })
  })
})
