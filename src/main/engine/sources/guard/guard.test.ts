import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit, git, repository } from '../../../../../e2e/world/git'
import { arrangeStates } from '../../../../../e2e/world/unsaved-states'
import { asOrdinaryUser, createWorld, type World } from '../../../../../e2e/world/world'
import type { Unsaved } from '../../../../shared/model'
import { placeOf } from '../../place'
import { createRun } from '../../tools/run'
import { createAsking, guard } from './guard'

let world: World
let clones: ReadonlyMap<string, string>
const told = ['clean', 'three', 'wip', 'hides-untracked', 'site-dirty']

const ask = async (folder: string, env = world.env) =>
  (await guard(createAsking(createRun(env)), placeOf(folder))).unsaved

beforeAll(async () => {
  world = await createWorld()
  clones = await arrangeStates(world, told)
})
afterAll(() => world.dispose())

const loses = (text: string): Unsaved => ({ wouldLose: text })
const nothing: Unsaved = { nothingToLose: true }
const unknown = (text: string): Unsaved => ({ couldNotTell: text })

describe('the mirror', () => {
  it('G013, G014: gone, every tag is local, and only what no remote branch holds counts', async () => {
    const held = await world.clone('acme', 'lost', 'main', { leaf: 'held' })
    const only = await world.clone('acme', 'lost', 'main', { leaf: 'only' })
    await git(held, 'tag', 'v1')
    await commit(only, 'One', { one: '1\n' })
    await git(only, 'tag', 'v1')
    await git(only, 'push', '-q', world.mirrorOf('acme', 'lost'), 'v1')
    await git(only, 'reset', '-q', '--hard', 'origin/main')
    expect(await ask(only)).toEqual(nothing)
    await rm(world.mirrorOf('acme', 'lost'), { recursive: true })
    expect(await ask(only)).toEqual(loses('1 unpushed commit(s), 1 reachable only from local tag(s) (v1)'))
    expect(await ask(held)).toEqual(nothing)
  })
})

describe('what is there', () => {
  it('W024: a repository whose worktrees cannot be listed is not called safe', async () => {
    const clone = await world.clone('listed', 'app', 'main', { leaf: 'unlisted' })
    await git(clone, 'worktree', 'add', '-q', '-b', 'x', join(clone, '.claude', 'worktrees', 'x'))
    await chmod(join(clone, '.git', 'worktrees'), 0o311)
    await world.giveAway()
    const answer = await asOrdinaryUser(() => ask(clone))
    await chmod(join(clone, '.git', 'worktrees'), 0o755)
    expect(answer).toHaveProperty('couldNotTell')
  })

  it('A010, DL-GUARD-02: a folder that is gone, or a file, holds nothing', async () => {
    expect(await ask(world.at('gone'))).toEqual(nothing)
    await writeFile(world.at('file'), '')
    expect(await ask(world.at('file'))).toEqual(nothing)
    expect(await ask(world.at('file', 'below'))).toEqual(nothing)
  })

  it('G018, CS-44: a folder without .git in a clean repository is not answered for by that', async () => {
    const around = await repository(world.at('around'), { '.gitignore': 'inside/\n' })
    const inside = await repository(join(around, 'inside'))
    await rm(join(inside, '.git'), { recursive: true })
    expect(await ask(inside)).toHaveProperty('couldNotTell')
  })

  it('G020, DL-GUARD-13: a folder that may not be looked at', async () => {
    const clone = await world.clone('sealed', 'app', 'main', { leaf: 'x' })
    await chmod(dirname(clone), 0)
    await world.giveAway()
    const answer = await asOrdinaryUser(() => ask(clone))
    await chmod(dirname(clone), 0o755)
    expect(answer).toEqual(unknown(`could not look at ${clone}: Permission denied`))
  })

  it('G023: a clone of an empty repository', async () => {
    await mkdir(world.at('empties'))
    await git(world.at('empties'), 'init', '-q', '--bare', '.bare')
    await git(world.at('empties'), 'clone', '-q', '.bare', 'clone')
    expect(await ask(world.at('empties', 'clone'))).toEqual(nothing)
  })

  it('G026, CS-41: GIT_* in the environment changes nothing', async () => {
    const clean = clones.get('clean') ?? ''
    const env = {
      ...world.env,
      GIT_DIR: join(clean, '.git'),
      GIT_WORK_TREE: clean,
      GIT_INDEX_FILE: join(clean, '.git', 'index'),
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'status.showUntrackedFiles',
      GIT_CONFIG_VALUE_0: 'no',
      GIT_NAMESPACE: 'x',
      GIT_CONFIG_PARAMETERS: "'core.bare=true'"
    }
    await world.giveAway()
    await asOrdinaryUser(async () => {
      for (const leaf of told) {
        const clone = clones.get(leaf) ?? ''
        expect(await ask(clone, env)).toEqual(await ask(clone))
      }
    })
  })
})
